import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { checkPrepared } from '../../src/start/checks/check-prepared.ts'
import { type FaultyNetwork, startFaultyNetwork } from '../network/faulty-network.ts'
import { listAllMethods, type RigOrder } from '../crash/method-rig.ts'
import { shopOverHttp } from '../crash/shop-over-http.ts'
import { findWrongs } from '../find-wrongs.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import { type Providers, startProviders } from '../payment-methods/simulators.ts'
import type { AnyShop } from '../payment-methods/visitor.ts'
import { addressOf, orderOf, placeOrder } from '../place-order.ts'
import { createNeighbourStore, type NeighbourStore } from './neighbour-store.ts'
import { type Pooler, startPgBouncer } from './pgbouncer.ts'

const ALL_MS = 120_000
const PATIENCE = { timeout: 60_000 }
const VISITORS = 12

let store: NeighbourStore
/** Between the pooler and the database. */
let network: FaultyNetwork
let pooler: Pooler
let providers: Providers
let shop: AnyShop
let goods: Awaited<ReturnType<NeighbourStore['offer']>>
let variables: Readonly<Record<string, string>>

beforeAll(async () => {
  store = await createNeighbourStore('bare')
  const behind = new URL(store.databaseUrl)
  network = await startFaultyNetwork(Number(behind.port))
  behind.host = `127.0.0.1:${network.port}`
  pooler = await startPgBouncer(behind.href)
  const port = await claimPort()
  providers = await startProviders({ storeUrl: `http://localhost:${port}` })
  variables = {
    ...providers.variables,
    DATABASE_URL: pooler.url,
    SITE_HOSTS: `demo=localhost:${port}`,
    TRUST_PROXY: 'loopback',
    SMTP_URL: providers.smtpUrl,
  }
  // Migrates and fills the database through the pooler.
  await store.start({ ...variables, DB_PREPARED: 'off' }, port)
  goods = await store.offer()
  await listAllMethods(store)
  shop = shopOverHttp(`http://localhost:${port}`)
}, ALL_MS)
afterAll(async () => {
  await store?.close()
  await pooler?.stop()
  await network?.close()
  await providers?.close()
})

const driverOf = (method: string): MethodDriver => {
  const driver = DRIVERS.find(one => one.method === method)
  if (driver === undefined) throw new Error(`nobody pays with ${method}`)
  return driver
}

async function buy(driver: MethodDriver): Promise<RigOrder> {
  const catalogue = driver.method === 'free' ? goods.free : goods.paid
  const order = await placeOrder({ ...store, shop }, { catalogue, span: 0, coupon: undefined })
  const { status, body } = await shop.call('POST', `/api/v1/orders/checkout/${order.token}`, {
    payment_method_type: driver.method,
    ...(await driver.data(providers, 'paid', order.yen)),
  })
  expect([status, body['result']]).toEqual([200, 'completed'])
  const tickets = await shop.call(
    'GET',
    `/api/v1/reservations/${String(body['reservation_token'])}/tickets?lang=ja`,
  )
  expect(tickets.body).toHaveLength(2)
  return order
}

test(
  'with DB_PREPARED=off a crowd buys, pays, gets its tickets and its mails',
  { timeout: ALL_MS },
  async () => {
    const [free, card] = [driverOf('free'), driverOf('stripe')]
    const orders = await Promise.all(
      Array.from({ length: VISITORS }, (_, index) => buy(index % 2 === 0 ? free : card)),
    )
    await providers.untilHeard()
    await expect.poll(() => mailsWaiting(), PATIENCE).toBe(0)
    for (const { id } of orders) expect(await ticketMailsTo(addressOf(id))).toHaveLength(1)
    await expect.poll(() => findWrongs({ ...store, providers, forPersons: new Set() }), PATIENCE).toEqual([])
  },
)

test(
  'a database that is gone behind the pooler is said to be busy, never a fault of ours, and sells again when it is back',
  { timeout: ALL_MS },
  async () => {
    const answers: number[] = []
    const until = async (isEnough: (answers: readonly number[]) => boolean): Promise<void> => {
      for (answers.length = 0; !isEnough(answers);) {
        const order = orderOf({ catalogue: goods.free, span: 0, coupon: undefined })
        answers.push((await shop.call('POST', '/api/v1/orders', order)).status)
      }
    }
    await buy(driverOf('free'))
    network.cut()
    await until(seen => seen.length >= 20)
    expect(new Set(answers)).toEqual(new Set([503]))
    network.heal()
    await until(seen => seen.includes(201))
    expect(new Set(answers.filter(status => status !== 201 && status !== 503))).toEqual(new Set())
    await buy(driverOf('free'))
  },
)

async function mailsWaiting(): Promise<number> {
  const { rows } = await store.db.read(read =>
    sql<{ count: number }>`
      select count(*)::int from jobs.job where state in ('created', 'retry', 'active')`.execute(read),
  )
  return rows[0]?.count ?? 0
}

async function ticketMailsTo(address: string): Promise<readonly unknown[]> {
  const answer = await fetch(`${providers.url}/mailbox/api/messages?to=${encodeURIComponent(address)}`)
  const mails = (await answer.json()) as { text: string }[]
  return mails.filter(({ text }) => text.includes('/tickets/rsv_'))
}

test('with DB_PREPARED=on the store does not start, and says why', { timeout: ALL_MS }, async () => {
  const start = store.start(variables)
  await expect(start).rejects.toThrow(
    'DB_PREPARED: must be off, because a pooler that knows no prepared statements gives each transaction another connection',
  )
})

test('a pooler that refuses our patience is named', { timeout: ALL_MS }, async () => {
  const strict = await startPgBouncer(store.databaseUrl, 'extra_float_digits')
  const start = store.start({ ...variables, DATABASE_URL: strict.url, DB_PREPARED: 'off' })
  await expect(start).rejects.toThrow(
    'DATABASE_URL: the pooler refuses the startup parameter `options`: name it in ignore_startup_parameters',
  )
  await strict.stop()
})

test('it is the pooler that is found: the database itself may be asked by name', async () => {
  await expect(checkPrepared(store.databaseUrl)).resolves.toBeUndefined()
  await expect(checkPrepared(pooler.url)).rejects.toThrow('DB_PREPARED')
})

test('what the pooler would break is there: a name is known on a connection that did not make it', async () => {
  const clients = [new Client(pooler.url), new Client(pooler.url)] as const
  for (const client of clients) await client.connect()
  const states = []
  for (const client of clients)
    states.push(
      await client.query({ name: 'drill', text: 'select $1::text', values: [''] }).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      ),
    )
  for (const client of clients) await client.end()
  expect(states).toEqual(['done', '42P05'])
})
