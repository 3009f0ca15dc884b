import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'

import { migrate } from './migrate.ts'

let url: string
let name: string
let folder: string

beforeEach(async () => {
  name = `migrate_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  url = Object.assign(new URL(inject('adminDatabaseUrl')), { pathname: `/${name}` }).href
  folder = await mkdtemp(path.join(tmpdir(), 'kippu-migrations-'))
  await cp(path.join(import.meta.dirname, 'migrations'), folder, { recursive: true })
})

afterEach(async () => {
  await administer(`drop database ${name} with (force)`)
  await rm(folder, { recursive: true })
})

describe('migrations', () => {
  test('several servers may start at once: each file is applied once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => migrate(url, folder)))
    const { rows } = await query('select number from schema_migrations order by number')
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
    expect((await query('select count(*)::int as n from orders')).rows[0]).toEqual({ n: 0 })
  })

  test('applying them again changes nothing', async () => {
    await migrate(url, folder)
    const before = await query('select * from schema_migrations order by number')
    await migrate(url, folder)
    expect((await query('select * from schema_migrations order by number')).rows).toEqual(before.rows)
  })

  test('a file that was changed after it was applied stops the start', async () => {
    await migrate(url, folder)
    await writeFile(path.join(folder, '0002-sites.sql'), 'select 1;')
    await expect(migrate(url, folder)).rejects.toThrow(
      'migration 0002-sites.sql was changed after it was applied',
    )
  })

  test('a database that is newer than the program stops the start', async () => {
    const next = path.join(folder, '9999-future.sql')
    await writeFile(next, 'select 1;')
    await expect(migrate(url, folder)).rejects.toThrow('9999-future.sql is not the next number')
    await rm(next)
    await migrate(url, folder)
    await query(`insert into schema_migrations values (9999, '9999-future.sql', '', now())`)
    await expect(migrate(url, folder)).rejects.toThrow('newer than this program: it has 9999-future.sql')
  })

  test('a program of before starts on a newer database that says so, until its upgrade is ended', async () => {
    const next = (await readdir(folder)).length + 1
    const file = path.join(folder, `${String(next).padStart(4, '0')}-another-column.sql`)
    await writeFile(file, `-- May run beside: ${next - 1}.\nalter table orders add column another integer`)
    await migrate(url, folder)
    await rm(file)
    await migrate(url, folder)
    const newest = (await readdir(folder)).toSorted().at(-1) ?? ''
    const itself = await readFile(path.join(folder, newest))
    await rm(path.join(folder, newest))
    await expect(migrate(url, folder)).rejects.toThrow(`newer than this program: it has ${newest}`)
    await writeFile(path.join(folder, newest), itself)
    await query('update schema_migrations set beside = null')
    await expect(migrate(url, folder)).rejects.toThrow('another-column.sql, which is unknown here')
  })

  test('each migration after the first release says beside which release it may run, or is listed as one that needs all processes stopped', async () => {
    const next = (await readdir(folder)).length + 1
    const planted = `${String(next).padStart(4, '0')}-another-column.sql`
    await migrate(url, folder)
    expect(await unsaid()).toEqual([])
    // A line that is written in another way is none.
    await writeFile(path.join(folder, planted), `-- May run beside ${next - 1}\nselect 1;`)
    await migrate(url, folder)
    expect(await unsaid()).toEqual([planted])
  })

  test('a database that was made before 0.1.0 is refused in one line, and nothing in it changes', async () => {
    await query('create table schema_migrations (number integer primary key, name text, checksum text)')
    await query(
      `insert into schema_migrations values (1, '0001-catalogue.sql', ''), (42, '0042-webhooks.sql', '')`,
    )
    await query('create table orders as select 7 as id')
    await expect(migrate(url, folder)).rejects.toThrow(
      /^the database was made before release 0\.1\.0, .* Nothing was changed\. .*DATABASE_URL.*DATA_DIR[^\n]*$/,
    )
    expect((await query('select * from orders')).rows).toEqual([{ id: 7 }])
    const { rows } = await query(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
    )
    expect(rows.map(({ name: column }) => column)).toEqual([
      'orders.id',
      'schema_migrations.checksum',
      'schema_migrations.name',
      'schema_migrations.number',
    ])
  })

  test('purchases go on while a migration waits for a backup, and it is applied afterwards', async () => {
    await migrate(url, folder)
    const next = (await readdir(folder)).length + 1
    const file = `${String(next).padStart(4, '0')}-another-column.sql`
    await writeFile(path.join(folder, file), 'alter table orders add column another integer')
    const backup = new Client({ connectionString: url })
    await backup.connect()
    await backup.query('begin; select from orders')
    const migrated = migrate(url, folder)
    await expect.poll(async () => (await query(WAITING_FOR_LOCK)).rows[0]).toEqual({ waiting: true })
    await query('select from payment_attempts')
    await backup.query('commit')
    await backup.end()
    await migrated
    expect((await query('select max(number) as newest from schema_migrations')).rows[0]).toEqual({
      newest: next,
    })
  })

  test('a file that fails is rolled back and named', async () => {
    await writeFile(
      path.join(folder, '0001-platform.sql'),
      'create table half (id integer); select nonsense;',
    )
    await expect(migrate(url, folder)).rejects.toThrow('migration 0001-platform.sql: column "nonsense"')
    expect((await query(`select to_regclass('half') as half`)).rows[0]).toEqual({ half: null })
  })
})

/** The newest file of the first release: nobody's database is older. */
const BASELINE = 10
/** Names of migrations on which no program of before works. */
const NEED_ALL_STOPPED: readonly string[] = []

/** Migrations that do not say who may run beside them, or name a release that is not before them (docs/decisions/0084). */
async function unsaid(): Promise<unknown[]> {
  const { rows } = await query(
    `select name from schema_migrations
      where number > ${BASELINE} and coalesce(beside not between ${BASELINE} and number - 1, true) order by number`,
  )
  return rows.map(({ name: unsaidName }) => unsaidName).filter(one => !NEED_ALL_STOPPED.includes(String(one)))
}

const WAITING_FOR_LOCK = `
  select exists (select from pg_locks where not granted and database =
    (select oid from pg_database where datname = current_database())) as waiting`

async function administer(sql: string): Promise<void> {
  await run(inject('adminDatabaseUrl'), sql)
}

function query(sql: string) {
  return run(url, sql)
}

async function run(databaseUrl: string, sql: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await client.query<Record<string, unknown>>(sql)
  } finally {
    await client.end()
  }
}
