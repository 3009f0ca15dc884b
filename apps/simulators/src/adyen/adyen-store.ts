import type { StoredAnswer } from '../core/idempotency-key.ts'
import type { ProviderParts } from '../core/provider-parts.ts'
import { openProviderStore, type ProviderStore } from '../core/provider-store.ts'
import { type Card, type Changes, changesSchema, type Payment } from './records.ts'

/** Adyen's records in memory. A change of a known key replaces the record. */
export interface AdyenStore extends ProviderStore<Changes> {
  readonly cards: ReadonlyMap<string, Card>
  readonly payments: ReadonlyMap<string, Payment>
  readonly answers: ReadonlyMap<string, StoredAnswer>
}

/** Opens `adyen.jsonl` in the folder. */
export function openAdyenStore(parts: ProviderParts): AdyenStore {
  const cards = new Map<string, Card>()
  const payments = new Map<string, Payment>()
  const answers = new Map<string, StoredAnswer>()
  const store = openProviderStore(parts, 'adyen', changesSchema, changes => {
    for (const card of changes.cards ?? []) cards.set(card.blob, card)
    for (const payment of changes.payments ?? []) payments.set(payment.psp, payment)
    for (const answer of changes.answers ?? []) answers.set(answer.key, answer)
  })
  return { ...store, cards, payments, answers }
}
