import { isAttemptFinal } from '@kippu/domain/states/payment'

import { type Actor, worksAt } from '../../staff/actor.ts'
import { recordAction } from '../../staff/record-action.ts'
import { clearPersonNeeded, lockAttempt } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { writeLockedStep } from '../saga/write-step.ts'

/** `checked`: a person has looked a payment up at its provider. `returned`: its money went back some other way. */
export type TakenUpHow = 'checked' | 'returned'

export type TakenUpAttempt =
  /** Whether the store asks the provider once more. */
  | { readonly kind: 'taken up'; readonly isAsked: boolean; readonly amount: number }
  | { readonly kind: 'refused'; readonly why: string }

/**
 * Ends what a payment needed a person for: one that is open is looked at now and goes on by itself, one whose refund its provider refused is
 * booked as given back.
 */
export function takeUpAttempt(
  { db, clock, actor }: Pick<PaymentDeps, 'db' | 'clock'> & { readonly actor: Actor },
  {
    attemptId,
    how,
    reason,
  }: { readonly attemptId: string; readonly how: TakenUpHow; readonly reason: string },
): Promise<TakenUpAttempt> {
  return db.transaction(async tx => {
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt === undefined || !worksAt(actor, attempt.siteKey))
      return { kind: 'refused', why: 'no such payment' }
    if (how === 'returned' && attempt.state !== 'refund_failed')
      return {
        kind: 'refused',
        why: `only a payment that is refund_failed is booked as given back: it is ${attempt.state}`,
      }
    const isAsked = how === 'checked' && (attempt.operation !== null || !isAttemptFinal(attempt.state))
    const amount = attempt.amount.minor
    if (how === 'returned') await writeLockedStep(tx, { previous: attempt, ...RETURNED })
    else if (isAsked) await writeLockedStep(tx, { previous: attempt, change: ASKED })
    // One that failed may still have a look for late money before it.
    else await clearPersonNeeded(tx, attempt.id)
    await recordAction(
      tx,
      { clock, actor },
      {
        permission: 'refunds:write',
        siteKey: attempt.siteKey,
        verb: `attempt ${how}`,
        subject: attempt.orderId,
        details: { attempt: attempt.id, state: attempt.state, yen: amount },
        reason,
      },
    )
    return { kind: 'taken up', isAsked, amount }
  })
}

const ASKED = { needsPerson: false, checkInSeconds: 0 } as const
const RETURNED = {
  change: { state: 'refunded', needsPerson: false, checkInSeconds: null },
  moved: { kind: 'refund' },
} as const
