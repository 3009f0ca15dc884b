import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import type { Patience } from '../../src/platform/db/patience.ts'
import { isDatabaseAway } from '../../src/platform/db/sql-states.ts'
import { endOrder } from '../../src/orders/life/end-order.ts'
import { createBatchedHolds } from '../../src/orders/holds/batched-holds.ts'
import type { NewOrder } from '../../src/stock/hold-queue.ts'
import { createDoubtfulOrders } from '../../src/stock/doubtful-orders.ts'
import { createShop } from '../shop/shop.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { newOrderOf } from '../new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../small-catalogue.ts'
import { type FaultyNetwork, startFaultyNetwork } from './faulty-network.ts'

/** Short, so that nobody waits long for what these tests are about. */
const PATIENCE: Patience = { connect: 1, statement: 0.4, lock: 0.2 }
const LOG = pino({ level: 'silent' })

let database: TestDatabase
/** Without anything in between. */
let direct: Database
let network: FaultyNetwork
let db: Database
let catalogue: SmallCatalogue
let silences: number[]

beforeAll(async () => {
  database = await createTestDatabase()
  direct = openDatabase(database.url, { poolSize: 4 })
  catalogue = await insertSmallCatalogue(direct, { capacities: [5] })
})
afterAll(async () => {
  await direct.close()
  await database.drop()
})

beforeEach(async () => {
  network = await startFaultyNetwork(Number(new URL(database.url).port))
  silences = []
  db = open({ patience: PATIENCE })
})

afterEach(async () => {
  await db.close()
  await network.close()
})

function open(more: { readonly patience?: Patience }): Database {
  const onSilent = (connections: number): void => void silences.push(connections)
  return openDatabase(throughNetwork(), { poolSize: 3, onSilent, ...more })
}

function throughNetwork(): string {
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String(network.port)
  return url.href
}

const ask = (): Promise<unknown> => db.read(read => sql`select 1`.execute(read))
const askMany = (): Promise<unknown> => Promise.all([ask(), ask(), ask()])

/** How a promise fails; undefined if it does not. */
const faultOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a statement that is never answered fails as the database being away, and its connection is replaced', async () => {
  await ask()
  network.forget()
  expect(isDatabaseAway(await faultOf(ask()))).toBe(true)
  expect(silences).toEqual([1])
  await ask()
})

test('with one silent connection go those at rest: nobody tries them one after the other', async () => {
  await askMany()
  network.forget()
  await faultOf(ask())
  expect(silences).toEqual([3])
  await askMany()
  expect(silences).toEqual([3])
})

test('a connection that was answered since stays: only those from before are suspected', async () => {
  await Promise.all([ask(), ask()])
  network.forget()
  const lost = Promise.all([faultOf(ask()), faultOf(ask())])
  await ask()
  await lost
  expect(silences).toEqual([2])
})

test('a connection is cut once, whatever is asked on it afterwards', async () => {
  const broken = db.transaction(async tx => {
    await sql`select 1`.execute(tx)
    network.forget()
    await sql`select 1`.execute(tx)
  })
  expect(isDatabaseAway(await faultOf(broken))).toBe(true)
  await ask()
  network.forget()
  await faultOf(ask())
  expect(silences).toEqual([1, 1])
})

test('a network that passes nothing at all fails who waits, until it is back', async () => {
  await ask()
  network.silence()
  expect(isDatabaseAway(await faultOf(ask()))).toBe(true)
  expect(isDatabaseAway(await faultOf(ask()))).toBe(true)
  network.heal()
  await ask()
})

test('a database that has moved is found at once', async () => {
  await ask()
  network.move(Number(new URL(database.url).port))
  expect(isDatabaseAway(await faultOf(ask()))).toBe(true)
  await ask()
})

test('the database itself gives up a statement that takes too long, and keeps the connection', async () => {
  const fault = await faultOf(db.read(read => sql`select pg_sleep(10)`.execute(read)))
  expect(fault).toMatchObject({ code: '57014' })
  expect(isDatabaseAway(fault)).toBe(true)
  expect(silences).toEqual([])
})

test('a lock that another holds is waited for no longer than allowed', async () => {
  const span = catalogue.spans[0]!
  const lockSpan = sql`select 1 from time_spans where id = ${span} for update`
  await direct.transaction(async tx => {
    await lockSpan.execute(tx)
    const fault = await faultOf(db.transaction(other => lockSpan.execute(other)))
    expect(fault).toMatchObject({ code: '55P03' })
    expect(isDatabaseAway(fault)).toBe(true)
  })
})

test('a pool whose database has gone silent can be closed, and keeps no process alive', async () => {
  await askMany()
  network.silence()
  const before = openSockets()
  await db.close()
  await expect.poll(openSockets).toBeLessThanOrEqual(before - 3)
})

const openSockets = (): number =>
  process.getActiveResourcesInfo().filter(resource => resource === 'TCPSocketWrap').length

test('orders whose batch was written without an answer are ended, and those behind them are served meanwhile', async () => {
  const clock = { ms: 0 }
  const doubtful = createDoubtfulOrders({
    log: LOG,
    endOrder: orderId => direct.transaction(tx => endOrder(tx, { orderId, to: 'cancelled' })),
    now: () => clock.ms,
  })
  const onUnanswered = (orderIds: readonly string[]): void => doubtful.add(orderIds)
  const holds = createBatchedHolds({ db, holdSeconds: 60, onUnanswered })
  expect(await holds.take(newOrder(1))).toHaveProperty('expiresAt')
  network.loseAnswers()
  const lost = newOrder(4)
  expect(isDatabaseAway(await faultOf(holds.take(lost)))).toBe(true)
  expect(await statusOf(lost.id)).toBe('temporary')
  expect(await holds.take(newOrder(1))).toMatchObject({ code: 'out of stock' })
  // The database may still be at it.
  await doubtful.settleDue()
  expect([doubtful.count(), await statusOf(lost.id)]).toEqual([1, 'temporary'])
  clock.ms = 10_000
  await doubtful.settleDue()
  expect([doubtful.count(), await statusOf(lost.id)]).toEqual([0, 'cancelled'])
  expect(await holds.take(newOrder(4))).toHaveProperty('expiresAt')
  await holds.close()
  await doubtful.stop()
})

test('an order in doubt that was never written is known not to exist', async () => {
  const clock = { ms: 0 }
  const asked: string[] = []
  const doubtful = createDoubtfulOrders({
    log: LOG,
    endOrder: orderId => {
      asked.push(orderId)
      return direct.transaction(tx => endOrder(tx, { orderId, to: 'cancelled' }))
    },
    now: () => clock.ms,
  })
  const orderId = randomUUID()
  doubtful.add([orderId])
  clock.ms = 10_000
  await doubtful.settleDue()
  await doubtful.settleDue()
  expect([asked, doubtful.count()]).toEqual([[orderId], 0])
  await doubtful.stop()
})

test('a server whose database hangs says that it is not ready before its statement is given up, and is ready again afterwards', async () => {
  const usual = open({})
  const server = await createShop({ catalogue: 'demo', replace: () => ({ db: usual }) })
  const readiness = async (): Promise<number> => (await server.app.inject('/readyz')).statusCode
  expect(await readiness()).toBe(200)
  network.silence()
  expect([await readiness(), silences]).toEqual([503, []])
  network.heal()
  expect(await readiness()).toBe(200)
  await server.close()
  await usual.close()
})

test('a server whose orders wait for their places without an answer is not ready', async () => {
  const wait = { ms: 0 }
  const server = await createShop({
    catalogue: 'demo',
    replace: ({ holds }) => ({ holds: { take: order => holds.take(order), longestWaitMs: () => wait.ms } }),
  })
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  wait.ms = 60_000
  expect((await server.app.inject('/readyz')).statusCode).toBe(503)
  await server.close()
})

test('nor is one whose proved orders do', async () => {
  const wait = { ms: 0 }
  const server = await createShop({
    catalogue: 'demo',
    replace: ({ placesAtProof }) => ({
      placesAtProof: {
        take: (order, proves) => placesAtProof.take(order, proves),
        longestWaitMs: () => wait.ms,
      },
    }),
  })
  expect((await server.app.inject('/readyz')).statusCode).toBe(200)
  wait.ms = 60_000
  expect((await server.app.inject('/readyz')).statusCode).toBe(503)
  await server.close()
})

const newOrder = (quantity: number): NewOrder => newOrderOf(catalogue, quantity)

async function statusOf(orderId: string): Promise<string | undefined> {
  const order = await direct.read(read =>
    read.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst(),
  )
  return order?.status
}
