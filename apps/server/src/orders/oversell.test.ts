import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { type Database, openDatabase } from '../db/database.ts'

const BUYERS = fileURLToPath(new URL('../../test/hold-buyers.ts', import.meta.url))
const PLACES = 5
const BUYERS_A_PROCESS = 25

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

describe('S-2.01: 50 buyers of the last 5 places on two server processes', () => {
  test('exactly 5 get one, in the order they came, 200 times', { timeout: 120_000 }, async () => {
    const catalogue = await insertSmallCatalogue(db, {
      capacities: Array.from({ length: 200 }, () => PLACES),
    })
    processes = await startTwo('on')
    for (const timeSpanId of catalogue.spans) {
      const [one, other] = await buyAtOnce(catalogue, timeSpanId)
      expect([...one, ...other].filter(isGranted => isGranted)).toHaveLength(PLACES)
      expect(isFirstComeFirstServed(one) && isFirstComeFirstServed(other)).toBe(true)
    }
    expect(await wrongSpans()).toBe(0)
  })

  test('with the guard switched off the same buyers are sold too much', { timeout: 60_000 }, async () => {
    const catalogue = await insertSmallCatalogue(db, { capacities: Array.from({ length: 20 }, () => PLACES) })
    await dropStockCheck()
    processes = await startTwo('off')
    let oversold = 0
    for (const timeSpanId of catalogue.spans) {
      const [one, other] = await buyAtOnce(catalogue, timeSpanId)
      if ([...one, ...other].filter(isGranted => isGranted).length > PLACES) oversold += 1
    }
    expect(oversold).toBeGreaterThanOrEqual(19)
  })

  test('were the lock to fail, the database itself refuses to sell too much', async () => {
    const catalogue = await insertSmallCatalogue(db, { capacities: [PLACES] })
    const oversell = db.transaction(tx =>
      tx
        .updateTable('time_spans')
        .set({ taken: PLACES + 1 })
        .where('id', 'in', catalogue.spans)
        .execute(),
    )
    await expect(oversell).rejects.toMatchObject({ code: '23514' })
  })
})

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

/** Which buyers of each process got a place, in the order they came. */
async function buyAtOnce(catalogue: SmallCatalogue, timeSpanId: number): Promise<[boolean[], boolean[]]> {
  const round = {
    timeSpanId,
    buyers: BUYERS_A_PROCESS,
    productId: catalogue.productId,
    optionValueId: catalogue.adult,
  }
  const answers = processes.map(answerOf)
  for (const child of processes) child.send(round)
  const [one = [], other = []] = await Promise.all(answers)
  return [one, other]
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

function isFirstComeFirstServed(granted: readonly boolean[]): boolean {
  return granted.indexOf(false) === granted.filter(isGranted => isGranted).length
}

/** Spans that are sold too much or too little, or whose holds do not sum up to what is taken. */
async function wrongSpans(): Promise<number> {
  const { rows } = await db.read(tx =>
    sql<{ wrong: number }>`
      select count(*)::int as wrong from time_spans
      where taken <> ${PLACES} or taken <> (select sum(units) from holds where time_span_id = time_spans.id)`.execute(
      tx,
    ),
  )
  return rows[0]!.wrong
}

async function dropStockCheck(): Promise<void> {
  await db.transaction(async tx => {
    const { rows } = await sql<{ conname: string }>`
      select conname from pg_constraint
      where conrelid = 'time_spans'::regclass and pg_get_constraintdef(oid) like '%taken%'`.execute(tx)
    for (const { conname } of rows)
      await sql`alter table time_spans drop constraint ${sql.id(conname)}`.execute(tx)
  })
}
