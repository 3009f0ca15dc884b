import { afterAll, beforeAll, expect, test } from 'vitest'

import { coverOf, IS_WHOLE_PROOF } from '../../../../tools/test/proof-choice.ts'
import { findOpen } from '../crash/passing-time.ts'
import type { RigOrder } from '../crash/method-rig.ts'
import { METHOD_SCENARIOS, type ScenarioRig } from '../crash/method-scenarios.ts'
import { findWrongs } from '../find-wrongs.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import type { SmallCatalogue } from '../small-catalogue.ts'
import { placeOrder } from '../place-order.ts'
import { ask, createSharedPortRig, type SharedPortRig } from './shared-port-rig.ts'

/** Patience for a machine that is busy, no promise of speed. */
const PATIENCE = { timeout: 120_000 }
const ALL_MS = 300_000
const PLACES = 1_000
const FEW_PLACES = 3
const CROWD = 24

const BOTH = [0, 1] as const

interface Visit {
  readonly driver: MethodDriver
  /** The process that the first request reaches. */
  readonly first: 0 | 1
}

const visitsOf = (drivers: readonly MethodDriver[]): Visit[] =>
  drivers.flatMap(driver => BOTH.map(first => ({ driver, first })))

/** Payments that go the same way are one class; either process begins some. */
const classesOf = ({ driver: { takesCard, leaves }, first }: Visit): readonly string[] => [
  `${takesCard} ${leaves}`,
  `first ${first}`,
  `${leaves} at ${first}`,
]
const chosen = (visits: readonly Visit[]): readonly Visit[] =>
  IS_WHOLE_PROOF ? visits : coverOf(visits, classesOf)
const STRIPE = driverOf('stripe')

function driverOf(method: string): MethodDriver {
  const driver = DRIVERS.find(one => one.method === method)
  if (driver === undefined) throw new Error(`nobody pays with ${method}`)
  return driver
}

let rig: SharedPortRig
let goods: Awaited<ReturnType<SharedPortRig['offer']>>
let orders: ScenarioRig

beforeAll(async () => {
  rig = await createSharedPortRig()
  goods = await rig.offer([PLACES, FEW_PLACES])
  const notHere = (): never => {
    throw new Error('nothing is refunded here')
  }
  orders = {
    ...rig,
    newOrder: driver =>
      placeOrder(rig, {
        catalogue: driver.method === 'free' ? goods.free : goods.paid,
        span: 0,
        coupon: undefined,
      }),
    checkout: async (driver, { token, yen }, conduct) =>
      rig.shop.call('POST', `/api/v1/orders/checkout/${token}`, {
        payment_method_type: driver.method,
        ...(await driver.data(rig.providers, conduct, yen)),
      }),
    refund: notHere,
    refundDifference: notHere,
    newChange: notHere,
    use: notHere,
  }
}, ALL_MS)
afterAll(() => rig?.close())

/** The visitor's requests go to the two processes in turn, beginning with this one. */
async function visit(driver: MethodDriver, name: string, first: 0 | 1): Promise<RigOrder> {
  const scenario = METHOD_SCENARIOS.find(one => one.name === name)
  rig.continueAt(first)
  const order = await orders.newOrder(driver)
  await scenario?.visit(orders, driver, order)
  return order
}

interface Bought {
  readonly method: string
  readonly first: 0 | 1
  readonly id: string
}

async function unfinishedOf(bought: readonly Bought[]): Promise<readonly Bought[]> {
  const states = await Promise.all(bought.map(({ id }) => statusOf(id)))
  return bought.filter((_, index) => states[index] !== 'completed')
}

const statusOf = async (id: string): Promise<string> =>
  (
    await rig.db.read(read =>
      read.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
    )
  ).status

/** All that is due has been done by the worker, mails aside. */
async function untilEnded(): Promise<void> {
  await rig.providers.untilHeard()
  await expect
    .poll(async () => (await findOpen(rig.db)).filter(({ isAway }) => !isAway), PATIENCE)
    .toEqual([])
}

test(
  'a purchase goes from process to process at every request, with each method, whichever comes first',
  { timeout: ALL_MS },
  async () => {
    const bought: Bought[] = []
    for (const { driver, first } of chosen(visitsOf(DRIVERS)))
      bought.push({ method: driver.method, first, id: (await visit(driver, 'bought', first)).id })
    // Of a code that was scanned elsewhere a webhook event tells.
    await expect.poll(() => unfinishedOf(bought), PATIENCE).toEqual([])
    await untilEnded()
    expect(await findWrongs({ ...rig, forPersons: new Set() })).toEqual([])
    const tickets = await rig.db.read(read =>
      read
        .selectFrom('tickets')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    )
    expect(tickets.count).toBe(bought.length * 2)
    // Over one connection each: the processes shared the work as the requests were sent.
    for (const process of rig.web) {
      const counts = await process.answers()
      for (const route of STEPS) expect([route, counts.get(route)]).toEqual([route, expect.any(Number)])
    }
  },
)

/** Each is answered by both processes. */
const STEPS = [
  'POST /api/v1/orders',
  'POST /api/v1/ordermails/:token',
  'GET /api/v1/ordermails/:token',
  'POST /api/v1/orders/checkout/:token',
  'POST /api/v1/orders/confirmcheckout',
  'POST /payment-webhooks/:provider',
]

test(
  'a visitor who gives up at the provider comes back to the other process, and then pays by card',
  { timeout: ALL_MS },
  async () => {
    const ends = []
    for (const { driver, first } of chosen(visitsOf(DRIVERS.filter(comesBackUnpaid)))) {
      const order = await visit(driver, 'given up', first)
      const givenUp = await statusOf(order.id)
      const { body } = await orders.checkout(STRIPE, order, 'paid')
      ends.push([driver.method, givenUp, body['result']])
    }
    expect(ends.filter(([, givenUp, paid]) => givenUp !== 'ready_checkout' || paid !== 'completed')).toEqual(
      [],
    )
    await untilEnded()
    expect(await findWrongs({ ...rig, forPersons: new Set() })).toEqual([])
  },
)

/** A code is scanned by another device: the browser never leaves. */
function comesBackUnpaid({ method, takesCard, leaves, tellsCancel }: MethodDriver): boolean {
  return !takesCard && leaves === 'always' && tellsCancel && method !== 'adyen_we_chat_pay'
}

test('a buyer who presses twice reaches both processes and gets one answer and one charge (S-1.13)', async () => {
  const order = await orders.newOrder(STRIPE)
  const card = await STRIPE.data(rig.providers, 'paid', order.yen)
  const press = (): Promise<StoreAnswer> =>
    rig.shop.call('POST', `/api/v1/orders/checkout/${order.token}`, {
      payment_method_type: STRIPE.method,
      ...card,
    })
  const [first, second] = await Promise.all([press(), press()])
  expect(first).toMatchObject({ status: 200, body: { result: 'completed' } })
  expect(second).toEqual(first)
  await untilEnded()
  expect(await findWrongs({ ...rig, forPersons: new Set() })).toEqual([])
})

test('a crowd at both processes gets the last places once', async () => {
  const order = (catalogue: SmallCatalogue): Promise<StoreAnswer> =>
    rig.shop.call('POST', '/api/v1/orders', {
      lang: 'ja',
      product_uuid: catalogue.productUuid,
      time_span_id: catalogue.spans[1],
      quantity: 1,
      option_values: [{ option_value_id: catalogue.adult, quantity: 1 }],
    })
  const answers = await Promise.all(Array.from({ length: CROWD }, () => order(goods.paid)))
  const count = (status: number): number => answers.filter(one => one.status === status).length
  expect([count(201), count(400)]).toEqual([FEW_PLACES, CROWD - FEW_PLACES])
})

test.each(['/api/v1/products?lang=ja', '/api/v1/texts?lang=ja', '/api/v1/configurations'])(
  '%s is the same from both processes: what one has sent, the other knows by its ETag',
  async path => {
    const [first, second] = await Promise.all(
      rig.web.map(({ agent }) => ask({ agent, port: rig.port, path })),
    )
    expect(second?.body).toBe(first?.body)
    const tag = String(first?.headers.etag)
    const again = await ask({
      agent: rig.web[1].agent,
      port: rig.port,
      path,
      headers: { 'if-none-match': tag },
    })
    expect([again.status, again.body]).toEqual([304, ''])
  },
)

/** A document says when it was written. */
const WRITTEN_AT = /"writtenAt":\d+/

test.each(['/', '/tickets/'])(
  '%s is the same from both processes, but for when it was written',
  async path => {
    const [first, second] = await Promise.all(
      rig.web.map(({ agent }) => ask({ agent, port: rig.port, path })),
    )
    expect(first?.body).toMatch(WRITTEN_AT)
    expect(second?.body.replace(WRITTEN_AT, '')).toBe(first?.body.replace(WRITTEN_AT, ''))
    expect(second?.headers['content-security-policy']).toBe(first?.headers['content-security-policy'])
  },
)

test('when a process dies, the next connections reach the other', async () => {
  const [dying, living] = rig.web
  await dying.process.kill()
  const before = (await living.answers()).get('GET /api/v1/langs') ?? 0
  const asked = await Promise.all(
    Array.from(
      { length: CROWD },
      async () => (await fetch(`http://127.0.0.1:${rig.port}/api/v1/langs`)).status,
    ),
  )
  expect(new Set(asked)).toEqual(new Set([200]))
  expect((await living.answers()).get('GET /api/v1/langs')).toBe(before + CROWD)
})
