import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { rounds } from '../../../../tools/test/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type HoldProcesses, startHoldProcesses, type WantedByAll } from '../../test/hold-processes.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { dropStockCheck } from '../../test/stock-check.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'

const PLACES = 5
const BUYERS_A_PROCESS = 25
const RACES = rounds({ short: 5, whole: 1_000 })
/** Without the lock they are sold too much nearly each time. */
const UNGUARDED = rounds({ short: 4, whole: 20 })
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 1_200_000

let database: TestDatabase
let db: Database
let processes: HoldProcesses | undefined

beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 2 })
})

afterEach(async () => {
  await processes?.stop()
  processes = undefined
  await db.close()
  await database.drop()
})

/** The check of the table is dropped everywhere: the lock alone has to hold. */
describe('S-2.01: 50 buyers of the last 5 places on two server processes', () => {
  test(`exactly 5 get one, in the order they came, ${RACES} times`, { timeout: ALL_MS }, async () => {
    const catalogue = await insertSmallCatalogue(db, { capacities: lastPlaces(RACES) })
    await dropStockCheck(db)
    const { buyAtOnce } = await startTwo('on')
    for (const timeSpanId of catalogue.spans)
      expectFirstComersServed(await buyAtOnce(catalogue, { timeSpanIds: [timeSpanId], set: null }))
    expect(await wrongSpans(catalogue.spans)).toBe(0)
  })

  test('without the lock the same buyers are sold too much', { timeout: 60_000 }, async () => {
    const catalogue = await insertSmallCatalogue(db, { capacities: lastPlaces(UNGUARDED) })
    await dropStockCheck(db)
    const { buyAtOnce } = await startTwo('off')
    let oversold = 0
    for (const timeSpanId of catalogue.spans) {
      const granted = await buyAtOnce(catalogue, { timeSpanIds: [timeSpanId], set: null })
      if (countGranted(granted) > PLACES) oversold += 1
    }
    expect(oversold).toBeGreaterThanOrEqual(UNGUARDED - 1)
  })
})

describe('S-2.02: 50 buyers of the last 5 set products, over different visits, on two server processes', () => {
  const visits = Array.from({ length: 5 }, () => 10_000)

  test(
    `exactly 5 get one and a place with it, all others nothing, ${RACES} times`,
    { timeout: ALL_MS },
    async () => {
      const catalogue = await insertSmallCatalogue(db, {
        capacities: visits,
        setCapacities: lastPlaces(RACES),
      })
      await dropStockCheck(db)
      const { buyAtOnce } = await startTwo('on')
      for (const timeSpanId of catalogue.tea.spans)
        expectFirstComersServed(await buyAtOnce(catalogue, withTea(catalogue, timeSpanId)))
      expect(await wrongSpans(catalogue.tea.spans)).toBe(0)
      expect(await takenOf(catalogue.spans)).toBe(RACES * PLACES)
    },
  )

  test('without the lock the same buyers are sold too much', { timeout: 60_000 }, async () => {
    const catalogue = await insertSmallCatalogue(db, {
      capacities: visits,
      setCapacities: lastPlaces(UNGUARDED),
    })
    await dropStockCheck(db)
    const { buyAtOnce } = await startTwo('off')
    let oversold = 0
    for (const timeSpanId of catalogue.tea.spans) {
      const granted = await buyAtOnce(catalogue, withTea(catalogue, timeSpanId))
      if (countGranted(granted) > PLACES) oversold += 1
    }
    expect(oversold).toBeGreaterThanOrEqual(UNGUARDED - 1)
  })

  function withTea({ spans, tea }: SmallCatalogue, timeSpanId: number): WantedByAll {
    return { timeSpanIds: spans, set: { productId: tea.productId, timeSpanId } }
  }
})

function lastPlaces(spans: number): number[] {
  return Array.from({ length: spans }, () => PLACES)
}

async function startTwo(guard: 'on' | 'off'): Promise<HoldProcesses> {
  processes = await startHoldProcesses({ url: database.url, guard, buyersAProcess: BUYERS_A_PROCESS })
  return processes
}

function countGranted(granted: readonly boolean[][]): number {
  return granted.flat().filter(isGranted => isGranted).length
}

function expectFirstComersServed(granted: readonly boolean[][]): void {
  expect(countGranted(granted)).toBe(PLACES)
  for (const ofProcess of granted) expect(ofProcess.indexOf(false)).toBe(countGranted([ofProcess]))
}

/** How many of the spans are sold too much or too little, or have holds that do not sum up to what is taken. */
async function wrongSpans(ids: readonly number[]): Promise<number> {
  const { rows } = await db.read(tx =>
    sql<{ wrong: number }>`
      select count(*)::int as wrong from time_spans
      where id = any(${ids}::int[])
        and (taken <> ${PLACES} or taken <> (select sum(units) from holds where time_span_id = time_spans.id))`.execute(
      tx,
    ),
  )
  return rows[0]!.wrong
}

/** What the spans have sold together, and hold. */
async function takenOf(ids: readonly number[]): Promise<number> {
  const { rows } = await db.read(tx =>
    sql<{ taken: number; held: number }>`
      select sum(taken)::int as taken,
             (select sum(units)::int from holds where time_span_id = any(${ids}::int[])) as held
      from time_spans where id = any(${ids}::int[])`.execute(tx),
  )
  expect(rows[0]!.held).toBe(rows[0]!.taken)
  return rows[0]!.taken
}
