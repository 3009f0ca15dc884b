import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { newOrderOf } from '../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { dropStockCheck } from '../../test/stock-check.ts'
import { untilSomebodyWaits } from '../../test/waiting-connections.ts'
import { type Database, openDatabase, type Tx } from '../platform/db/database.ts'
import { isRefusal } from '../platform/http/refusal.ts'
import { lockSpans, selectSpans, type SpanStock } from './batch-queries.ts'
import { createBatchedHolds } from '../orders/holds/batched-holds.ts'
import type { HoldQueue, NewOrder } from './hold-queue.ts'

const PLACES = 5

let database: TestDatabase
/** The connection pools of two servers. */
let [one, other]: Database[] = []
let catalogue: SmallCatalogue
let span: number

beforeEach(async () => {
  database = await createTestDatabase()
  ;[one, other] = [1, 2].map(() => openDatabase(database.url, { poolSize: 2 }))
  catalogue = await insertSmallCatalogue(one!, { capacities: [PLACES] })
  span = catalogue.spans[0]!
})
afterEach(async () => {
  await Promise.all([one!.close(), other!.close()])
  await database.drop()
})

type ReadSpans = (tx: Tx, ids: readonly number[]) => Promise<SpanStock[]>

/** The production query without its lock. */
const withoutLock: ReadSpans = (tx, ids) => selectSpans(tx, ids).execute()

describe('two servers sell all places of one time span in the same moment (S-2.01)', () => {
  test('with the lock one of them does, and the table needs no check for it', async () => {
    await dropStockCheck(one!)
    expect((await sellAtOnce(lockSpans)).toSorted()).toEqual(['out of stock', 'sold'])
    expect(await taken()).toBe(PLACES)
  })

  test('with exactly that lock left out both do', async () => {
    await dropStockCheck(one!)
    expect(await sellAtOnce(withoutLock)).toEqual(['sold', 'sold'])
    expect(await taken()).toBe(2 * PLACES)
  })

  test('were the lock to fail, the database itself refuses the second', async () => {
    expect((await sellAtOnce(withoutLock)).toSorted()).toEqual(['23514', 'sold'])
    expect(await taken()).toBe(PLACES)
  })
})

describe('a batch of one statement waits for whoever is selling (S-2.01)', () => {
  test('and takes nothing where too little is left', async () => {
    await dropStockCheck(one!)
    expect(await takeWhileAnotherSells(PLACES)).toMatchObject({ code: 'out of stock' })
    expect(await taken()).toBe(PLACES)
  })

  test('and takes its places once where there is enough', async () => {
    expect(isRefusal(await takeWhileAnotherSells(0))).toBe(false)
    expect(await taken()).toBe(PLACES)
  })
})

/** What becomes of an order of all places that finds the row of the time span being changed. */
async function takeWhileAnotherSells(takenThen: number): ReturnType<HoldQueue['take']> {
  const holds = createBatchedHolds({ db: other!, holdSeconds: 60 })
  const isSelling = Promise.withResolvers<void>()
  const waiting = isSelling.promise.then(() => holds.take(wholeSpan()))
  await one!.transaction(async tx => {
    await tx.updateTable('time_spans').set({ taken: takenThen }).where('id', '=', span).execute()
    isSelling.resolve()
    await untilSomebodyWaits(one!, () => false)
  })
  const result = await waiting
  await holds.close()
  return result
}

/** Leaves it to the transaction who gets what is left. */
const NEVER_ENOUGH = async (): Promise<undefined> => undefined

/**
 * What becomes of two orders of all places, one a server. The first server stops when it has read the stock, until the second
 * has read it too or waits for a lock.
 */
async function sellAtOnce(read: ReadSpans): Promise<string[]> {
  const firstHasRead = Promise.withResolvers<void>()
  let hasSecondRead = false
  const first = createBatchedHolds({
    db: one!,
    holdSeconds: 60,
    takeAll: NEVER_ENOUGH,
    readSpans: async (tx, ids) => {
      const spans = await read(tx, ids)
      firstHasRead.resolve()
      await untilSomebodyWaits(one!, () => hasSecondRead)
      return spans
    },
  })
  const second = createBatchedHolds({
    db: other!,
    holdSeconds: 60,
    takeAll: NEVER_ENOUGH,
    readSpans: async (tx, ids) => {
      const spans = await read(tx, ids)
      hasSecondRead = true
      return spans
    },
  })
  const firstSold = first.take(wholeSpan())
  await firstHasRead.promise
  const results = await Promise.allSettled([firstSold, second.take(wholeSpan())])
  await Promise.all([first.close(), second.close()])
  return results.map(result => {
    if (result.status === 'rejected') return String(Reflect.get(Object(result.reason), 'code'))
    return isRefusal(result.value) ? result.value.code : 'sold'
  })
}

async function taken(): Promise<number> {
  const row = await one!.read(tx =>
    tx.selectFrom('time_spans').select('taken').where('id', '=', span).executeTakeFirstOrThrow(),
  )
  return row.taken
}

const wholeSpan = (): NewOrder => newOrderOf(catalogue, PLACES, { lines: [] })
