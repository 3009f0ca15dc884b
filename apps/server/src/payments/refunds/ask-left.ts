import * as v from 'valibot'

import { uuid } from '../../platform/staff/inputs.ts'
import { type Act, assertReaches, staffVerb } from '../../platform/staff/staff-verb.ts'
import { readAttempt } from '../attempts/attempt-queries.ts'
import { type Attempt, refOf } from '../attempts/attempt.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import type { LeftOutcome } from '../port/port.ts'
import { providerOf } from '../saga/call-provider.ts'
import { type RefundSums, sumRefunds } from './refund-queries.ts'

/** The money of a payment as its provider tells it, beside our books. */
export interface LeftMoney {
  readonly told: LeftOutcome
  /** Yen that went back by no refund of ours, as far as the provider tells; `some`: it does not say how many. */
  readonly elsewhere: number | 'some'
}

/** {@link askLeft} of the payment of a refund, for the staff of its site. */
export const askLeftForStaff = staffVerb({
  name: 'refund',
  permission: 'refunds:write',
  reach: 'own sites',
  input: v.object({ refundId: uuid }),
  run: async (deps: PaymentDeps, { refundId }: { readonly refundId: string }, act: Act) => {
    const { siteKey, attemptId } = await deps.db.read(read =>
      read
        .selectFrom('refunds')
        .select(['site_key as siteKey', 'attempt_id as attemptId'])
        .where('id', '=', refundId)
        .executeTakeFirstOrThrow(),
    )
    assertReaches(act, siteKey)
    return askLeft(deps, attemptId)
  },
})

/**
 * Asks what is left of a payment, and compares. The books are read after the answer: a refund of ours that is booked in
 * between is not taken for one that was made elsewhere.
 */
export async function askLeft(
  deps: Pick<PaymentDeps, 'db' | 'payments' | 'log'>,
  attemptId: string,
): Promise<LeftMoney> {
  const asked = await deps.db.read(read => readAttempt(read, attemptId))
  const told = await providerOf(deps, asked).left(refOf(asked))
  const [attempt, sums] = await deps.db.read(async read => [
    await readAttempt(read, attemptId),
    await sumRefunds(read, attemptId),
  ])
  return { told, elsewhere: elsewhereOf(attempt, told, sums) }
}

/** A refund of ours that is under way may have been made, or not yet. */
export function elsewhereOf(
  { amount, state }: Pick<Attempt, 'amount' | 'state'>,
  told: LeftOutcome,
  { refunded, underWay }: Pick<RefundSums, 'refunded' | 'underWay'>,
): LeftMoney['elsewhere'] {
  // Money for which there was no ticket goes back as a whole, and has no refund of its own.
  const ours = state === 'refunded' ? amount.minor : refunded
  if (told.kind === 'less') return ours + underWay === 0 ? 'some' : 0
  if (told.kind !== 'left') return 0
  const back = amount.minor - told.yen - ours
  return Math.max(0, back >= underWay ? back - underWay : back)
}
