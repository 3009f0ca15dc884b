import * as v from 'valibot'

import { uuid } from '../../platform/staff/inputs.ts'
import { type Act, assertReaches, staffVerb } from '../../platform/staff/staff-verb.ts'
import { readAttempt } from '../attempts/attempt-queries.ts'
import { refOf } from '../attempts/attempt.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { providerOf } from '../saga/call-provider.ts'
import { sumRefunds } from './refund-queries.ts'

/** The money of a payment as its provider tells it, in yen. */
export interface LeftMoney {
  readonly left: number
  /** Went back, and no refund of ours did it. */
  readonly elsewhere: number
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

/** Asks what is left of a payment; undefined where its provider does not tell. */
export async function askLeft(deps: PaymentDeps, attemptId: string): Promise<LeftMoney | undefined> {
  const [attempt, { refunded }] = await deps.db.read(async read => [
    await readAttempt(read, attemptId),
    await sumRefunds(read, attemptId),
  ])
  const left = await providerOf(deps, attempt).left?.(refOf(attempt))
  return left === undefined ? undefined : { left, elsewhere: attempt.amount.minor - refunded - left }
}
