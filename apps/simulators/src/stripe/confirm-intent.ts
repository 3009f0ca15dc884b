import * as v from 'valibot'

import { conductOf } from '../core/test-cards.ts'
import { type Answer, invalidRequest, missing, ok } from './answer.ts'
import type { Context } from './context.ts'
import { confirm, needsChallenge } from './intent-life.ts'
import { expand, readParams } from './params.ts'
import { presentError, presentExpanded } from './present.ts'
import type { Intent, PaymentMethod } from './records.ts'
import { unexpectedState } from './unexpected-state.ts'

const confirmSchema = v.strictObject({
  payment_method: v.optional(v.string()),
  return_url: v.optional(v.pipe(v.string(), v.url('Not a valid URL'))),
  expand,
})

/** `POST /v1/payment_intents/:id/confirm`: the first time, after a challenge, or with another card after a failure. */
export function confirmIntent(id: string, context: Context): Answer {
  const read = readParams(confirmSchema, context.params)
  if ('refusal' in read) return read.refusal
  const { payment_method, return_url } = read.params
  const intent = context.store.intents.get(id)
  if (intent === undefined) return missing('payment_intent', id, 'intent')
  if (intent.status !== 'requires_confirmation' && intent.status !== 'requires_payment_method')
    return unexpectedState(intent, context.origin, 'confirm')

  const chosen = payment_method ?? intent.payment_method
  const method = context.store.paymentMethods.get(chosen ?? '')
  if (chosen !== null && method === undefined) return missing('PaymentMethod', chosen, 'payment_method')
  const sameCard = chosen === intent.payment_method
  const ready: Intent = {
    ...intent,
    payment_method: chosen,
    authentication: sameCard ? intent.authentication : 'none',
    return_url: return_url ?? intent.return_url,
  }
  return confirmWith(ready, { ...context, method, expand: read.params.expand })
}

/** Confirms an intent that is ready. A declined card is answered with 402, and the intent waits for another card. */
export function confirmWith(
  intent: Intent,
  context: Context & { readonly method: PaymentMethod | undefined; readonly expand: readonly string[] },
): Answer {
  const { method, now, origin } = context
  if (method === undefined)
    return invalidRequest('You cannot confirm this PaymentIntent because it is missing a payment method.', {
      code: 'payment_intent_unexpected_state',
      param: 'payment_method',
    })
  if (needsChallenge(intent, method) && intent.return_url === null)
    return invalidRequest('A return_url is required: this card asks for authentication.', {
      code: 'parameter_missing',
      param: 'return_url',
    })
  const after = confirm(intent, { method, now, origin, returnUrl: intent.return_url })
  const body = presentExpanded(after.intent, context)
  const error = after.intent.last_payment_error
  if (after.intent.status === 'requires_payment_method' && error !== null)
    return { status: 402, body: presentError(error, body), changes: after.changes }
  return { ...ok(body, after.changes), lost: conductOf(method.last4) === 'answer_lost' }
}
