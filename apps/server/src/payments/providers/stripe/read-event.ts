import type Stripe from 'stripe'
import * as v from 'valibot'

import type { ProviderEvent } from '../../port/port.ts'

/** Events that tell what a payment, or a refund of ours, has become; all others change nothing. */
const HINTS: ReadonlyMap<string, ProviderEvent['hint']> = new Map([
  ['payment_intent.amount_capturable_updated', 'authorized'],
  ['payment_intent.succeeded', 'captured'],
  ['payment_intent.payment_failed', 'failed'],
  ['payment_intent.canceled', 'voided'],
  ['refund.updated', 'settled'],
  ['refund.failed', 'settled'],
  ['charge.refund.updated', 'settled'],
])

/** The buyer's bank reverses the payment, or is about to. */
const DISPUTES: ReadonlySet<string> = new Set(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])

const metadata = v.object({ attempt_id: v.pipe(v.string(), v.uuid()) })

const REFUNDS: ReadonlySet<string> = new Set(['refund.created', 'refund.updated'])

/** An object that may be ours. Other programs of the merchant may use the same account and write anything. */
const ours = v.variant('object', [
  v.object({ object: v.literal('payment_intent'), id: v.string(), metadata }),
  v.object({ object: v.literal('refund'), id: v.string(), status: v.nullish(v.string(), ''), metadata }),
])

/** It carries no reference of ours but the intent. */
const dispute = v.object({ object: v.literal('dispute'), id: v.string(), payment_intent: v.string() })

/** Made in Stripe's console, or by another program. */
const refundElsewhere = v.object({
  object: v.literal('refund'),
  id: v.string(),
  status: v.nullish(v.string(), ''),
  payment_intent: v.string(),
})

/**
 * Our view of a verified event, which is a hint: the intent is always queried. Only ids are kept, because the event may
 * contain the cardholder's name.
 */
export function readEvent(event: Stripe.Event): ProviderEvent {
  const { id: dedupeKey, type } = event
  const hint = HINTS.get(type) ?? 'other'
  const read = v.safeParse(ours, event.data.object)
  if (!read.success) return { dedupeKey, hint, ...(readElsewhere(event) ?? readDispute(event)) }
  const { object, id, metadata: data } = read.output
  const attemptId = data.attempt_id
  if (object === 'payment_intent')
    return { dedupeKey, attemptId, refs: { intent: id }, hint, payload: { type, intent: id } }
  const isUndone = hint === 'settled' && (type === 'refund.failed' || isOver(read.output))
  const payload = { type, refund: id, ...(isUndone && { status: read.output.status }) }
  return { dedupeKey, attemptId, refs: {}, hint, payload, ...(isUndone && { undoes: true }) }
}

function isOver({ status }: { readonly status: string }): boolean {
  return status === 'failed' || status === 'canceled'
}

type FoundEvent = Omit<ProviderEvent, 'dedupeKey' | 'hint'> & Partial<Pick<ProviderEvent, 'hint'>>

function readElsewhere({ type, data }: Stripe.Event): FoundEvent | undefined {
  const read = REFUNDS.has(type) ? v.safeParse(refundElsewhere, data.object) : undefined
  if (read?.success !== true || isOver(read.output)) return undefined
  const { id, payment_intent: intent } = read.output
  const findBy = { ref: 'intent', value: intent } as const
  return { attemptId: undefined, findBy, refs: {}, hint: 'settled', payload: { type, refund: id, intent } }
}

function readDispute({ type, data }: Stripe.Event): FoundEvent {
  const read = DISPUTES.has(type) ? v.safeParse(dispute, data.object) : undefined
  if (read?.success !== true) return { attemptId: undefined, refs: {}, payload: { type } }
  const { id, payment_intent: intent } = read.output
  const findBy = { ref: 'intent', value: intent } as const
  return { attemptId: undefined, findBy, refs: {}, dispute: id, payload: { type, intent } }
}
