import { attemptIdOf } from '../core/order-ref.ts'
import type { ProviderConsole } from '../core/provider-parts.ts'
import { refund } from './payment-life.ts'
import type { SoftbankParts } from './softbank-store.ts'

/** The gateway's portal. No message tells the shop of what is done there. */
export function softbankConsole({ store, now }: Pick<SoftbankParts, 'store' | 'now'>): ProviderConsole {
  return {
    refund(attemptId, yen) {
      const payment = [...store.payments.values()].find(
        ({ order_id, captured }) => attemptIdOf(order_id) === attemptId && captured > 0,
      )
      if (payment !== undefined) store.commit(refund(payment, now(), yen).changes)
      return payment !== undefined
    },
  }
}
