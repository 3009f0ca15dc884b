import { testCardNumber } from '@kippu/simulators/core/test-cards'
import * as v from 'valibot'

import { callStore } from './call-store.ts'
import { waitForMail } from './mailbox.ts'
import { orderAhead } from './order-ahead.ts'
import type { Buyer, MailedOrder } from './order-ahead.ts'
import { TEA } from './order-choices.ts'
import { STACK } from './stack.ts'
import type { Visit } from './visits.ts'

/** Tickets that a visitor has. */
export interface Bought extends MailedOrder {
  readonly reservationToken: string
  readonly reservationNumber: string
}

interface BoughtAlong {
  /** Codes of coupons. */
  readonly coupons?: readonly string[]
  /** Units of tea in the forest. */
  readonly tea?: number
}

/** Buys two adults' tickets with a card that asks for no challenge: the state in which stories of a moved visit begin. */
export async function buyAhead(
  visit: Visit,
  buyer: Buyer,
  { coupons = [], tea = 0 }: BoughtAlong = {},
): Promise<Bought> {
  const order = await orderAhead(visit, buyer, {
    sets: tea === 0 ? [] : [{ ...(await teaOf(visit)), quantity: tea }],
  })
  const { text } = await waitForMail(buyer.email, { kind: 'confirmation' })
  const mailToken = /mail_token=([\w-]+)/.exec(text)?.[1] ?? ''
  await callStore('confirmOrderMail', { params: { token: mailToken } })
  for (const coupon of coupons)
    await callStore('addOrderCoupon', { params: { token: order.orderToken }, body: { coupon } })
  const method = 'stripe_secure'
  const body = { payment_method_type: method, payment_method: await cardOf(method, '1112') } as const
  const bought = await callStore('checkout', { params: { token: order.orderToken }, body })
  if (bought.result !== 'completed') throw new Error(`the card was not charged: ${bought.result}`)
  return {
    ...order,
    reservationToken: bought.reservation_token,
    reservationNumber: bought.reservation_number,
  }
}

/** The tea at its first time on the day of a visit. */
async function teaOf({
  timeSpanId,
  date,
}: Visit): Promise<{ readonly uuid: string; readonly timeSpanId: number }> {
  const query = { lang: 'ja', main_product_time_span_ids: String(timeSpanId), from: date, to: date } as const
  const offers = await callStore('searchSetProducts', { query })
  const span = offers.find(({ uuid }) => uuid === TEA.uuid)?.time_spans[0]
  if (span === undefined) throw new Error(`no tea on ${date}`)
  return { uuid: TEA.uuid, timeSpanId: span.time_span_id }
}

/** A test card, as the script of Stripe gives it to a page of the store. */
async function cardOf(method: string, last4: string): Promise<string> {
  const methods = await callStore('getPaymentMethods', { query: { lang: 'ja', channel: 'web' } })
  const key = methods.find(({ payment_method_type: type }) => type === method)?.client.config[
    'publishable_key'
  ]
  const response = await fetch(`${STACK.simulators}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, origin: STACK.simulators },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': testCardNumber(last4),
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
    }),
  })
  return v.parse(v.object({ id: v.string() }), await response.json()).id
}
