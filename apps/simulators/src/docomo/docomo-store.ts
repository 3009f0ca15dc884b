import type { ProviderParts } from '../core/provider-parts.ts'
import { openProviderStore, type ProviderStore } from '../core/provider-store.ts'
import { type Changes, changesSchema, type DocomoRefund, type Order } from './records.ts'

/** d払い's records in memory: orders by the store's reference, refunds by their key. */
export interface DocomoStore extends ProviderStore<Changes> {
  readonly orders: ReadonlyMap<string, Order>
  readonly refunds: ReadonlyMap<string, DocomoRefund>
}

/** Opens `docomo.jsonl` in the folder. */
export function openDocomoStore(parts: ProviderParts): DocomoStore {
  const orders = new Map<string, Order>()
  const refunds = new Map<string, DocomoRefund>()
  const store = openProviderStore(parts, 'docomo', changesSchema, changes => {
    for (const order of changes.orders ?? []) orders.set(order.order_ref, order)
    for (const refund of changes.refunds ?? []) refunds.set(refund.key, refund)
  })
  return { ...store, orders, refunds }
}
