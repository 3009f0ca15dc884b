import type { ProviderParts } from '../core/provider-parts.ts'
import { openProviderStore, type ProviderStore } from '../core/provider-store.ts'
import { type AlipayRefund, type Changes, changesSchema, type Payment } from './records.ts'

/** Alipay's records in memory. Both maps are by the store's own request id. */
export interface AlipayStore extends ProviderStore<Changes> {
  readonly payments: ReadonlyMap<string, Payment>
  readonly refunds: ReadonlyMap<string, AlipayRefund>
}

/** Opens `alipay.jsonl` in the folder. */
export function openAlipayStore(parts: ProviderParts): AlipayStore {
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, AlipayRefund>()
  const store = openProviderStore(parts, 'alipay', changesSchema, changes => {
    for (const payment of changes.payments ?? []) payments.set(payment.request_id, payment)
    for (const refund of changes.refunds ?? []) refunds.set(refund.request_id, refund)
  })
  return { ...store, payments, refunds }
}
