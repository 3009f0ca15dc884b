import { hashToken } from '@kippu/server/tokens'
import * as v from 'valibot'

import type { SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { type Answer, send } from './http-client.ts'
import { checkoutData, type Method, payAtWallet } from './pay.ts'
import type { Stack } from './stack.ts'

export interface Shop extends Stack {
  /** Two tickets of 3,200 yen, and two that cost nothing. */
  readonly catalogue: SmallCatalogue
  readonly freeCatalogue: SmallCatalogue
}

/** Tickets of an order. */
export const TICKETS = 2

/**
 * A whole purchase over HTTP, with the same requests as the store's pages: order, buyer form (which mails the link),
 * the link, payment, tickets.
 *
 * @throws when any answer is not the expected one.
 */
export async function buy(shop: Shop, method: Method): Promise<void> {
  const call = callerOf(shop)
  const token = await orderAs(shop, call, method)
  await call('POST', `/api/v1/ordermails/${token}`, { contents: ANSWERS })
  await call('GET', `/api/v1/ordermails/${await mailTokenOf(shop, token)}`)
  const data = await checkoutData(shop, method)
  const paid = await call('POST', `/api/v1/orders/checkout/${token}`, {
    payment_method_type: method,
    ...data,
  })
  const { reservation_token: reservation } = v.parse(completed, await finish(shop, call, { method, paid }))
  const tickets = v.parse(
    v.array(v.unknown()),
    await call('GET', `/api/v1/reservations/${reservation}/tickets`),
  )
  if (tickets.length !== TICKETS) throw new Error(`${tickets.length} tickets instead of ${TICKETS}`)
}

/** Makes only the order, the first step of a purchase. */
export async function order(shop: Shop): Promise<void> {
  await orderAs(shop, callerOf(shop), 'stripe')
}

const ANSWERS = [
  { key: 'fullname', value: 'Kippu Taro' },
  { key: 'email', value: 'taro@example.com' },
]

const completed = v.object({ result: v.literal('completed'), reservation_token: v.string() })
const redirected = v.object({ result: v.literal('redirect'), redirect_url: v.string() })
const ordered = v.object({ order_token: v.string() })

type Caller = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

/** Calls the store from an address that has not been used before. */
function callerOf({ origin }: Stack): Caller {
  const headers = { 'x-forwarded-for': newAddress() }
  return async (method, path, body) => {
    const answer = await send({ method, url: `${origin}${path}`, headers, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return JSON.parse(answer.text)
  }
}

let addresses = 0

function newAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

async function orderAs(shop: Shop, call: Caller, method: Method): Promise<string> {
  const { productUuid, spans, adult, child } = method === 'free' ? shop.freeCatalogue : shop.catalogue
  const answer = await call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[Math.floor(Math.random() * spans.length)],
    quantity: TICKETS,
    option_values: [{ option_value_id: method === 'free' ? child : adult, quantity: TICKETS }],
  })
  return v.parse(ordered, answer).order_token
}

/**
 * The token of the mailed link, without reading the mail: the server derives it from the order's id. Polling the
 * mailbox until the mail arrives would cost the load generator and the simulators more than it costs the store.
 */
async function mailTokenOf({ db, tokens }: Shop, orderToken: string): Promise<string> {
  const { bench_id: id } = await db.read(tx =>
    tx
      .selectFrom('orders')
      .select('id as bench_id')
      .where('token_hash', '=', hashToken(orderToken))
      .executeTakeFirstOrThrow(),
  )
  return tokens.derive('mail', `${id}.1`)
}

/** The payer of a wallet leaves, pays and comes back, and the page of the callback route asks how the payment ended. */
async function finish(
  { origin }: Shop,
  call: Caller,
  { method, paid }: { readonly method: Method; readonly paid: unknown },
): Promise<unknown> {
  if (method !== 'alipay') return paid
  const back = await payAtWallet(v.parse(redirected, paid).redirect_url)
  if (!back.startsWith(origin)) throw new Error(`the wallet sent its payer to ${back}`)
  const { location } = await send({ method: 'GET', url: back })
  const paymentNumber = numberIn(location)
  return call('POST', '/api/v1/orders/confirmcheckout', {
    payment_number: paymentNumber,
    payment_method_type: method,
  })
}

function numberIn(location: Answer['location']): string {
  const number = new URLSearchParams(location?.split('?')[1]).get('payment_number')
  if (number === null) throw new Error(`the store sent a payer to ${location}`)
  return number
}
