import { attemptIdOf } from '../core/order-ref.ts'
import type { ProviderConsole, ProviderParts } from '../core/provider-parts.ts'
import type { DocomoStore } from './docomo-store.ts'
import { refund } from './order-life.ts'

/** The console of the project's own contract; nothing about docomo's is known. */
export function docomoConsole({
  store,
  now,
}: Pick<ProviderParts, 'now'> & { readonly store: DocomoStore }): ProviderConsole {
  return {
    refund(attemptId, yen) {
      const order = [...store.orders.values()].find(
        ({ order_ref, state }) => attemptIdOf(order_ref) === attemptId && state === 'captured',
      )
      if (order !== undefined) store.commit(refund(order, now(), yen))
      return order !== undefined
    },
  }
}
