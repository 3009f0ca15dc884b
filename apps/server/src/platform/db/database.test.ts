import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseAway } from './sql-states.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const setting = (key: string) => ({ site_key: 'demo', key, value: 'x' })
const keys = async () =>
  (await db.read(read => read.selectFrom('settings').select('key').execute())).map(({ key }) => key)

test('a transaction that ends before one of its statements keeps nothing', async () => {
  let late: Promise<unknown> | undefined
  const work = db.transaction(async tx => {
    await tx.insertInto('settings').values(setting('first')).execute()
    late = tx.insertInto('settings').values(setting('late')).execute()
  })
  await expect(work).rejects.toThrow('a statement of a transaction was not awaited')
  await late
  expect(await keys()).toEqual([])
})

test('statements that are awaited together are kept', async () => {
  await db.transaction(tx =>
    Promise.all(['one', 'two'].map(key => tx.insertInto('settings').values(setting(key)).execute())),
  )
  expect((await keys()).toSorted()).toEqual(['one', 'two'])
})

test('a server that takes no writes is away, and the next connection asks anew where the primary is', async () => {
  const one = openDatabase(database.url, { poolSize: 1 })
  const write = () =>
    one.transaction(tx => tx.insertInto('settings').values(setting('after a switch')).execute())
  await one.read(read => sql`set session characteristics as transaction read only`.execute(read))
  const refused: unknown = await write().catch((error: unknown) => error)
  expect(isDatabaseAway(refused)).toBe(true)
  await write()
  await one.close()
})

test('the database compiles no plan', async () => {
  const { rows } = await db.read(read => sql<{ jit: string }>`show jit`.execute(read))
  expect(rows).toEqual([{ jit: 'off' }])
})
