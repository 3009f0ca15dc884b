import { attemptIdOf } from '../core/order-ref.ts'
import type { ProviderConsole, ProviderParts } from '../core/provider-parts.ts'
import { randomId } from '../core/random-id.ts'
import type { AlipayStore } from './alipay-store.ts'
import { disputeOf } from './payment-life.ts'
import type { Payment } from './records.ts'
import { take } from './refunds.ts'

/** Antom's dashboard. Its refunds appear in the inquiry of the payment, and no notice of them names the payment. */
export function alipayConsole({
  store,
  now,
}: Pick<ProviderParts, 'now'> & { readonly store: AlipayStore }): ProviderConsole {
  const paid = (attemptId: string): Payment | undefined =>
    [...store.payments.values()].find(
      ({ request_id, status }) => attemptIdOf(request_id) === attemptId && status === 'SUCCESS',
    )
  return {
    refund(attemptId, yen) {
      const payment = paid(attemptId)
      if (payment === undefined) return false
      const asked = { asked: yen, refundRequestId: randomId('dashboard'), now: now() }
      store.commit(take(payment, asked).changes ?? {})
      return true
    },
    dispute(attemptId) {
      const payment = paid(attemptId)
      if (payment !== undefined) store.commit({ outbox: [disputeOf(payment)] })
      return payment !== undefined
    },
  }
}
