import * as v from 'valibot'

import { type Answer, invalidRequest, type JsonObject, missing, ok } from './answer.ts'
import type { Context } from './context.ts'
import { refund } from './intent-life.ts'
import { metadata, readParams, wholeNumber } from './params.ts'
import { presentList, presentRefund } from './present.ts'
import type { Refund } from './records.ts'

const createSchema = v.strictObject({
  payment_intent: v.string(),
  amount: v.optional(v.pipe(wholeNumber, v.minValue(1, 'must be at least 1'))),
  reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: v.optional(metadata, {}),
})

/** `POST /v1/refunds`: refunds all that is left, or a part of it. */
export function createRefund(context: Context): Answer {
  const read = readParams(createSchema, context.params)
  if ('refusal' in read) return read.refusal
  const { params } = read
  const intent = context.store.intents.get(params.payment_intent)
  if (intent === undefined) return missing('payment_intent', params.payment_intent, 'payment_intent')
  const { charge } = intent
  if (intent.status !== 'succeeded' || charge === null)
    return invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  const left = intent.amount_received - intent.amount_refunded
  if (left === 0)
    return invalidRequest(`Charge ${charge} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = params.amount ?? left
  if (amount > left)
    return invalidRequest(
      `Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${left})`,
      {
        param: 'amount',
      },
    )
  const method = context.store.paymentMethods.get(intent.payment_method ?? '')
  const after = refund(intent, {
    ...context,
    method,
    amount,
    charge,
    reason: params.reason ?? null,
    metadata: params.metadata,
  })
  return ok(presentFirst(after.changes.refunds), after.changes)
}

/** The answer under the fault `refuse`: the merchant's balance does not cover the refund. */
export function refundRefused(): Answer {
  return invalidRequest('Insufficient funds in your Stripe account to refund this charge.', {
    code: 'balance_insufficient',
  })
}

/** `GET /v1/refunds/:id` */
export function retrieveRefund(id: string, { store }: Context): Answer {
  const found = store.refunds.get(id)
  return found === undefined ? missing('refund', id) : ok(presentRefund(found))
}

const listSchema = v.strictObject({ payment_intent: v.string(), limit: v.optional(v.string()) })

/** `GET /v1/refunds?payment_intent=…`, newest first. */
export function listRefunds(context: Context): Answer {
  const read = readParams(listSchema, context.params)
  if ('refusal' in read) return read.refusal
  const found = [...context.store.refunds.values()].filter(item => item.intent === read.params.payment_intent)
  return ok(presentList('/v1/refunds', found.reverse().map(presentRefund), false))
}

function presentFirst(refunds: readonly Refund[] | undefined): JsonObject {
  const [first] = refunds ?? []
  return first === undefined ? {} : presentRefund(first)
}
