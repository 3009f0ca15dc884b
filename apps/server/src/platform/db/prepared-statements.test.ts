import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { KnownTexts } from './known-texts.ts'

let database: TestDatabase
let prepared: Database
let plain: Database

beforeAll(async () => {
  database = await createTestDatabase('bare')
  prepared = openDatabase(database.url, { poolSize: 1 })
  plain = openDatabase(database.url, { poolSize: 1, prepared: false })
  await prepared.read(read => sql`create table drawers (id integer primary key, label text)`.execute(read))
})
afterAll(async () => {
  await prepared.close()
  await plain.close()
  await database.drop()
})

const labelOf = (db: Database, id: number) =>
  db.read(async read => (await sql`select label from drawers where id = ${id}`.execute(read)).rows)

/** What a connection has prepared, by how often it ran. */
const preparedBy = async (db: Database) => {
  const { rows } = await db.read(read =>
    sql<{ statement: string; runs: number }>`
      select statement, (generic_plans + custom_plans)::integer as runs from pg_prepared_statements`.execute(
      read,
    ),
  )
  return rows
}

test('a statement with parameters is prepared once, whatever its values are', async () => {
  for (const id of [1, 2, 3]) await labelOf(prepared, id)
  expect(await preparedBy(prepared)).toContainEqual({
    statement: 'select label from drawers where id = $1',
    runs: 3,
  })
})

test('nothing is prepared where it is switched off', async () => {
  await labelOf(plain, 1)
  expect(await preparedBy(plain)).toEqual([])
})

test('a statement that reads all columns goes on when an upgrade adds one', async () => {
  const read = () =>
    prepared.transaction(async tx => (await sql`select * from drawers where id = ${1}`.execute(tx)).rows)
  await prepared.read(db => sql`insert into drawers values (${1}, ${'tickets'})`.execute(db))
  expect(await read()).toEqual([{ id: 1, label: 'tickets' }])
  await prepared.read(db => sql`alter table drawers add column depth integer`.execute(db))
  expect(await read()).toEqual([{ id: 1, label: 'tickets', depth: null }])
})

test('one that reads all columns on the way, and answers with named ones, is prepared and goes on too', async () => {
  const label = sql`with found as (select * from drawers where id = ${1}) select label from found`
  const read = () => prepared.read(async db => (await label.execute(db)).rows)
  const all = sql`with found as (select * from drawers where id = ${1}) table found`
  const readAll = () => prepared.read(async db => (await all.execute(db)).rows)
  expect([await read(), await readAll()]).toMatchObject([
    [{ label: 'tickets' }],
    [{ id: 1, label: 'tickets' }],
  ])
  await prepared.read(db => sql`alter table drawers add column width integer`.execute(db))
  expect([await read(), await readAll()]).toMatchObject([[{ label: 'tickets' }], [{ width: null }]])
  expect(await preparedBy(prepared)).toContainEqual(
    expect.objectContaining({ statement: expect.stringMatching(/^with found .* select label/) }),
  )
})

test('an error of a prepared statement is the database’s own, and the next one runs', async () => {
  const insert = (id: number) =>
    prepared.transaction(tx => sql`insert into drawers (id) values (${id})`.execute(tx))
  await insert(7)
  await expect(insert(7)).rejects.toMatchObject({ code: '23505' })
  await insert(8)
})

test.each([0, 1, 3, 1_000])('texts are the same where %i parts of them are known', most => {
  const known = new KnownTexts(most)
  const textBy = (compiler: PostgresQueryCompiler, text: RawBuilder<unknown>): string =>
    compiler.compileQuery(text.toOperationNode(), createQueryId()).sql
  const count = sql`select count(*)`
  const texts = [
    sql`${count} from drawers`,
    sql`${count} from drawers where id = ${1}`,
    sql`${count} from drawers where id = ${2}`,
    sql`${count} from drawers where id in (${sql.join([1, 2, 3])})`,
    sql`${count} from ${sql.id('labels')}`,
    count,
    sql`select count(*) from drawers`,
    sql`${sql.raw('')}${count} from drawers`,
  ]
  const compiled = [...texts, ...texts].map(text => textBy(known, text))
  expect(compiled).toEqual([...texts, ...texts].map(text => textBy(new PostgresQueryCompiler(), text)))
})
