import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

import { hashToken } from '@kippu/server/platform/tokens'
import { testCardNumber } from '@kippu/simulators/core/test-cards'
import * as v from 'valibot'

import type { Load } from '../wrk.ts'
import type { Store } from './stores.ts'

/** Tickets of a purchase. */
const TICKETS = 2

const agent = new Agent({ keepAlive: true })

/** The store that is bought from. */
export interface Market extends Pick<Store, 'origin' | 'providers' | 'db' | 'tokens'> {
  readonly catalogue: Pick<Store['catalogue'], 'productUuid' | 'spans' | 'adult'>
}

/** So many purchases a second begin, whether or not those before have ended. @returns how long each took, in ms. */
export async function buyAtRate(store: Market, aSecond: number, seconds: number): Promise<readonly number[]> {
  const begin = performance.now()
  const under: Array<Promise<number>> = []
  while (under.length < aSecond * seconds) {
    await delay(Math.max(0, begin + (under.length * 1_000) / aSecond - performance.now()))
    under.push(timeOf(store))
  }
  return Promise.all(under)
}

async function timeOf(store: Market): Promise<number> {
  const since = performance.now()
  await buy(store)
  return performance.now() - since
}

/** Buyers who each buy again as soon as they have their tickets. @throws when an answer is not the expected one. */
export async function buyFor(store: Market, buyers: number, seconds: number): Promise<Load> {
  const begin = performance.now()
  const times: number[] = []
  const buyOn = async (): Promise<void> => {
    while (performance.now() - begin < seconds * 1000) {
      times.push(await timeOf(store))
    }
  }
  await Promise.all(Array.from({ length: buyers }, buyOn))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return {
    answered: times.length,
    refused: 0,
    broken: 0,
    seconds: (performance.now() - begin) / 1000,
    p50: at(0.5),
    p99: at(0.99),
  }
}

const ordered = v.object({ order_token: v.string() })
const completed = v.object({ result: v.literal('completed'), reservation_token: v.string() })
const card = v.object({ id: v.string() })

/** Order, form with its mail, mailed link, payment by card, tickets, as the store's pages ask for them. */
async function buy(store: Market): Promise<void> {
  const { origin, providers, catalogue, db, tokens } = store
  const address = newAddress()
  const call = (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> =>
    send(
      method,
      `${origin}${path}`,
      { 'x-forwarded-for': address, ...JSON_TYPE },
      body && JSON.stringify(body),
    )
  const { order_token: token } = v.parse(
    ordered,
    await call('POST', '/api/v1/orders', {
      lang: 'ja',
      product_uuid: catalogue.productUuid,
      time_span_id: catalogue.spans[Math.floor(Math.random() * catalogue.spans.length)],
      quantity: TICKETS,
      option_values: [{ option_value_id: catalogue.adult, quantity: TICKETS }],
    }),
  )
  await call('POST', `/api/v1/ordermails/${token}`, { contents: answers() })
  // The link is derived, as the store has done: to wait for its mail would measure the mailbox.
  const { id: orderId } = await db.read(read =>
    read
      .selectFrom('orders')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow(),
  )
  await call('GET', `/api/v1/ordermails/${tokens.derive('mail', `${orderId}.1`)}`)
  const { id } = v.parse(
    card,
    await send('POST', `${providers}/v1/payment_methods`, { origin: providers, ...STRIPE_HEADERS }, CARD),
  )
  const paid = v.parse(
    completed,
    await call('POST', `/api/v1/orders/checkout/${token}`, {
      payment_method_type: 'stripe',
      payment_method: id,
    }),
  )
  v.parse(
    v.pipe(v.array(v.unknown()), v.length(TICKETS)),
    await call('GET', `/api/v1/reservations/${paid.reservation_token}/tickets`),
  )
}

const JSON_TYPE = { 'content-type': 'application/json' }
/** Each buyer has a mailbox of their own, where most people have theirs. */
const answers = () => [
  { key: 'fullname', value: 'Kippu Hana' },
  { key: 'email', value: `${randomUUID()}@gmail.com` },
]
const STRIPE_HEADERS = {
  authorization: 'Bearer pk_simulated',
  'content-type': 'application/x-www-form-urlencoded',
}
const CARD = new URLSearchParams({
  type: 'card',
  'card[number]': testCardNumber('1112'),
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
}).toString()

/** Over a kept-alive connection. @throws unless it is answered with success. */
async function send(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<unknown> {
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { agent, method, headers: { ...headers, ...length } }, answer => {
      let read = ''
      answer.setEncoding('utf8').on('data', (part: string) => (read += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: read }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
  if (status >= 300) throw new Error(`${method} ${url} was answered with ${status}: ${text}`)
  return JSON.parse(text)
}

let addresses = 0

/** Limits count by address, and all load comes from one. */
function newAddress(): string {
  addresses += 1
  return `172.16.${(addresses >> 8) & 255}.${addresses & 255}`
}
