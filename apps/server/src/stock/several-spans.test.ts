import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { newOrderOf, VISIT_DATE } from '../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { isRefusal } from '../platform/http/refusal.ts'
import { createBatchedHolds } from '../orders/holds/batched-holds.ts'
import { endOrder } from '../orders/life/end-order.ts'
import type { HoldQueue, NewOrder } from './hold-queue.ts'
import { claimForPayment } from '../../test/claim-order.ts'
import { expireOrder } from '../orders/life/release-expired.ts'

const ROUNDS = 30
const BUYERS = 12
/** Who waits for a lock longer than this waits in a circle: the database must not resolve it before we see it. */
const NO_CIRCLES = '-c deadlock_timeout=60s -c lock_timeout=15s'

let database: TestDatabase
let servers: readonly Database[]
let catalogue: SmallCatalogue

beforeEach(async () => {
  database = await createTestDatabase()
  const url = new URL(database.url)
  url.searchParams.set('options', NO_CIRCLES)
  servers = [1, 2].map(() => openDatabase(url.href, { poolSize: 5 }))
  catalogue = await insertSmallCatalogue(servers[0]!, { capacities: [6, 6, 6], setCapacities: [6, 6, 6] })
})

afterEach(async () => {
  await Promise.all(servers.map(server => server.close()))
  await database.drop()
})

test('orders over several spans on two servers, given back, swept and paid while others come, never wait in a circle (S-2.01, S-2.02, S-2.07)', async () => {
  const queues = servers.map(db => createBatchedHolds({ db, holdSeconds: 60 }))
  const endedQueues = servers.map(db => createBatchedHolds({ db, holdSeconds: -1 }))
  let [granted, refused] = [0, 0]
  let before: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const wave = Array.from({ length: BUYERS }, (_, buyer) => {
      const queue = (buyer % 5 === 0 ? endedQueues : queues)[buyer % 2]!
      return take(queue, newOrder(round * BUYERS + buyer))
    })
    const [orders] = await Promise.all([Promise.all(wave), ...before.map(dispose)])
    before = orders.flatMap(id => id ?? [])
    granted += before.length
    refused += orders.length - before.length
  }
  expect(Math.min(granted, refused)).toBeGreaterThan(ROUNDS)
  expect(await wrongSpans()).toEqual([])
  await Promise.all([...queues, ...endedQueues].map(queue => queue.close()))
}, 60_000)

async function take(queue: HoldQueue, order: NewOrder): Promise<string | undefined> {
  return isRefusal(await queue.take(order)) ? undefined : order.id
}

/** What becomes of an order: it is given back on both servers at once, swept on one while the other has it paid. */
async function dispose(orderId: string, index: number): Promise<void> {
  const [one, other] = [servers[index % 2]!, servers[(index + 1) % 2]!]
  const giveBack = (db: Database) => db.transaction(tx => endOrder(tx, { orderId, to: 'cancelled' }))
  if (index % 3 === 0) await Promise.all([giveBack(one), giveBack(other)])
  await Promise.all([
    one.transaction(tx => expireOrder(tx, orderId)),
    other.transaction(tx => claimForPayment(tx, { orderId })),
  ])
  await giveBack(one)
}

/** One place, and tea at two times; each order names the times in another order. */
function newOrder(number: number): NewOrder {
  const { spans, tea } = catalogue
  const times = number % 2 === 0 ? tea.spans.slice(0, 2) : tea.spans.toReversed().slice(0, 2)
  return newOrderOf(catalogue, 1, {
    timeSpanId: spans[number % spans.length]!,
    lines: [],
    sets: times.map(timeSpanId => ({
      productId: tea.productId,
      timeSpanId,
      visitDate: VISIT_DATE,
      quantity: 1,
      unitPrice: 800,
      taxRate: 10,
      stock: 'held',
    })),
  })
}

/** Spans whose holds do not sum up to what is taken. */
async function wrongSpans(): Promise<number[]> {
  const { rows } = await servers[0]!.read(tx =>
    sql<{ id: number }>`
      select id from time_spans
      where taken <> coalesce((select sum(units) from holds where time_span_id = time_spans.id), 0)`.execute(
      tx,
    ),
  )
  return rows.map(row => row.id)
}
