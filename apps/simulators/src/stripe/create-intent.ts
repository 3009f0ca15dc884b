import * as v from 'valibot'

import { randomId } from '../core/random-id.ts'
import { type Answer, invalidRequest, missing, ok } from './answer.ts'
import { confirmWith } from './confirm-intent.ts'
import type { Context } from './context.ts'
import { toSeconds } from './intent-life.ts'
import { chargeable, expand, flag, list, metadata, readParams } from './params.ts'
import { presentExpanded } from './present.ts'
import type { Intent } from './records.ts'

const createSchema = v.strictObject({
  amount: chargeable,
  currency: v.literal('jpy'),
  payment_method: v.optional(v.string()),
  payment_method_types: v.optional(list),
  capture_method: v.optional(v.picklist(['manual', 'automatic']), 'automatic'),
  confirmation_method: v.optional(v.picklist(['manual', 'automatic']), 'automatic'),
  confirm: v.optional(flag, 'false'),
  return_url: v.optional(v.pipe(v.string(), v.url('Not a valid URL'))),
  description: v.optional(v.string()),
  metadata: v.optional(metadata, {}),
  payment_method_options: v.optional(
    v.strictObject({
      card: v.strictObject({
        request_three_d_secure: v.optional(v.picklist(['automatic', 'any', 'challenge'])),
      }),
    }),
  ),
  expand,
})

/** `POST /v1/payment_intents`, with `confirm=true` charged at once. Amounts are yen. */
export function createIntent(context: Context): Answer {
  const read = readParams(createSchema, context.params)
  if ('refusal' in read) return read.refusal
  const { params } = read
  const method = context.store.paymentMethods.get(params.payment_method ?? '')
  if (params.payment_method !== undefined && method === undefined)
    return missing('PaymentMethod', params.payment_method, 'payment_method')
  if (!params.confirm && params.return_url !== undefined)
    return invalidRequest('return_url may only be given with confirm=true.', { param: 'return_url' })

  const id = randomId('pi')
  const intent: Intent = {
    id,
    client_secret: `${id}_${randomId('secret')}`,
    created: toSeconds(context.now),
    amount: params.amount,
    amount_received: 0,
    amount_refunded: 0,
    status: method === undefined ? 'requires_payment_method' : 'requires_confirmation',
    capture_method: params.capture_method,
    confirmation_method: params.confirmation_method,
    three_d_secure: params.payment_method_options?.card.request_three_d_secure ?? 'automatic',
    authentication: 'none',
    payment_method: method?.id ?? null,
    return_url: params.return_url ?? null,
    challenge: null,
    charge: null,
    description: params.description ?? null,
    metadata: params.metadata,
    last_payment_error: null,
    cancellation_reason: null,
    canceled_at: null,
  }
  if (params.confirm) return confirmWith(intent, { ...context, method, expand: params.expand })
  return ok(presentExpanded(intent, { ...context, expand: params.expand }), { intents: [intent] })
}
