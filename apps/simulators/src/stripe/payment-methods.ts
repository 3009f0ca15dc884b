import * as v from 'valibot'

import { cardBrandOf } from '../core/card-brand.ts'
import { randomId } from '../core/random-id.ts'
import { passesLuhn } from '../core/test-cards.ts'
import { type Answer, cardError, missing, ok } from './answer.ts'
import type { Context } from './context.ts'
import { toSeconds } from './intent-life.ts'
import { readParams } from './params.ts'
import { presentPaymentMethod } from './present.ts'
import type { PaymentMethod } from './records.ts'

const digits = v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))

const createSchema = v.strictObject({
  type: v.literal('card'),
  card: v.strictObject({ number: v.string(), exp_month: digits, exp_year: digits, cvc: v.string() }),
  billing_details: v.optional(
    v.strictObject({
      name: v.optional(v.string()),
      email: v.optional(v.string()),
      phone: v.optional(v.string()),
    }),
  ),
})

/**
 * `POST /v1/payment_methods`. The number is checked here and kept nowhere: only the brand and the last four digits are
 * stored.
 */
export function createPaymentMethod({ params, now }: Context): Answer {
  const read = readParams(createSchema, params)
  if ('refusal' in read) return read.refusal
  const { card } = read.params
  const number = card.number.replaceAll(/[\s-]/g, '')
  const brand = cardBrandOf(number)
  if (!passesLuhn(number)) return wrong('Your card number is incorrect.', 'incorrect_number', 'number')
  if (card.exp_month < 1 || card.exp_month > 12)
    return wrong("Your card's expiration month is invalid.", 'invalid_expiry_month', 'exp_month')
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year
  // A card is valid until its month has ended everywhere on earth.
  if (Date.UTC(year, card.exp_month, 1, 12) <= now.getTime())
    return wrong("Your card's expiration year is invalid.", 'invalid_expiry_year', 'exp_year')
  if (!/^\d{3,4}$/.test(card.cvc) || (card.cvc.length === 4 && brand !== 'amex'))
    return wrong("Your card's security code is invalid.", 'invalid_cvc', 'cvc')

  const method: PaymentMethod = {
    id: randomId('pm'),
    created: toSeconds(now),
    brand,
    last4: number.slice(-4),
    exp_month: card.exp_month,
    exp_year: year,
  }
  return ok(presentPaymentMethod(method), { paymentMethods: [method] })
}

/** `GET /v1/payment_methods/:id` */
export function retrievePaymentMethod(id: string, { store }: Context): Answer {
  const method = store.paymentMethods.get(id)
  return method === undefined
    ? missing('PaymentMethod', id, 'payment_method')
    : ok(presentPaymentMethod(method))
}

function wrong(message: string, code: string, field: string): Answer {
  return cardError(message, { code, param: `card[${field}]` })
}
