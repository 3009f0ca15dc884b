import { worksAt } from '@kippu/domain/staff/grants'
import { isAttemptFinal } from '@kippu/domain/states/payment'
import * as v from 'valibot'

import { reason, uuid } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { clearPersonNeeded, lockAttempt } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { writeLockedStep } from '../saga/write-step.ts'

export type TakenUpAttempt =
  /** Whether the store asks the provider once more. */
  | { readonly kind: 'taken up'; readonly isAsked: boolean; readonly amount: number }
  | { readonly kind: 'refused'; readonly why: string }

interface TakeUp {
  readonly attemptId: string
  readonly reason: string
}

const takeUp = v.object({ attemptId: uuid, reason })

/** A person has looked a payment up at its provider: it needs nobody any more, and one that is open is looked at now and goes on by itself. */
export const checkAttempt = staffVerb({
  name: 'attempt checked',
  permission: 'refunds:write',
  reach: 'own sites',
  input: takeUp,
  run: ({ db }: Pick<PaymentDeps, 'db'>, asked: TakeUp, act: Act) =>
    endNeed(db, { ...asked, how: 'checked' }, act),
})

/** The money of a payment whose refund its provider refused went back some other way: it is booked. */
export const bookReturned = staffVerb({
  name: 'attempt returned',
  permission: 'refunds:write',
  reach: 'own sites',
  input: takeUp,
  run: ({ db }: Pick<PaymentDeps, 'db'>, asked: TakeUp, act: Act) =>
    endNeed(db, { ...asked, how: 'returned' }, act),
})

function endNeed(
  db: PaymentDeps['db'],
  { attemptId, how, reason: why }: TakeUp & { readonly how: 'checked' | 'returned' },
  act: Act,
): Promise<TakenUpAttempt> {
  return db.transaction(async tx => {
    const attempt = await lockAttempt(tx, attemptId)
    if (attempt === undefined || !worksAt(act.actor, attempt.siteKey))
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
    await recordAction(tx, act, {
      siteKey: attempt.siteKey,
      subject: attempt.orderId,
      details: { attempt: attempt.id, state: attempt.state, yen: amount },
      reason: why,
    })
    return { kind: 'taken up', isAsked, amount }
  })
}

const ASKED = { needsPerson: false, checkInSeconds: 0 } as const
const RETURNED = {
  change: { state: 'refunded', needsPerson: false, checkInSeconds: null },
  moved: { kind: 'refund' },
} as const
