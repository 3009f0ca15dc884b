import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { rounds } from '../../../../../tools/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../../test/small-catalogue.ts'
import { dropStockCheck } from '../../../test/stock-check.ts'
import { type Database, openDatabase } from '../../db/database.ts'

const BUYERS = fileURLToPath(new URL('../../../test/hold-buyers.ts', import.meta.url))
const PLACES = 5
const BUYERS_A_PROCESS = 25
const RACES = rounds({ short: 40, whole: 1_000 })
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 1_200_000

let database: TestDatabase
let db: Database
let processes: readonly ChildProcess[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 2 })
})

afterEach(async () => {
  await Promise.all(processes.map(stop))
  processes = []
  await db.close()
  await database.drop()
})

/** The check of the table is dropped everywhere: the lock alone has to hold. */
describe('S-2.01: 50 buyers of the last 5 places on two server processes', () => {
  test(`exactly 5 get one, in the order they came, ${RACES} times`, { timeout: ALL_MS }, async () => {
    const catalogue = await insertSmallCatalogue(db, { capacities: lastPlaces(RACES) })
    await dropStockCheck(db)
    processes = await startTwo('on')
    for (const timeSpanId of catalogue.spans)
      expectFirstComersServed(await buyAtOnce(catalogue, { timeSpanIds: [timeSpanId], set: null }))
    expect(await wrongSpans(catalogue.spans)).toBe(0)
  })

  test('without the lock the same buyers are sold too much', { timeout: 60_000 }, async () => {
    const catalogue = await insertSmallCatalogue(db, { capacities: lastPlaces(20) })
    await dropStockCheck(db)
    processes = await startTwo('off')
    let oversold = 0
    for (const timeSpanId of catalogue.spans) {
      const granted = await buyAtOnce(catalogue, { timeSpanIds: [timeSpanId], set: null })
      if (countGranted(granted) > PLACES) oversold += 1
    }
    expect(oversold).toBeGreaterThanOrEqual(19)
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
      processes = await startTwo('on')
      for (const timeSpanId of catalogue.tea.spans)
        expectFirstComersServed(await buyAtOnce(catalogue, withTea(catalogue, timeSpanId)))
      expect(await wrongSpans(catalogue.tea.spans)).toBe(0)
      expect(await takenOf(catalogue.spans)).toBe(RACES * PLACES)
    },
  )

  test('without the lock the same buyers are sold too much', { timeout: 60_000 }, async () => {
    const catalogue = await insertSmallCatalogue(db, { capacities: visits, setCapacities: lastPlaces(20) })
    await dropStockCheck(db)
    processes = await startTwo('off')
    let oversold = 0
    for (const timeSpanId of catalogue.tea.spans) {
      const granted = await buyAtOnce(catalogue, withTea(catalogue, timeSpanId))
      if (countGranted(granted) > PLACES) oversold += 1
    }
    expect(oversold).toBeGreaterThanOrEqual(19)
  })

  function withTea({ spans, tea }: SmallCatalogue, timeSpanId: number): Wanted {
    return { timeSpanIds: spans, set: { productId: tea.productId, timeSpanId } }
  }
})

function lastPlaces(spans: number): number[] {
  return Array.from({ length: spans }, () => PLACES)
}

async function startTwo(guard: 'on' | 'off'): Promise<ChildProcess[]> {
  const started = [1, 2].map(() => fork(BUYERS, [JSON.stringify({ url: database.url, guard })]))
  await Promise.all(started.map(child => once(child, 'message')))
  // The unguarded ones write only once both have read.
  let haveRead = 0
  for (const child of started) {
    child.on('message', message => {
      if (message !== 'has read') return
      haveRead += 1
      if (haveRead % started.length === 0) for (const other of started) other.send('write')
    })
  }
  return started
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}

/** What each buyer wants one of: a place in the next of the spans in turn, and a set product if one is named. */
interface Wanted {
  readonly timeSpanIds: readonly number[]
  readonly set: { readonly productId: number; readonly timeSpanId: number } | null
}

/** Which buyers of each process got what they want, in the order they came. */
async function buyAtOnce(catalogue: SmallCatalogue, { timeSpanIds, set }: Wanted): Promise<boolean[][]> {
  const round = {
    timeSpanIds: Array.from(
      { length: BUYERS_A_PROCESS },
      (_, buyer) => timeSpanIds[buyer % timeSpanIds.length],
    ),
    set,
    productId: catalogue.productId,
    optionValueId: catalogue.adult,
  }
  const answers = processes.map(answerOf)
  for (const child of processes) child.send(round)
  return Promise.all(answers)
}

function answerOf(child: ChildProcess): Promise<boolean[]> {
  return new Promise(resolve => {
    child.on('message', function listen(message: unknown) {
      if (typeof message !== 'object' || message === null || !('granted' in message)) return
      child.off('message', listen)
      resolve(message.granted as boolean[])
    })
  })
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
