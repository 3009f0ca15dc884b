import { setTimeout as delay } from 'node:timers/promises'

import { testCardNumber } from '@kippu/simulators/core/test-cards'
import * as v from 'valibot'

import type { SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'

/** The store and the simulators behind it. */
export interface Shop {
  readonly origin: string
  readonly providers: string
}

interface Asked {
  readonly status: number
  readonly body: unknown
}

/** One request, as from this address. */
async function ask(
  { origin }: Pick<Shop, 'origin'>,
  from: string,
  [method, path, body]: readonly ['GET' | 'POST', string, object?],
): Promise<Asked> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { 'x-forwarded-for': from, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

const ordered = v.object({ order_token: v.string(), places: v.picklist(['held', 'at_proof']) })

function contentsOf({ productUuid, spans, adult }: SmallCatalogue, quantity: number): object {
  return {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[Math.floor(Math.random() * spans.length)],
    quantity,
    option_values: [{ option_value_id: adult, quantity }],
  }
}

/** An order of this many tickets; undefined when it is refused. */
export async function order(
  shop: Shop,
  from: string,
  catalogue: SmallCatalogue,
  quantity: number,
): Promise<v.InferOutput<typeof ordered> | undefined> {
  const { status, body } = await ask(shop, from, ['POST', '/api/v1/orders', contentsOf(catalogue, quantity)])
  return status === 201 ? v.parse(ordered, body) : undefined
}

interface DoorOrder {
  readonly catalogue: SmallCatalogue
  readonly code: string
  readonly quantity: number
}

/** An order of the door. @throws when it is refused for another reason than that many ask. */
export async function orderAtDoor(
  shop: Shop,
  from: string,
  { catalogue, code, quantity }: DoorOrder,
): Promise<void> {
  const path = `/api/v1/spot/orders?qr_token=${code}` as const
  const { status, body } = await ask(shop, from, ['POST', path, contentsOf(catalogue, quantity)])
  if (status !== 201 && status !== 429 && status !== 503)
    throw new Error(`the door answered ${status} ${JSON.stringify(body)}`)
}

/** Proves an address as a script does that reads the mails of its domain. */
export async function followLink(shop: Shop, from: string, email: string): Promise<void> {
  await ask(shop, from, ['GET', `/api/v1/ordermails/${await mailedToken(shop, email)}`])
}

export function sendForm(shop: Shop, from: string, token: string, email: string): Promise<Asked> {
  const contents = [
    { key: 'fullname', value: 'Kippu Hana' },
    { key: 'email', value: email },
  ]
  return ask(shop, from, ['POST', `/api/v1/ordermails/${token}`, { contents }])
}

export interface Bought {
  /** How long the purchase took, in ms. */
  readonly ms: number
  readonly wasPutOff: boolean
  /** Answers that asked to come again. */
  readonly delays: number
}

const TICKETS = 2
const LOOK_EVERY_MS = 250
const COME_AGAIN_MS = 2_000

const completed = v.object({ result: v.literal('completed'), reservation_token: v.string() })
const card = v.object({ id: v.string() })
const mails = v.array(v.object({ text: v.string() }))
const tickets = v.pipe(v.array(v.unknown()), v.length(TICKETS))

/**
 * An honest buyer: order, form, the link of the mail that came, card, tickets. Told to come again, they do.
 * @throws when an answer is another one.
 */
export async function buy(
  shop: Shop,
  from: string,
  catalogue: SmallCatalogue,
  email: string,
): Promise<Bought> {
  const begin = performance.now()
  let delays = 0
  const insist = async (request: readonly ['GET' | 'POST', string, object?]): Promise<unknown> => {
    for (;;) {
      const { status, body } = await ask(shop, from, request)
      if (status < 300) return body
      if (status !== 429 && status !== 503) throw new Error(`${request[1]} was answered with ${status}`)
      delays += 1
      await delay(COME_AGAIN_MS)
    }
  }
  let made = await order(shop, from, catalogue, TICKETS)
  while (made === undefined) {
    delays += 1
    await delay(COME_AGAIN_MS)
    made = await order(shop, from, catalogue, TICKETS)
  }
  const token = made.order_token
  const contents = [
    { key: 'fullname', value: 'Kippu Hana' },
    { key: 'email', value: email },
  ]
  await insist(['POST', `/api/v1/ordermails/${token}`, { contents }])
  await insist(['GET', `/api/v1/ordermails/${await mailedToken(shop, email)}`])
  const paid = v.parse(
    completed,
    await insist([
      'POST',
      `/api/v1/orders/checkout/${token}`,
      { payment_method_type: 'stripe', payment_method: await cardOf(shop) },
    ]),
  )
  v.parse(tickets, await insist(['GET', `/api/v1/reservations/${paid.reservation_token}/tickets`]))
  return { ms: performance.now() - begin, wasPutOff: made.places === 'at_proof', delays }
}

/** The token in the newest mail to an address, once it has come. */
async function mailedToken({ providers }: Shop, email: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${providers}/mailbox/api/messages?to=${encodeURIComponent(email)}`)
    const [newest] = v.parse(mails, await answer.json())
    const token = newest && /mail_token=(eml_[\w-]+)/.exec(newest.text)?.[1]
    if (token !== undefined) return token
    await delay(LOOK_EVERY_MS)
  }
}

async function cardOf({ providers }: Shop): Promise<string> {
  const answer = await fetch(`${providers}/v1/payment_methods`, {
    method: 'POST',
    headers: {
      origin: providers,
      authorization: 'Bearer pk_simulated',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': testCardNumber('1112'),
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
    }),
  })
  return v.parse(card, await answer.json()).id
}
