import type Stripe from 'stripe'
import * as v from 'valibot'

import type { ProviderEvent } from '../port.ts'

/** Events that say what a payment, or a refund of ours, has become; all others change nothing. */
const HINTS: ReadonlyMap<string, ProviderEvent['hint']> = new Map([
  ['payment_intent.amount_capturable_updated', 'authorized'],
  ['payment_intent.succeeded', 'captured'],
  ['payment_intent.payment_failed', 'failed'],
  ['payment_intent.canceled', 'voided'],
  ['refund.updated', 'settled'],
  ['refund.failed', 'settled'],
])

/** An object of ours. Other programs of the merchant may use the same account and write what they like. */
const ours = v.object({
  object: v.picklist(['payment_intent', 'refund']),
  id: v.string(),
  metadata: v.object({ attempt_id: v.pipe(v.string(), v.uuid()) }),
})

/**
 * Our view of a verified event, which is a hint: the intent is always asked for again. Only ids are kept of it,
 * because it may carry the cardholder's name.
 */
export function readEvent(event: Stripe.Event): ProviderEvent {
  const read = v.safeParse(ours, event.data.object)
  const found = read.success
    ? { [read.output.object === 'refund' ? 'refund' : 'intent']: read.output.id }
    : {}
  return {
    dedupeKey: event.id,
    attemptId: read.success ? read.output.metadata.attempt_id : undefined,
    refs: read.success && read.output.object === 'payment_intent' ? { intent: read.output.id } : {},
    hint: HINTS.get(event.type) ?? 'other',
    payload: { type: event.type, ...found },
  }
}
