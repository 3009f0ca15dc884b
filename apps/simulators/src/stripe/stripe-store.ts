import type { StoredAnswer } from '../core/idempotency-key.ts'
import type { ProviderParts } from '../core/provider-parts.ts'
import { openProviderStore, type ProviderStore } from '../core/provider-store.ts'
import {
  type Challenge,
  type Changes,
  changesSchema,
  type Intent,
  type PaymentMethod,
  type Refund,
} from './records.ts'

/** Stripe's records in memory. A change of a known id replaces the record. */
export interface StripeStore extends ProviderStore<Changes> {
  readonly paymentMethods: ReadonlyMap<string, PaymentMethod>
  readonly intents: ReadonlyMap<string, Intent>
  readonly challenges: ReadonlyMap<string, Challenge>
  readonly refunds: ReadonlyMap<string, Refund>
  readonly answers: ReadonlyMap<string, StoredAnswer>
}

/** Opens `stripe.jsonl` in the folder. */
export function openStripeStore(parts: ProviderParts): StripeStore {
  const paymentMethods = new Map<string, PaymentMethod>()
  const intents = new Map<string, Intent>()
  const challenges = new Map<string, Challenge>()
  const refunds = new Map<string, Refund>()
  const answers = new Map<string, StoredAnswer>()

  const store = openProviderStore(parts, 'stripe', changesSchema, changes => {
    for (const method of changes.paymentMethods ?? []) paymentMethods.set(method.id, method)
    for (const intent of changes.intents ?? []) intents.set(intent.id, intent)
    for (const challenge of changes.challenges ?? []) challenges.set(challenge.token, challenge)
    for (const refund of changes.refunds ?? []) refunds.set(refund.id, refund)
    for (const answer of changes.answers ?? []) answers.set(answer.key, answer)
  })
  return { ...store, paymentMethods, intents, challenges, refunds, answers }
}
