import * as v from 'valibot'

import { type Answer, invalidRequest, missing, ok } from './answer.ts'
import type { Context } from './context.ts'
import { cancel, capture } from './intent-life.ts'
import { expand, readParams, wholeNumber } from './params.ts'
import { presentExpanded } from './present.ts'
import { unexpectedState } from './unexpected-state.ts'

const captureSchema = v.strictObject({ amount_to_capture: v.optional(wholeNumber), expand })

/** `POST /v1/payment_intents/:id/capture`: captures the authorized amount or less, once. */
export function captureIntent(id: string, context: Context): Answer {
  const read = readParams(captureSchema, context.params)
  if ('refusal' in read) return read.refusal
  const intent = context.store.intents.get(id)
  if (intent === undefined) return missing('payment_intent', id, 'intent')
  if (intent.status !== 'requires_capture') return unexpectedState(intent, context.origin, 'capture')
  const amount = read.params.amount_to_capture ?? intent.amount
  if (amount < 1 || amount > intent.amount)
    return invalidRequest(`The amount to capture must be between 1 and ${intent.amount}.`, {
      code: amount < 1 ? 'amount_too_small' : 'amount_too_large',
      param: 'amount_to_capture',
    })
  const method = context.store.paymentMethods.get(intent.payment_method ?? '')
  const after = capture(intent, { ...context, method, amount })
  return ok(presentExpanded(after.intent, { ...context, expand: read.params.expand }), after.changes)
}

const cancelSchema = v.strictObject({
  cancellation_reason: v.optional(
    v.picklist(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']),
  ),
  expand,
})

/** `POST /v1/payment_intents/:id/cancel`: cancels an intent that is not captured. */
export function cancelIntent(id: string, context: Context): Answer {
  const read = readParams(cancelSchema, context.params)
  if ('refusal' in read) return read.refusal
  const intent = context.store.intents.get(id)
  if (intent === undefined) return missing('payment_intent', id, 'intent')
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    return unexpectedState(intent, context.origin, 'cancel')
  const method = context.store.paymentMethods.get(intent.payment_method ?? '')
  const after = cancel(intent, { ...context, method, reason: read.params.cancellation_reason ?? null })
  return ok(presentExpanded(after.intent, { ...context, expand: read.params.expand }), after.changes)
}
