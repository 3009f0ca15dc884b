import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { adultsOf, newOrderOf, VISIT_DATE } from '../../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../../test/small-catalogue.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { lockSpans } from '../../stock/batch-queries.ts'
import { insertWhereEnough } from './insert-orders.ts'
import { type BatchedHoldsOptions, createBatchedHolds } from './batched-holds.ts'
import { type NewOrder, type NewOrderSet, wantsOf } from '../../stock/hold-queue.ts'

let database: TestDatabase
let db: Database
let catalogue: SmallCatalogue

beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 4 })
  catalogue = await insertSmallCatalogue(db, { capacities: [5, 5, 5] })
})

afterEach(async () => {
  await db.close()
  await database.drop()
})

describe('taking stock in batches', () => {
  test('who waits while a batch is in flight goes into the next one: one commit for a crowd', async () => {
    const batches: Array<readonly number[]> = []
    const holds = createBatchedHolds({ db, holdSeconds: 60, takeAll: noting(batches) })
    const first = holds.take(newOrder(1))
    await new Promise(resolve => setImmediate(resolve))
    const crowd = Promise.all([newOrder(1), newOrder(1), newOrder(1)].map(order => holds.take(order)))
    await Promise.all([first, crowd])
    expect(batches).toHaveLength(2)
    await holds.close()
  })

  test('spans whose requests are ready share a batch', async () => {
    const batches: Array<readonly number[]> = []
    const holds = createBatchedHolds({ db, holdSeconds: 60, takeAll: noting(batches) })
    const orders = catalogue.spans.toReversed().map(timeSpanId => newOrder(2, { timeSpanId }))
    const results = await Promise.all(orders.map(order => holds.take(order)))
    expect(results.every(result => !isRefusal(result))).toBe(true)
    expect(batches).toEqual([catalogue.spans])
    await holds.close()
  })

  test('a refused larger order does not block a smaller one behind it', async () => {
    const holds = createBatchedHolds({ db, holdSeconds: 60 })
    const results = await Promise.all(
      [newOrder(3), newOrder(3), newOrder(2), newOrder(1)].map(order => holds.take(order)),
    )
    expect(results.map(isRefusal)).toEqual([false, true, false, true])
    await holds.close()
  })

  test('an order that the database refuses does not fail those beside it', async () => {
    const holds = createBatchedHolds({ db, holdSeconds: 60 })
    const twice = newOrder(1)
    await holds.take(twice)
    const bad = newOrder(1, {
      lines: [{ ...adultsOf(catalogue, 1), optionValueId: 99_999 }],
    })
    const results = await Promise.allSettled(
      [newOrder(1), bad, twice, newOrder(1)].map(order => holds.take(order)),
    )
    expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await takenOf(catalogue.spans[0]!)).toBe(3)
    await holds.close()
  })

  test('S-2.03: a full span gives ended holds back to who comes next, without a sweeper', async () => {
    const ended = createBatchedHolds({ db, holdSeconds: -1 })
    await Promise.all([newOrder(3), newOrder(2)].map(order => ended.take(order)))
    await ended.close()
    const holds = createBatchedHolds({ db, holdSeconds: 60 })
    const results = await Promise.all([newOrder(4), newOrder(1), newOrder(1)].map(order => holds.take(order)))
    expect(results.map(isRefusal)).toEqual([false, false, true])
    expect(await takenOf(catalogue.spans[0]!)).toBe(5)
    await holds.close()
  })

  test('S-2.02: all time spans of a batch are locked in one sorted order, and an order gets all or nothing', async () => {
    const batches: Array<readonly number[]> = []
    const holds = createBatchedHolds({
      db,
      holdSeconds: 60,
      readSpans: (tx, ids) => {
        batches.push(ids)
        return lockSpans(tx, ids)
      },
    })
    const orders = [
      newOrder(1, { timeSpanId: catalogue.spans[2]!, sets: [tea(4)] }),
      newOrder(1, { timeSpanId: catalogue.spans[1]!, sets: [tea(2)] }),
      newOrder(1, { timeSpanId: catalogue.spans[0]!, sets: [tea(1)] }),
    ]
    const results = await Promise.all(orders.map(order => holds.take(order)))
    expect(results.map(isRefusal)).toEqual([false, true, false])
    expect(batches).toEqual([[...catalogue.spans, ...catalogue.tea.spans]])
    expect(await Promise.all([...catalogue.spans, ...catalogue.tea.spans].map(takenOf))).toEqual([1, 0, 1, 5])
    await holds.close()
  })

  test('S-2.01: who came first has the set product, though the own time span was in flight and that of others free', async () => {
    const gate = Promise.withResolvers<void>()
    const begun: Array<readonly number[]> = []
    const [first, second] = [catalogue.spans[0]!, catalogue.spans[1]!]
    const holds = createBatchedHolds({
      db,
      holdSeconds: 60,
      takeAll: async held => {
        const end = noting(begun)(held)
        if (begun.length === 1) await gate.promise
        return end
      },
    })
    const inFlight = holds.take(newOrder(1, { timeSpanId: first }))
    await new Promise(resolve => setImmediate(resolve))
    const firstComer = holds.take(newOrder(1, { timeSpanId: first, sets: [tea(5)] }))
    const secondComer = holds.take(newOrder(1, { timeSpanId: second, sets: [tea(5)] }))
    // Nobody before her wants what she wants.
    const unconcerned = await holds.take(newOrder(1, { timeSpanId: catalogue.spans[2]! }))
    gate.resolve()
    const results = await Promise.all([inFlight, firstComer, secondComer])
    expect(isRefusal(unconcerned)).toBe(false)
    expect(results.map(isRefusal)).toEqual([false, false, true])
    expect(begun).toEqual([[first], [catalogue.spans[2]], [first, second, ...catalogue.tea.spans]])
    await holds.close()
  })

  test('S-2.03: a set product that is short gives its ended holds back, whatever became of the visits', async () => {
    const ended = createBatchedHolds({ db, holdSeconds: -1 })
    await ended.take(newOrder(2, { sets: [tea(5)] }))
    await ended.close()
    const holds = createBatchedHolds({ db, holdSeconds: 60 })
    expect(isRefusal(await holds.take(newOrder(1, { sets: [tea(5)] })))).toBe(false)
    expect(await takenOf(catalogue.tea.spans[0]!)).toBe(5)
    await holds.close()
  })

  test('when too many wait already, the next is told to come again', async () => {
    const holds = createBatchedHolds({ db, holdSeconds: 60, mostWaiting: 2 })
    const results = await Promise.all([newOrder(1), newOrder(1), newOrder(1)].map(order => holds.take(order)))
    expect(results[2]).toMatchObject({ code: 'busy' })
    expect(results.slice(0, 2).some(isRefusal)).toBe(false)
    await holds.close()
  })

  test('a lost database fails everybody who waits, and nobody waits for ever', async () => {
    const holds = createBatchedHolds({
      db,
      holdSeconds: 60,
      takeAll: () => Promise.reject(new Error('Connection terminated')),
    })
    const results = await Promise.allSettled([newOrder(1), newOrder(1)].map(order => holds.take(order)))
    expect(results.map(result => result.status)).toEqual(['rejected', 'rejected'])
    await holds.close()
  })

  test('closing finishes what waits and takes nothing more', async () => {
    const holds = createBatchedHolds({ db, holdSeconds: 60 })
    const waiting = holds.take(newOrder(1))
    await holds.close()
    expect(isRefusal(await waiting)).toBe(false)
    expect(await holds.take(newOrder(1))).toMatchObject({ code: 'busy' })
  })

  test('a hold inside a transaction is a bug: it would wait for stock with a lock in hand', async () => {
    const holds = createBatchedHolds({ db, holdSeconds: 60 })
    await expect(db.transaction(async () => holds.take(newOrder(1)))).rejects.toThrow(
      'inside a database transaction',
    )
    await holds.close()
  })
})

/** The statement for a whole batch, which notes the time spans that each batch wants, by their ids. */
function noting(batches: Array<readonly number[]>): NonNullable<BatchedHoldsOptions['takeAll']> {
  return held => {
    const spans = new Set(held.orders.flatMap(order => [...wantsOf(order).keys()]))
    batches.push([...spans].toSorted((a, b) => a - b))
    return db.write(insertWhereEnough, held)
  }
}

const newOrder = (quantity: number, more: Partial<NewOrder> = {}): NewOrder =>
  newOrderOf(catalogue, quantity, more)

function tea(quantity: number): NewOrderSet {
  const { productId, spans } = catalogue.tea
  const visit = { productId, timeSpanId: spans[0]!, visitDate: VISIT_DATE }
  return { ...visit, quantity, unitPrice: 800, taxRate: 10, stock: 'held' }
}

async function takenOf(timeSpanId: number): Promise<number> {
  const holds = await db.read(tx =>
    tx.selectFrom('holds').select('units').where('time_span_id', '=', timeSpanId).execute(),
  )
  const { taken } = await db.read(tx =>
    tx.selectFrom('time_spans').select('taken').where('id', '=', timeSpanId).executeTakeFirstOrThrow(),
  )
  expect(holds.reduce((sum, hold) => sum + hold.units, 0)).toBe(taken)
  return taken
}
