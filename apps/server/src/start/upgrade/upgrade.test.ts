import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { insertRow, validRow } from '../../../test/valid-row.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { migrate, MIGRATIONS } from '../../platform/db/migrate.ts'
import { SCHEMA_RELEASE } from '../../platform/db/program-name.ts'
import { contractDatabase } from './contract.ts'
import { countOldRows, createFilling, type Filling, fillOldRows } from './fill.ts'
import { countOlderPrograms } from './older-programs.ts'

/** An invented next release: a member has initials, which the program of before does not write. */
const NAME = `${String(SCHEMA_RELEASE + 1).padStart(4, '0')}-initials`
const EXPANDS = `-- May run beside: ${SCHEMA_RELEASE}.\nalter table members add column initials text;`
const CONTRACTS = 'alter table members alter column initials set not null;'
const INITIALS: Filling = {
  rows: 'initials of members',
  count: async read => {
    const { rows } = await sql`select from members where initials is null`.execute(read)
    return rows.length
  },
  fill: async (tx, limit) => {
    const { numAffectedRows } = await sql`
      update members set initials = left(name, 1)
       where id in (select id from members where initials is null limit ${limit})`.execute(tx)
    return Number(numAffectedRows ?? 0n)
  },
}

let database: TestDatabase
let db: Database
/** The migrations of the invented release. */
let folder: string
/** Writes as the program of before does. */
let before: Client

beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 2 })
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-migrations-'))
  await cp(MIGRATIONS, folder, { recursive: true })
  await writeFile(path.join(folder, `${NAME}.sql`), EXPANDS)
  await writeFile(path.join(folder, `${NAME}.contract.sql`), CONTRACTS)
  before = await connect()
})

afterEach(async () => {
  await before.end()
  await db.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function connect(): Promise<Client> {
  const client = new Client({
    connectionString: database.url,
    application_name: `kippu ${SCHEMA_RELEASE - 1}`,
  })
  await client.connect()
  return client
}

const writeMember = async () => insertRow(before, 'members', await validRow(before, 'members'))

const initials = async () =>
  (await before.query<{ initials: string | null }>('select initials from members')).rows.map(
    row => row.initials,
  )

test('a release expands, runs beside the one before, fills what that one writes, may be taken back, and contracts', async () => {
  await writeMember()
  await migrate(database.url, folder)
  await writeMember()
  const fill = createFilling({ db }, [INITIALS])
  expect(await fill()).toBe(2)
  // Taken back: the program of before starts anew, and writes as it always did.
  await migrate(database.url)
  await writeMember()
  expect(await contractDatabase({ db }, [INITIALS], folder)).toEqual({
    kind: 'refused',
    why: '1 connections are not of this release: stop the programs of the release before',
  })
  expect(await countOldRows({ db }, [INITIALS])).toEqual([{ rows: 'initials of members', left: 1 }])
  await before.end()
  await expect.poll(() => contractDatabase({ db }, [INITIALS], folder)).toEqual({ kind: 'contracted' })
  before = await connect()
  expect(await initials()).toEqual(['w', 'w', 'w'])
  await expect(before.query('update members set initials = null')).rejects.toThrow('null value in column')
  await expect(migrate(database.url)).rejects.toThrow(`newer than this program: it has ${NAME}.sql`)
  await migrate(database.url, folder)
})

test('an upgrade that is ended may be ended again', async () => {
  await migrate(database.url, folder)
  await before.end()
  await expect.poll(() => contractDatabase({ db }, [INITIALS], folder)).toEqual({ kind: 'contracted' })
  expect(await contractDatabase({ db }, [INITIALS], folder)).toEqual({ kind: 'contracted' })
  before = await connect()
})

test('nothing is taken away while a row is not filled', async () => {
  await migrate(database.url, folder)
  await writeMember()
  await before.end()
  const idle = { ...INITIALS, fill: async () => 0 }
  await expect
    .poll(() => contractDatabase({ db }, [idle], folder))
    .toEqual({ kind: 'refused', why: 'not filled yet: 1 initials of members' })
  before = await connect()
  await writeMember()
  await migrate(database.url)
})

test('rows are filled in batches, once', async () => {
  await migrate(database.url, folder)
  for (let member = 0; member < 3; member += 1) await writeMember()
  const batches: number[] = []
  const watched: Filling = {
    ...INITIALS,
    fill: async (tx, limit) => {
      const filled = await INITIALS.fill(tx, limit)
      batches.push(filled)
      return filled
    },
  }
  expect(await fillOldRows({ db }, [watched], 2)).toBe(3)
  expect(batches).toEqual([2, 1, 0])
  expect(await fillOldRows({ db }, [watched], 2)).toBe(0)
})

test('the search for rows goes on while a program of another release runs, once more after it ended, and then stops', async () => {
  await migrate(database.url, folder)
  const fill = createFilling({ db }, [INITIALS])
  const forget = () => db.transaction(tx => sql`update members set initials = null`.execute(tx))
  const leaveAndFill = async (): Promise<boolean> => {
    await forget()
    return (await fill()) > 0
  }
  await writeMember()
  expect(await leaveAndFill()).toBe(true)
  expect(await leaveAndFill()).toBe(true)
  await before.end()
  await expect.poll(() => countOlderPrograms({ db })).toBe(0)
  expect(await leaveAndFill()).toBe(true)
  expect(await leaveAndFill()).toBe(false)
  before = await connect()
})

test('the search ends with the upgrade', async () => {
  await migrate(database.url, folder)
  await writeMember()
  await db.transaction(tx => sql`update schema_migrations set beside = null`.execute(tx))
  expect(await createFilling({ db }, [INITIALS])()).toBe(0)
  expect(await initials()).toEqual([null])
})

test('no program of this release is taken for another one, whatever its address says', async () => {
  const named = openDatabase(`${database.url}?application_name=mine`, { poolSize: 1 })
  await named.read(read => sql`select 1`.execute(read))
  expect(await countOlderPrograms({ db })).toBe(1)
  await named.close()
})

test('the program names the newest migration that it knows', async () => {
  const newest = (await readdir(MIGRATIONS)).toSorted().at(-1)
  expect(Number(newest?.slice(0, 4))).toBe(SCHEMA_RELEASE)
})
