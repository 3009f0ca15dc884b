import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { releaseExpired } from '@kippu/server/orders/life/release-expired'
import { sweepFailures } from '@kippu/server/orders/membership/sweep-failures'
import { findStuckOrders } from '@kippu/server/payments/reconcile/stuck-orders'
import { retain } from '@kippu/server/office/retention/retain'
import { hashToken } from '@kippu/server/platform/tokens'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import { sql } from 'kysely'
import { pino } from 'pino'
import * as v from 'valibot'

import { DRIVERS } from '../../apps/server/test/payment-methods/drivers.ts'
import type { Act, Conduct, MethodDriver } from '../../apps/server/test/payment-methods/method-driver.ts'
import { isStep } from '../../apps/server/test/payment-methods/visitor.ts'
import { CROWD_STAYS } from './crowd.ts'
import { OLD } from './old-reservations.ts'
import { MEMBER } from './shop.ts'
import type { GrowthStore } from './stores.ts'

/** The party that waits for a statement: a visitor; the store's own work; its staff; a start of the store. */
export const WAYS = ['visitor', 'worker', 'staff', 'start'] as const
export type Way = (typeof WAYS)[number]

/** Something that the program is asked to do, at both stores in turn. */
export interface Window {
  readonly name: string
  readonly way: Way
  readonly times: number
  act(store: GrowthStore): Promise<void>
}

/** Every kind of work a store does. */
export function windowsOf(times: number): readonly Window[] {
  const few = Math.max(5, Math.round(times / 4))
  const paid = (method: PaymentMethod): Window => ({
    name: `pay by ${method}`,
    way: 'visitor',
    times: few,
    act: async store => void (await buy(store, { method })),
  })
  return [
    { name: 'pay by stripe', way: 'visitor', times, act: async store => void (await buy(store, {})) },
    ...METHODS.map(paid),
    {
      name: 'coupon, extra and set',
      way: 'visitor',
      times: few,
      act: async s => void (await buy(s, { more: true })),
    },
    {
      name: 'member',
      way: 'visitor',
      times: few,
      act: async store => void (await buy(store, { isMember: true })),
    },
    {
      name: 'refused, then paid',
      way: 'visitor',
      times: few,
      act: async s => void (await buy(s, { isRefused: true })),
    },
    { name: 'change and give up an order', way: 'visitor', times: few, act: changeOrder },
    { name: 'catalogue', way: 'visitor', times: few, act: readCatalogue },
    { name: 'old order and tickets', way: 'visitor', times: Math.min(times, OLD), act: readOld },
    { name: 'paid and never returned', way: 'worker', times: few, act: payAndVanish },
    { name: 'left at the bank', way: 'worker', times: few, act: leaveAtBank },
    { name: 'refund', way: 'worker', times: few, act: refund },
    { name: 'sweepers', way: 'worker', times: few, act: sweep },
    { name: 'command line', way: 'staff', times: few, act: askCommands },
    { name: 'metrics', way: 'staff', times: few, act: async store => void (await store.read('/metrics')) },
    { name: 'start', way: 'start', times: 3, act: store => store.restart() },
  ]
}

/** One of each provider, and of each way to pay. */
const METHODS = ['free', 'gmo', 'gmo_3ds', 'adyen_credit', 'softbank_paypay', 'alipay', 'd_pay'] as const

interface Purchase {
  readonly method?: PaymentMethod
  /** With an extra, two units of the set product and a coupon. */
  readonly more?: boolean
  readonly isMember?: boolean
  /** The first card is refused. */
  readonly isRefused?: boolean
}

const completed = v.object({ result: v.literal('completed'), reservation_token: v.string() })

/** A whole purchase, and its tickets read; answers the token of the reservation. */
async function buy(store: GrowthStore, purchase: Purchase): Promise<string> {
  const { method = 'stripe', isRefused = false } = purchase
  const { token, yen } = await placeOrder(store, purchase)
  const driver = driverOf(method)
  await call(store, 'GET', `/api/v1/paymentmethods?channel=web`)
  if (isRefused) await startPayment(store, { driver, token, yen, conduct: 'declined' })
  const conduct = driver.leaves === 'challenged' && method !== 'stripe' ? 'challenge' : 'paid'
  const answer = await startPayment(store, { driver, token, yen, conduct })
  const ended = isStep(answer) ? await returnFrom(store, { driver, token, answer }) : answer
  const { reservation_token: reservation } = v.parse(completed, ended.body)
  await readTickets(store, reservation)
  return reservation
}

interface Payment {
  readonly driver: MethodDriver
  readonly token: string
  readonly yen: number
  readonly conduct: Conduct
}

type Answer = Awaited<ReturnType<GrowthStore['shop']['call']>>

async function startPayment(store: GrowthStore, { driver, token, yen, conduct }: Payment): Promise<Answer> {
  const data = await driver.data(store.desk, conduct, yen)
  return store.shop.call('POST', `/api/v1/orders/checkout/${token}`, {
    payment_method_type: driver.method,
    ...data,
  })
}

/** Through the provider's pages and back. */
async function returnFrom(
  store: GrowthStore,
  { driver, token, answer, act = 'pay' }: Pick<Payment, 'driver' | 'token'> & { answer: Answer; act?: Act },
): Promise<Answer> {
  const request = await store.visitor.leave(driver, token, { answer, act })
  if (request === undefined) throw new Error(`nobody came back from ${driver.method}`)
  return (await store.visitor.comeBack(driver, request)).answer
}

/** An order up to the payment page. */
async function placeOrder(
  store: GrowthStore,
  { method, more = false, isMember = false }: Purchase,
): Promise<{ readonly token: string; readonly yen: number }> {
  const { goods } = store
  const token = await makeOrder(store, { more, isFree: method === 'free' })
  if (more) await call(store, 'POST', `/api/v1/ordercoupons/${token}`, { coupon: goods.coupon })
  if (isMember) await call(store, 'POST', `/api/v1/membership/login/${token}`, MEMBER)
  await call(store, 'POST', `/api/v1/ordermails/${token}`, {
    contents: [
      { key: 'fullname', value: 'Kippu Taro' },
      { key: 'email', value: `${randomUUID()}@gmail.com` },
    ],
  })
  const { id, price } = await readStored(store, token)
  await call(store, 'GET', `/api/v1/ordermails/${store.tokens.derive('mail', `${id}.1`)}`)
  await call(store, 'GET', `/api/v1/orders/${token}?lang=ja`)
  return { token, yen: price }
}

const ordered = v.object({ order_token: v.string() })

async function makeOrder(
  store: GrowthStore,
  { more, isFree }: { readonly more: boolean; readonly isFree: boolean },
): Promise<string> {
  const { goods } = store
  const { productUuid, spans, adult, guide, tea } = isFree ? goods.freeCatalogue : goods.catalogue
  const span = Math.floor(Math.random() * spans.length)
  const body = await call(store, 'POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[span],
    quantity: 2,
    option_values: [
      { option_value_id: adult, quantity: 2 },
      ...(more ? [{ option_value_id: guide, quantity: 1 }] : []),
    ],
    ...(more && { set_products: [{ uuid: tea.productUuid, time_span_id: tea.spans[span], quantity: 2 }] }),
  })
  return v.parse(ordered, body).order_token
}

function readStored({ own }: GrowthStore, token: string) {
  return own.read(read =>
    read
      .selectFrom('orders')
      .select(['id', 'price'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow(),
  )
}

async function readTickets(store: GrowthStore, reservation: string): Promise<void> {
  await call(store, 'GET', `/api/v1/reservations/${reservation}?lang=ja`)
  await call(store, 'GET', `/api/v1/reservations/${reservation}/tickets`)
}

/** A coupon comes and goes, the discount of a method is asked for, the hold is made longer, and the order is given up. */
async function changeOrder(store: GrowthStore): Promise<void> {
  const { coupon } = store.goods
  const token = await makeOrder(store, { more: true, isFree: false })
  await call(store, 'POST', `/api/v1/ordercoupons/${token}`, { coupon })
  await call(store, 'DELETE', `/api/v1/ordercoupons/${token}/${coupon}`)
  await call(store, 'PUT', `/api/v1/orders/hold/${token}`)
  // An id of its own each time: ten failures of one are the limit.
  const login = { email: `${randomUUID()}@example.com`, password: 'another horse' }
  const { status } = await store.shop.call('POST', `/api/v1/membership/login/${token}`, login)
  if (status < 400) throw new Error('a wrong password opened a membership')
  await call(store, 'POST', `/api/v1/orders/paymentmethoddiscount/${token}/simulation`, {
    payment_method_type: 'stripe',
  })
  await call(store, 'DELETE', `/api/v1/orders/${token}`)
}

const CATALOGUE = ['products', 'texts', 'configurations', 'langs', 'field_templates']

async function readCatalogue(store: GrowthStore): Promise<void> {
  for (const name of CATALOGUE) await store.read(`/api/v1/${name}?lang=ja`)
  const day = await store.own.read(read =>
    read
      .selectFrom('time_spans')
      .select('visit_date')
      .where('id', '=', store.goods.catalogue.spans[0] ?? 0)
      .executeTakeFirstOrThrow(),
  )
  const { productUuid, productId } = store.goods.catalogue
  const [date, range] = [day.visit_date, `from=${day.visit_date}&to=${day.visit_date}`]
  await call(store, 'GET', `/api/v1/products/search?${range}&lang=ja&product_uuid=${productUuid}`)
  await call(store, 'GET', `/api/v1/products/search2?date=${date}&lang=ja`)
  await call(store, 'GET', `/api/v1/products/stocks?date=${date}&lang=ja&product_id=${productId}`)
  await call(store, 'GET', `/api/v1/products/stocks-statuses?${range}`)
  await call(store, 'GET', `/api/v1/calendar/colors?${range}`)
  await store.read('/')
}

/** A reservation of the past, opened as its buyer opens it, and its order. */
async function readOld(store: GrowthStore): Promise<void> {
  const next = store.old.pop()
  if (next === undefined) throw new Error('no reservation of the past is left')
  await readTickets(store, next.reservation)
  await store.shop.call('GET', `/api/v1/orders/${next.order}?lang=ja`)
}

/** A wallet is paid, and its browser never comes back: a webhook event or the reconciler ends it. */
async function payAndVanish(store: GrowthStore): Promise<void> {
  const driver = driverOf('softbank_paypay')
  const { token, yen } = await placeOrder(store, { method: driver.method })
  const answer = await startPayment(store, { driver, token, yen, conduct: 'paid' })
  await store.visitor.leave(driver, token, { answer, act: 'pay_no_return' })
  await endBySystem(store, token)
}

/** The bank's page is left open until the deadline. */
async function leaveAtBank(store: GrowthStore): Promise<void> {
  const driver = driverOf('gmo_3ds')
  const { token, yen } = await placeOrder(store, { method: driver.method })
  await startPayment(store, { driver, token, yen, conduct: 'challenge' })
  await endBySystem(store, token)
}

/** One that ended is looked at once more later; nobody waits for that. */
const IS_OPEN = sql`check_at < now() + ${CROWD_STAYS} and (operation is not null
  or state in ('created', 'executing', 'action_required', 'pending', 'authorized'))`

/** Brings forward what the reconciler waits for, and waits until the payment is over. */
async function endBySystem(store: GrowthStore, token: string): Promise<void> {
  const { id } = await readStored(store, token)
  await store.own.transaction(tx =>
    sql`update payment_attempts set check_at = now(), deadline = now(), version = version + 1
         where order_id = ${id} and check_at is not null`.execute(tx),
  )
  await untilNone(store, sql`select from payment_attempts where order_id = ${id} and ${IS_OPEN}`)
}

/** Everything that the growth is about stays: events alone go. */
const KEPT = {
  boughtData: 5_000,
  receiptNames: 5_000,
  staffWords: 5_000,
  providerEvents: 400,
  gateRefusals: 5_000,
  endedReaders: 5_000,
  catalogueUndo: 5_000,
} as const

/** Orders whose hold has ended, counts of wrong passwords and webhook events, each old enough to be swept. */
async function sweep(store: GrowthStore): Promise<void> {
  const deps = { db: store.worker, log: pino({ level: 'silent' }) }
  const token = await makeOrder(store, { more: true, isFree: false })
  const { id } = await readStored(store, token)
  await store.own.transaction(async tx => {
    await sql`update orders set expires_at = now(), version = version + 1 where id = ${id}`.execute(tx)
    await sql`update holds set expires_at = now() where order_id = ${id}`.execute(tx)
    await sql`insert into login_failures select 'demo', sha256(uuid_send(gen_random_uuid())), 1, now() - interval '1 hour'`.execute(
      tx,
    )
    await sql`insert into provider_events select 'stripe', gen_random_uuid()::text, null, '{}', now() - interval '401 days', now()`.execute(
      tx,
    )
  })
  await releaseExpired(deps)
  await sweepFailures(deps)
  await retain({ ...deps, clock: { now: () => Date.now() }, env: { retentionDays: KEPT } })
  await store.worker.read(read => findStuckOrders(read, 100))
}

const reservationNumber = v.object({ number: v.string() })

/** One ticket is given back, then the other. */
async function refund(store: GrowthStore): Promise<void> {
  const token = await buy(store, {})
  const { number } = await readReservation(store, token)
  await untilNone(store, sql`select from payment_attempts where ${IS_OPEN}`)
  await store.command(['refund', number, '--site', 'demo', '--tickets', '1', '--reason', 'ill'])
  await store.command(['refund', number, '--site', 'demo', '--all', '--yes', '--reason', 'ill'])
}

async function readReservation(store: GrowthStore, token: string) {
  const row = await store.own.read(read =>
    read
      .selectFrom('reservations')
      .innerJoin('payment_attempts', 'payment_attempts.order_id', 'reservations.order_id')
      .select(['number', 'payment_attempts.id as attempt'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow(),
  )
  return { ...v.parse(reservationNumber, row), attempt: row.attempt }
}

async function askCommands(store: GrowthStore): Promise<void> {
  const { attempt, number } = await readReservation(store, await buy(store, {}))
  await store.command(['attempts'])
  await store.command(['refunds'])
  await store.command(['attempt', attempt])
  await store.command(['attempt', number])
}

/** Waits until everything that was begun is over: payments and mails. */
export async function untilQuiet(store: GrowthStore): Promise<void> {
  await untilNone(store, sql`select from payment_attempts where ${IS_OPEN}`)
  await store.own.transaction(tx =>
    sql`update jobs.job set start_after = now() where state < 'active' and start_after > now()`.execute(tx),
  )
  await untilNone(store, sql`select from jobs.job where state <= 'active' and name like 'send-%'`)
}

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 50

async function untilNone({ own, database }: GrowthStore, open: ReturnType<typeof sql>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await own.read(read => open.execute(read))
    if (rows.length === 0) return
    if (Date.now() > deadline)
      throw new Error(`${rows.length} payments or mails of ${database} are still open`)
    await delay(LOOK_EVERY_MS)
  }
}

async function call(
  { shop, database }: GrowthStore,
  method: Parameters<GrowthStore['shop']['call']>[0],
  address: string,
  body?: object,
): Promise<unknown> {
  const answer = await shop.call(method, address, body)
  if (answer.status >= 300)
    throw new Error(
      `${database}: ${method} ${address} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
    )
  return answer.body
}

function driverOf(method: PaymentMethod): MethodDriver {
  const driver = DRIVERS.find(one => one.method === method)
  if (driver === undefined) throw new Error(`nobody knows how to pay by ${method}`)
  return driver
}
