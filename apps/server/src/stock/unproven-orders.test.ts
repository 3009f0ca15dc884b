import type { ShareName } from '@kippu/domain/stock/unproven-shares'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { rounds } from '../../../../tools/test/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { brokenInvariants } from '../../test/invariants.ts'
import { newOrderOf, VISIT_DATE } from '../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { untilSomebodyWaits } from '../../test/waiting-connections.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { isRefusal } from '../platform/http/refusal.ts'
import { lockSpans } from './batch-queries.ts'
import { insertHeldOrders } from '../orders/holds/insert-orders.ts'
import { type BatchedHoldsOptions, createBatchedHolds } from '../orders/holds/batched-holds.ts'
import type { HoldQueue, NewOrder, NewOrderSet } from './hold-queue.ts'

/** Of a day of 100 units: 60 for all, 20 for a network. */
const SHARES = {
  day: { part: 0.6, least: 0 },
  network: { part: 0.2, least: 0 },
  mailDomain: { part: 0.2, least: 0 },
  unpaidNetwork: { part: 0.3, least: 0 },
  unpaidMailDomain: { part: 0.3, least: 0 },
  doorCode: { part: 0.2, least: 0 },
}

let database: TestDatabase
/** The connection pools of three servers. */
let pools: Database[]
let queues: Array<ReturnType<typeof createBatchedHolds>>
let catalogue: SmallCatalogue
let full: ShareName[]

beforeEach(async () => {
  database = await createTestDatabase()
  pools = [1, 2, 3].map(() => openDatabase(database.url, { poolSize: 4 }))
  full = []
  queues = pools.map(db => queueOn(db))
  catalogue = await insertSmallCatalogue(pools[0]!, { capacities: [25, 25, 50], setCapacities: [50, 50] })
})

afterEach(async () => {
  await Promise.all(queues.map(queue => queue.close()))
  await Promise.all(pools.map(db => db.close()))
  await database.drop()
})

const queueOn = (db: Database, more: Partial<BatchedHoldsOptions> = {}) =>
  createBatchedHolds({ db, holdSeconds: 900, fullShares: { note: share => void full.push(share) }, ...more })

const network = (name: string): Buffer => Buffer.from(name.padEnd(16))

const newOrder = (quantity: number, from: string | null, more: Partial<NewOrder> = {}): NewOrder =>
  newOrderOf(catalogue, quantity, {
    timeSpanId: catalogue.spans[2]!,
    holder: from === null ? null : { by: 'network', hash: network(from), shares: SHARES },
    lines: [],
    ...more,
  })

const take = async (order: NewOrder, queue: HoldQueue = queues[0]!): Promise<string> => {
  const held = await queue.take(order)
  return isRefusal(held) ? held.code : held.places
}

/** All orders of a network are proved. */
async function prove(from: string): Promise<void> {
  await pools[0]!.transaction(async tx => {
    await sql`update holds set is_proved = true where network = ${network(from)}`.execute(tx)
    await sql`
      update orders set status = 'ready_checkout'
       where id in (select order_id from holds where network = ${network(from)})`.execute(tx)
  })
}

/** Units that are held of the day, and those of one network. */
const heldOf = async (from?: string): Promise<number> => {
  const { rows } = await pools[0]!.read(read =>
    sql<{ units: number }>`
      select coalesce(sum(units), 0)::integer as units from holds
       where time_span_id = any(${catalogue.spans}::integer[])
         and network = ${from === undefined ? sql`network` : network(from)}`.execute(read),
  )
  return rows[0]!.units
}

describe('units held by unproven orders (D-18)', () => {
  test('of one network stop at its share, over all times of the day; the next order waits for its proof', async () => {
    const [first, second] = catalogue.spans
    expect(await take(newOrder(10, 'a', { timeSpanId: first! }))).toBe('held')
    expect(await take(newOrder(10, 'a', { timeSpanId: second! }))).toBe('held')
    expect(await take(newOrder(1, 'a'))).toBe('at_proof')
    expect(await take(newOrder(1, 'b'))).toBe('held')
    expect([await heldOf('a'), await heldOf()]).toEqual([20, 21])
    expect(full).toEqual(['network'])
    expect(await pools[0]!.read(brokenInvariants)).toEqual([])
  })

  test('of all networks stop at the share of the day', async () => {
    for (const [index, span] of [2, 2, 2, 2, 0, 0].entries())
      expect(await take(newOrder(10, `n${index}`, { timeSpanId: catalogue.spans[span]! }))).toBe('held')
    expect(await take(newOrder(1, 'new', { timeSpanId: catalogue.spans[1]! }))).toBe('at_proof')
    expect(full).toEqual(['day'])
  })

  test('of one network count when they are proved too, in a larger share, and no longer once they are being paid', async () => {
    expect(await take(newOrder(20, 'a'))).toBe('held')
    await prove('a')
    expect(await take(newOrder(10, 'a'))).toBe('held')
    await prove('a')
    expect(await take(newOrder(1, 'a'))).toBe('at_proof')
    expect(full).toEqual(['unpaidNetwork'])
    await pools[0]!.transaction(tx => sql`update holds set network = null, expires_at = null`.execute(tx))
    expect(await take(newOrder(1, 'a', { timeSpanId: catalogue.spans[0]! }))).toBe('held')
    expect(await pools[0]!.read(brokenInvariants)).toEqual([])
  })

  test('at the door count by the code that was shown, and what is beyond its share is held from the payment on', async () => {
    const door = (quantity: number, code: string) =>
      newOrder(quantity, null, {
        channel: 'spot',
        isReady: true,
        holder: { by: 'code', hash: network(code), shares: SHARES },
      })
    expect(await take(door(20, 'photographed'))).toBe('held')
    expect(await take(door(1, 'photographed'))).toBe('at_payment')
    expect(await take(door(1, 'the next one'))).toBe('held')
    expect(await take(newOrder(10, 'a'))).toBe('held')
    expect(full).toEqual(['doorCode'])
    expect(await pools[0]!.read(brokenInvariants)).toEqual([])
  })

  test('have no bound for an order that no share bounds, which also takes no room from others', async () => {
    expect(await take(newOrder(45, null))).toBe('held')
    expect(await take(newOrder(5, 'a'))).toBe('held')
    expect(await heldOf()).toBe(5)
  })

  test('S-2.01: where stock does not suffice the order is refused, not put off', async () => {
    expect(await take(newOrder(50, null))).toBe('held')
    expect(await take(newOrder(1, 'a'))).toBe('out of stock')
  })

  test('S-2.03: are free again the moment their holds end', async () => {
    const ended = queueOn(pools[0]!, { holdSeconds: -1 })
    expect(await take(newOrder(20, 'a'), ended)).toBe('held')
    await ended.close()
    expect(await take(newOrder(20, 'a'))).toBe('held')
  })

  test('S-2.02: a set product has the shares of its own day, and an order gets all or nothing', async () => {
    const tea = (quantity: number): NewOrderSet => ({
      productId: catalogue.tea.productId,
      timeSpanId: catalogue.tea.spans[0]!,
      visitDate: VISIT_DATE,
      quantity,
      unitPrice: 800,
      taxRate: 10,
      stock: 'held',
    })
    expect(await take(newOrder(1, 'a', { sets: [tea(20)] }))).toBe('held')
    expect(await take(newOrder(1, 'a', { sets: [tea(1)] }))).toBe('at_proof')
    expect(await heldOf('a')).toBe(1)
  })

  test.each(Array.from({ length: rounds({ short: 1, whole: 3 }) }, (_, index) => index + 1))(
    'stop exactly there when three servers are asked for all times of the day at once (round %i)',
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 150 }, (_, index) =>
          take(
            newOrder(1, index % 2 === 0 ? 'attacker' : `n${index % 8}`, {
              timeSpanId: catalogue.spans[index % 3]!,
            }),
            queues[index % 3],
          ),
        ),
      )
      expect(await heldOf('attacker')).toBeLessThanOrEqual(20)
      expect(await heldOf()).toBe(60)
      for (const name of ['n1', 'n3', 'n5', 'n7']) expect(await heldOf(name)).toBeLessThanOrEqual(20)
      expect(answers).toContain('at_proof')
      expect(await pools[0]!.read(brokenInvariants)).toEqual([])
    },
  )

  test('are decided in one transaction as in one statement', async () => {
    const slow = queueOn(pools[1]!, { takeAll: async () => undefined })
    const both = [slow, queues[0]!]
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        take(newOrder(1, 'attacker', { timeSpanId: catalogue.spans[index % 3]! }), both[index % 2]),
      ),
    )
    await slow.close()
    expect(await heldOf('attacker')).toBe(20)
  })

  test.each([
    ['one statement', {}],
    ['a transaction', { takeAll: async () => undefined }],
  ] satisfies ReadonlyArray<readonly [string, Partial<BatchedHoldsOptions>]>)(
    'in %s a batch waits for one of another server that is for another time of the day, and sums what that has taken',
    async (_, more) => {
      const waiting = queueOn(pools[1]!, more)
      const isTaking = Promise.withResolvers<void>()
      let isDone = false
      const later = isTaking.promise
        .then(() => take(newOrder(1, 'a', { timeSpanId: catalogue.spans[2]! }), waiting))
        .finally(() => (isDone = true))
      await pools[0]!.transaction(async tx => {
        await lockSpans(tx, catalogue.spans.slice(0, 2))
        const orders = [newOrder(20, 'a', { timeSpanId: catalogue.spans[1]! })]
        await insertHeldOrders(tx, { orders, later: [], holdSeconds: 900 })
        isTaking.resolve()
        await untilSomebodyWaits(pools[2]!, () => isDone)
      })
      expect(await later).toBe('at_proof')
      await waiting.close()
    },
  )
})
