import { setTimeout as delay } from 'node:timers/promises'

import { checkout } from '@kippu/contract/payments'
import { createOrder } from '@kippu/contract/orders'
import { searchProducts } from '@kippu/contract/products'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { enterStripeCard } from '../purchases/pay.ts'
import type { Stack } from '../stack.ts'

const BUYER = 'buyer@example.com'
/** How long a mail may take, and the pause between two looks, in ms. */
const [MAIL_WITHIN, LOOK_EVERY] = [30_000, 100]

/** Buys two tickets of the store of the demo for one of the next days, over HTTP. Answers with the token of the reservation. */
export async function buyVisit(stack: Pick<Stack, 'origin' | 'providers'>): Promise<string> {
  const { origin } = stack
  const order = v.parse(
    createOrder.response,
    await ask(`${origin}/api/v1/orders`, { lang: 'ja', ...(await chooseVisit(origin)) }),
  )
  const token = order.order_token
  const contents = [
    { key: 'fullname', value: 'Kippu Taro' },
    { key: 'email', value: BUYER },
  ]
  await ask(`${origin}/api/v1/ordermails/${token}`, { contents })
  await ask(`${origin}/api/v1/ordermails/${await mailedToken(stack)}`)
  const paid = v.parse(
    checkout.response,
    await ask(`${origin}/api/v1/orders/checkout/${token}`, {
      payment_method_type: 'stripe_secure',
      ...(await enterStripeCard(stack)),
    }),
  )
  if (paid.result !== 'completed') throw new Error(`the card was not charged: ${paid.result}`)
  return paid.reservation_token
}

/** The first time with room of a product that is sold by time. */
async function chooseVisit(origin: string): Promise<object> {
  const from = addDays(jstDateOf(Date.now()), 5)
  const products = v.parse(
    searchProducts.response,
    await ask(`${origin}/api/v1/products/search?lang=ja&from=${from}&to=${addDays(from, 20)}`),
  )
  for (const { uuid, sale_type: type, options, days } of products) {
    const [adult] = options.flatMap(option => (option.type === 'ticket_type' ? option.values : []))
    const span = days.flatMap(day => day.time_spans).find(one => one.remaining_stock > 10)
    if (type === 'time' && adult !== undefined && span !== undefined)
      return {
        product_uuid: uuid,
        time_span_id: span.time_span_id,
        quantity: 2,
        option_values: [{ option_value_id: adult.option_value_id, quantity: 2 }],
      }
  }
  throw new Error('nothing is on sale')
}

const mails = v.array(v.object({ text: v.string() }))

async function mailedToken({ providers }: Pick<Stack, 'providers'>): Promise<string> {
  const end = performance.now() + MAIL_WITHIN
  while (performance.now() < end) {
    const found = v.parse(mails, await ask(`${providers}/mailbox/api/messages?to=${BUYER}`))
    const token = found
      .map(({ text }) => /mail_token=([\w-]+)/.exec(text)?.[1])
      .find(one => one !== undefined)
    if (token !== undefined) return token
    await delay(LOOK_EVERY)
  }
  throw new Error('no mail came')
}

async function ask(url: string, body?: object): Promise<unknown> {
  const answer = await fetch(
    url,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
