import { setTimeout as delay } from 'node:timers/promises'

import type { PaymentMethod } from '@kippu/domain/payment-method'
import * as v from 'valibot'

import type { SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { send } from './http-client.ts'
import { firstRequest, type Step, stepOf, visitProvider } from './leave-page.ts'
import {
  enterAdyenCard,
  enterChallengedGmoCard,
  enterNothing,
  enterStripeCard,
  type PaymentData,
} from './pay.ts'
import type { Kind } from './rows.ts'
import { COUPON, type Shop } from './shop.ts'

interface PurchaseKind {
  readonly method: PaymentMethod
  readonly data: PaymentData
  readonly catalogue: keyof Shop['catalogues']
}

const PURCHASES: Readonly<Record<Kind, PurchaseKind>> = {
  stripe: { method: 'stripe', data: enterStripeCard, catalogue: 'paid' },
  free: { method: 'free', data: enterNothing, catalogue: 'free' },
  gmo_3ds: { method: 'gmo_3ds', data: enterChallengedGmoCard, catalogue: 'paid' },
  adyen_credit: { method: 'adyen_credit', data: enterAdyenCard, catalogue: 'paid' },
  softbank_paypay: { method: 'softbank_paypay', data: enterNothing, catalogue: 'paid' },
  member: { method: 'stripe', data: enterStripeCard, catalogue: 'members' },
}

/** The parts of a shop that a buyer needs. */
export interface Counter extends Pick<
  Shop,
  'origin' | 'providers' | 'catalogues' | 'mailTokenOf' | 'memberToken'
> {
  /** Where the mails come in. Without it a link is followed before it is mailed. */
  readonly mails?: Pick<Shop['mails'], 'untilLinked'>
}

/** Tickets of the visit, and units of the set product of an order that has one. */
const TICKETS = 2

export interface Purchase {
  /** To which the mails go; no other purchase has it. */
  readonly address: string
  readonly tickets: number
  readonly reservation: string
}

/**
 * A whole purchase over HTTP, with the same requests as the store's pages: order, login of a member, buyer form (which
 * mails the link), the link, coupon, payment, tickets.
 *
 * @throws when any answer is not the expected one.
 */
export async function buy(shop: Counter, kind: Kind): Promise<Purchase> {
  const { method, data, catalogue } = PURCHASES[kind]
  const number = newNumber()
  const address = `buyer-${number}@gmail.com`
  const store = storeOf(shop, kind, number)
  const isMember = kind === 'member'
  const token = await order(store, shop.catalogues[catalogue], kind)
  if (isMember) await logIn(store, token, shop.memberToken)
  const contents = [
    { key: 'fullname', value: 'Kippu Taro' },
    { key: 'email', value: address },
  ]
  await store.call('POST', `/api/v1/ordermails/${token}`, { contents })
  await shop.mails?.untilLinked(address)
  await store.call('GET', `/api/v1/ordermails/${await shop.mailTokenOf(token)}`)
  if (isMember) await store.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: COUPON })
  const paid = await store.call('POST', `/api/v1/orders/checkout/${token}`, {
    payment_method_type: method,
    ...(await data(shop)),
  })
  const { reservation_token: reservation } = await finish(store, method, paid)
  const tickets = v.parse(
    v.array(v.unknown()),
    await store.call('GET', `/api/v1/reservations/${reservation}/tickets`),
  )
  const expected = isMember ? 2 * TICKETS : TICKETS
  if (tickets.length !== expected) throw new Error(`${tickets.length} tickets instead of ${expected}`)
  return { address, tickets: tickets.length, reservation }
}

/** An order, and nothing after it. */
export async function orderAlone({ origin, catalogues }: Counter): Promise<void> {
  await order(storeOf({ origin }, 'stripe', newNumber()), catalogues.paid, 'stripe')
}

let numbers = 0

export function newNumber(): number {
  numbers += 1
  return numbers
}

/** The store as one buyer's browser reaches it. */
export interface Store {
  readonly origin: string
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
  /** Opens an address of the store and returns where it redirects the browser; undefined for a page. */
  open(request: { method: 'GET' | 'POST'; url: string; form?: string }): Promise<string | undefined>
}

/** The buyer comes from an address that has not been used for a long time. */
export function storeOf({ origin }: Pick<Counter, 'origin'>, kind: Kind, number: number): Store {
  const headers = {
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    ...(kind === 'member' && { host: `boc.${new URL(origin).host}` }),
  }
  return {
    origin,
    call: async (method, path, body) => {
      const answer = await send({ method, url: `${origin}${path}`, headers, ...(body && { body }) })
      if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return JSON.parse(answer.text)
    },
    open: async ({ method, url, form }) => {
      const answer = await send({ method, url, headers, ...(form !== undefined && { body: form }) })
      if (answer.status >= 400) throw new Error(`${method} ${url} answered ${answer.status}`)
      return answer.location
    },
  }
}

const ordered = v.object({ order_token: v.string() })

async function order(store: Store, catalogue: SmallCatalogue, kind: Kind): Promise<string> {
  const { productUuid, spans, adult, child, tea } = catalogue
  const span = Math.floor(Math.random() * spans.length)
  const answer = await store.call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[span],
    quantity: TICKETS,
    option_values: [{ option_value_id: kind === 'free' ? child : adult, quantity: TICKETS }],
    ...(kind === 'member' && {
      set_products: [{ uuid: tea.productUuid, time_span_id: tea.spans[span], quantity: TICKETS }],
    }),
  })
  return v.parse(ordered, answer).order_token
}

/** The page logs in with the club's token, and fills its form with the member's details. */
async function logIn(store: Store, token: string, memberToken: string): Promise<void> {
  await store.call('POST', `/api/v1/membership/token/login/${token}`, { token: memberToken })
  await store.call('GET', `/api/v1/membership/${token}`)
}

const completed = v.object({ result: v.literal('completed'), reservation_token: v.string() })
const checking = v.object({ result: v.literal('checking'), payment_number: v.string() })

/** More steps than any payment takes. */
const MOST_STEPS = 10
/** The pages of the store ask again after this long. */
const ASK_EVERY_MS = 3_000

/** Does what the answers ask for, until the payment is completed. */
export async function finish(
  store: Store,
  method: PaymentMethod,
  first: unknown,
): Promise<v.InferOutput<typeof completed>> {
  let answer = first
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const asked = stepOf(answer)
    if (asked !== undefined) answer = await leave(store, method, asked)
    else if (v.is(checking, answer)) {
      await delay(ASK_EVERY_MS)
      answer = await confirm(store, method, answer.payment_number)
    } else return v.parse(completed, answer)
  }
  throw new Error(`a payment by ${method} did not end`)
}

/** The buyer leaves, pays and comes back, and the page of the callback route asks how the payment ended. */
async function leave(store: Store, method: PaymentMethod, asked: Step): Promise<unknown> {
  // A page of the store's own sends the form.
  if (asked.result === 'form')
    await store.open({ method: 'GET', url: `${store.origin}/payment-step/${asked.payment_number}` })
  const back = await visitProvider(firstRequest(asked), store.origin)
  const [route = ''] = (await store.open(back))?.split('?') ?? []
  // The address has neither the number nor the MD of the bank: the browser that left knows them.
  if (route.endsWith('/payment-callback/gmo3ds') && 'md' in asked)
    return store.call('POST', '/api/v1/gmo-secure/exe-payment', { md: asked.md })
  return confirm(store, method, asked.payment_number)
}

function confirm(store: Store, method: PaymentMethod, paymentNumber: string | null): Promise<unknown> {
  return store.call('POST', '/api/v1/orders/confirmcheckout', {
    payment_number: paymentNumber,
    payment_method_type: method,
  })
}
