import type Stripe from 'stripe'
import * as v from 'valibot'

import type { ProviderEvent } from '../port.ts'

/** Events that say what a payment has become; all others change nothing. */
const HINTS: ReadonlyMap<string, ProviderEvent['hint']> = new Map([
  ['payment_intent.amount_capturable_updated', 'authorized'],
  ['payment_intent.succeeded', 'captured'],
  ['payment_intent.payment_failed', 'failed'],
  ['payment_intent.canceled', 'voided'],
])

/** An intent of ours. Other programs of the merchant may use the same account and write what they like. */
const ourIntent = v.object({
  object: v.literal('payment_intent'),
  id: v.string(),
  metadata: v.object({ attempt_id: v.pipe(v.string(), v.uuid()) }),
})

/**
 * Our view of a verified event, which is a hint: the intent is always asked for again. Only ids are kept of it,
 * because it may carry the cardholder's name.
 */
export function readEvent(event: Stripe.Event): ProviderEvent {
  const read = v.safeParse(ourIntent, event.data.object)
  const refs = read.success ? { intent: read.output.id } : {}
  return {
    dedupeKey: event.id,
    attemptId: read.success ? read.output.metadata.attempt_id : undefined,
    refs,
    hint: HINTS.get(event.type) ?? 'other',
    payload: { type: event.type, ...refs },
  }
}
