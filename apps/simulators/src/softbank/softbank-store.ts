import type { ProviderParts } from '../core/provider-parts.ts'
import { openProviderStore, type ProviderStore } from '../core/provider-store.ts'
import {
  type Authentication,
  type Changes,
  changesSchema,
  type Payment,
  type Purchase,
  type Token,
} from './records.ts'
import type { Settings } from './settings.ts'

/** The gateway's records in memory. A change of a known key replaces the record. */
export interface SoftbankStore extends ProviderStore<Changes> {
  readonly tokens: ReadonlyMap<string, Token>
  readonly authentications: ReadonlyMap<string, Authentication>
  /** The payments by tracking id. */
  readonly payments: ReadonlyMap<string, Payment>
  /** The purchases by page. */
  readonly purchases: ReadonlyMap<string, Purchase>
}

export interface SoftbankParts extends ProviderParts {
  readonly store: SoftbankStore
  readonly settings: Settings
}

/** Opens `softbank.jsonl` in the folder. */
export function openSoftbankStore(parts: ProviderParts): SoftbankStore {
  const tokens = new Map<string, Token>()
  const authentications = new Map<string, Authentication>()
  const payments = new Map<string, Payment>()
  const purchases = new Map<string, Purchase>()
  const store = openProviderStore(parts, 'softbank', changesSchema, changes => {
    for (const token of changes.tokens ?? []) tokens.set(token.token, token)
    for (const one of changes.authentications ?? []) authentications.set(one.id, one)
    for (const payment of changes.payments ?? []) payments.set(payment.tracking_id, payment)
    for (const purchase of changes.purchases ?? []) purchases.set(purchase.page, purchase)
  })
  return { ...store, tokens, authentications, payments, purchases }
}

/** The payment of an order reference, which can be paid once. */
export function paymentOfOrder(
  { payments }: Pick<SoftbankStore, 'payments'>,
  orderId: string,
): Payment | undefined {
  return [...payments.values()].find(payment => payment.order_id === orderId)
}
