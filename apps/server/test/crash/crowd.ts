import { setTimeout as delay } from 'node:timers/promises'

import type { StoreAnswer } from '../shop/orders.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import { createVisitor, isStep, type AnyShop, type Visitor } from '../payment-methods/visitor.ts'
import type { LoadedStore } from './loaded-store.ts'
import { METHOD_DISCOUNT } from './method-rig.ts'
import { patiently } from './patient-shop.ts'
import { shopOverHttp } from './shop-over-http.ts'

/** What the store has told a buyer: it is bought. */
export interface Acknowledged {
  readonly method: string
  readonly reservationToken: string
}

/** Buyers who buy again and again, each by the next method. */
export interface Crowd {
  readonly bought: readonly Acknowledged[]
  /** Purchases that came to no end, because what was asked was refused; their buyers began anew. */
  readonly givenUp: readonly string[]
  /** Resolves once so many more are bought. */
  untilMore(purchases: number): Promise<void>
  /** Resolves once something is bought by each method. */
  untilEachMethod(): Promise<void>
  /** Nobody begins anew; resolves once everybody is done. */
  goHome(): Promise<void>
}

/** Of each purchase. */
export const TICKETS = 2
const LOOK_EVERY_MS = 5
const ASK_EVERY_MS = 200
/**
 * A payment at which a killed store was at work is taken up again when its lease ends: its buyers read that it is being
 * checked, and go.
 */
const MOST_CHECKS = 2

/** @param shop Where they buy; they press again by themselves. */
export function startCrowd(
  store: Market,
  buyers: number,
  shop: AnyShop = patiently(shopOverHttp(store.origin)),
): Crowd {
  const visitor = createVisitor(shop, store.origin)
  const bought: Acknowledged[] = []
  const givenUp: string[] = []
  let isOver = false
  const buyAgain = async (first: number): Promise<void> => {
    for (let number = first; !isOver; number += 1) {
      const driver = DRIVERS[number % DRIVERS.length]
      if (driver === undefined) throw new Error('there are no methods')
      try {
        bought.push(await buy({ store, shop, visitor }, driver))
      } catch (error) {
        givenUp.push(`${driver.method}: ${String(error)}`)
      }
    }
  }
  const all = Promise.all(Array.from({ length: buyers }, (_none, number) => buyAgain(number)))
  return {
    bought,
    givenUp,
    untilMore: async purchases => {
      const enough = bought.length + purchases
      while (bought.length < enough) await delay(LOOK_EVERY_MS)
    },
    untilEachMethod: async () => {
      const isBought = (method: string): boolean => bought.some(one => one.method === method)
      while (!DRIVERS.every(({ method }) => isBought(method))) await delay(LOOK_EVERY_MS)
    },
    goHome: async () => {
      isOver = true
      await all
    },
  }
}

/** The tickets of a reservation as its buyer sees them. */
export async function countTickets({ origin }: LoadedStore, reservationToken: string): Promise<number> {
  const { body } = await patiently(shopOverHttp(origin)).call(
    'GET',
    `/api/v1/reservations/${reservationToken}/tickets`,
  )
  return Object.keys(body).length
}

/** What a crowd needs of a store. */
export type Market = Pick<LoadedStore, 'origin' | 'providers' | 'catalogues' | 'mailTokenOf'>

interface Place {
  readonly store: Market
  readonly shop: AnyShop
  readonly visitor: Visitor
}

/** @throws when it is refused. */
async function buy({ store, shop, visitor }: Place, driver: MethodDriver): Promise<Acknowledged> {
  const { method } = driver
  const isFree = method === 'free'
  const { productUuid, spans, adult, child } = store.catalogues[isFree ? 'free' : 'paid']
  const { order_token: token, price } = await accepted(shop, '/api/v1/orders', {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[0],
    quantity: TICKETS,
    option_values: [{ option_value_id: isFree ? child : adult, quantity: TICKETS }],
  })
  const contents = [
    { key: 'fullname', value: 'Kippu Taro' },
    { key: 'email', value: 'taro@example.com' },
  ]
  await accepted(shop, `/api/v1/ordermails/${String(token)}`, { contents })
  await follow(store, shop, String(token))
  const yen = isFree ? 0 : Number(price) - METHOD_DISCOUNT
  let answer = await shop.call('POST', `/api/v1/orders/checkout/${String(token)}`, {
    payment_method_type: method,
    ...(await driver.data(store.providers, 'paid', yen)),
  })
  let checks = 0
  while (checks < MOST_CHECKS) {
    const { result, payment_number: paymentNumber, reservation_token: reservation } = answer.body
    if (result === 'completed') return { method, reservationToken: String(reservation) }
    const isAsked = isStep(answer)
    if (!isAsked && result !== 'checking') throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    if (!isAsked) checks += 1
    const back = isAsked ? await visitor.leave(driver, String(token), { answer, act: 'pay' }) : undefined
    if (back === undefined) {
      await delay(ASK_EVERY_MS)
      answer = await confirm(shop, method, paymentNumber)
    } else ({ answer } = await visitor.comeBack(driver, back))
  }
  throw new Error('it is still being checked')
}

/** The mailed link; the database may be away. */
async function follow(store: Market, shop: AnyShop, token: string): Promise<void> {
  const read = () => store.mailTokenOf(token).catch(() => undefined)
  let mailToken = await read()
  for (; mailToken === undefined; mailToken = await read()) await delay(ASK_EVERY_MS)
  const { status } = await shop.call('GET', `/api/v1/ordermails/${mailToken}`)
  if (status !== 200) throw new Error(`the link was answered with ${status}`)
}

function confirm(shop: AnyShop, method: string, paymentNumber: unknown): Promise<StoreAnswer> {
  return shop.call('POST', '/api/v1/orders/confirmcheckout', {
    payment_number: paymentNumber,
    payment_method_type: method,
  })
}

async function accepted(shop: AnyShop, path: string, body: object): Promise<StoreAnswer['body']> {
  const answer = await shop.call('POST', path, body)
  if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}`)
  return answer.body
}
