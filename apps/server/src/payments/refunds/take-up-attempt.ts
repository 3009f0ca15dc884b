import { worksAt } from '@kippu/domain/staff/grants'
import { isAttemptFinal } from '@kippu/domain/states/payment'
import * as v from 'valibot'

import { reason, uuid } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { clearPersonNeeded, findAttempt, lockAttempt } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import type { LeftOutcome } from '../port/port.ts'
import { writeLockedStep } from '../saga/write-step.ts'
import { askLeft } from './ask-left.ts'

export type TakenUpAttempt =
  /** Whether the store asks the provider once more. */
  | {
      readonly kind: 'taken up'
      readonly isAsked: boolean
      readonly amount: number
      readonly told?: LeftOutcome
    }
  /** `keptYen`: its provider has not given so much back. */
  | { readonly kind: 'refused'; readonly why: string; readonly keptYen?: number }

interface TakeUp {
  readonly attemptId: string
  readonly reason: string
}

interface TakeUpReturned extends TakeUp {
  /** It was paid in another way than by the provider, which therefore keeps the money. */
  readonly isPaidOtherwise: boolean
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

/**
 * The money of a payment whose refund its provider refused went back some other way: it is booked. The provider is asked
 * first: while it keeps the money, the person must have paid it otherwise.
 */
export const bookReturned = staffVerb({
  name: 'attempt returned',
  permission: 'refunds:write',
  reach: 'own sites',
  input: v.object({ ...takeUp.entries, isPaidOtherwise: v.boolean() }),
  run: async (deps: PaymentDeps, { isPaidOtherwise, ...asked }: TakeUpReturned, act: Act) => {
    const attempt = await deps.db.read(read => findAttempt(read, asked.attemptId))
    const mayBeBooked = attempt?.state === 'refund_failed' && worksAt(act.actor, attempt.siteKey)
    const told = mayBeBooked ? (await askLeft(deps, attempt.id)).told : undefined
    if (!isPaidOtherwise && told?.kind === 'left' && told.yen > 0)
      return {
        kind: 'refused',
        why: `the provider keeps ${told.yen} yen of it`,
        keptYen: told.yen,
      } satisfies TakenUpAttempt
    const answer = await endNeed(deps.db, { ...asked, how: 'returned', told: told?.kind }, act)
    return answer.kind === 'refused' || told === undefined ? answer : { ...answer, told }
  },
})

interface Need extends TakeUp {
  readonly how: 'checked' | 'returned'
  /** The answer of the provider about the money. */
  readonly told?: LeftOutcome['kind'] | undefined
}

function endNeed(
  db: PaymentDeps['db'],
  { attemptId, how, reason: why, told }: Need,
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
      details: {
        attempt: attempt.id,
        state: attempt.state,
        yen: amount,
        ...(told !== undefined && { told }),
      },
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
