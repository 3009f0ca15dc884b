import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import { MigrationError } from './migration-error.ts'
import { DEADLOCK, LOCK_TIMED_OUT, sqlStateOf } from './sql-states.ts'
import { underProgramName } from './program-name.ts'

export const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
/** A file beside a migration: what is taken away once no earlier release may run on it any more. */
const CONTRACTION = '.contract.sql'
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/
/** A migration that only expands says which earlier releases still work on what it made: that one, and those after it. */
const BESIDE = /^-- May run beside: (\d+)\.$/m

/** Two servers may create the same table at once; PostgreSQL reports this to the slower one with one of these codes. */
const CREATED_MEANWHILE = new Set(['23505', '42P07', '42710'])

const MOST_TRIES = 10
/** Purchases wait behind a lock that a migration waits for, so it gives way to them before it tries again. */
const LOCK_PATIENCE = '3s'
const GIVE_WAY_MS = 2000

interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** The oldest release that may start on it; null where none may. */
  readonly beside: number | null
}

/**
 * Brings a database to the schema of this code. Files are applied in order, each in one transaction that first inserts
 * its own number: of two servers that start at once one applies a file, and the other waits for it and continues.
 * @throws MigrationError when an applied file was changed since, when the database was made before release 0.1.0, or when it is newer
 * than the code and does not say that this release may run on it.
 */
export async function migrate(databaseUrl: string, folder: string = MIGRATIONS): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = new Client({ connectionString: underProgramName(databaseUrl) })
  await client.connect()
  try {
    await createLedger(client)
    await refuseStrangeDatabase(client, migrations)
    for (const migration of migrations) await apply(client, migration)
  } finally {
    await client.end()
  }
}

export type PendingMigrations =
  | { readonly kind: 'known'; readonly missing: number }
  | { readonly kind: 'wrong'; readonly why: string }

/** The work that {@link migrate} would do, or why it would refuse. Changes nothing. */
export async function pendingMigrations(client: Client): Promise<PendingMigrations> {
  const migrations = await readMigrations(MIGRATIONS)
  const { rows: ledgers } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  )
  if (ledgers[0]?.there !== true) return { kind: 'known', missing: migrations.length }
  try {
    await refuseStrangeDatabase(client, migrations)
    const { rows } = await client.query<Pick<Migration, 'number' | 'checksum'>>(
      'select number, checksum from schema_migrations',
    )
    const applied = new Map(rows.map(({ number, checksum }) => [number, checksum]))
    const changed = migrations.find(({ number, checksum }) => (applied.get(number) ?? checksum) !== checksum)
    if (changed !== undefined)
      return { kind: 'wrong', why: `migration ${changed.name} was changed after it was applied` }
    return { kind: 'known', missing: migrations.filter(({ number }) => !applied.has(number)).length }
  } catch (error) {
    if (error instanceof MigrationError) return { kind: 'wrong', why: error.message }
    throw error
  }
}

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = await readdir(folder)
  const names = files.filter(name => name.endsWith('.sql') && !name.endsWith(CONTRACTION)).toSorted()
  const migrations = await Promise.all(names.map(name => readMigration(folder, name)))
  const misplaced = migrations.find(({ number }, index) => number !== index + 1)
  if (misplaced !== undefined) throw new MigrationError(`migration ${misplaced.name} is not the next number`)
  return migrations
}

/** The statements that take away what a migration kept open; undefined where it has none. */
export async function readContraction(folder: string, name: string): Promise<string | undefined> {
  const file = name.replace(/\.sql$/, CONTRACTION)
  return (await readdir(folder)).includes(file) ? readFile(path.join(folder, file), 'utf8') : undefined
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const match = FILE_NAME.exec(name)
  if (match === null) throw new MigrationError(`migration ${name} is not named NNNN-name.sql`)
  const sql = await readFile(path.join(folder, name), 'utf8')
  return {
    number: Number(match[1]),
    name,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    beside: besideOf(sql),
  }
}

function besideOf(sql: string): number | null {
  const said = BESIDE.exec(sql)?.[1]
  return said === undefined ? null : Number(said)
}

async function createLedger(client: Client): Promise<void> {
  try {
    await client.query(
      `create table if not exists schema_migrations (
         number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null,
         beside integer)`,
    )
  } catch (error) {
    if (!CREATED_MEANWHILE.has(sqlStateOf(error))) throw error
  }
}

async function refuseStrangeDatabase(client: Client, migrations: readonly Migration[]): Promise<void> {
  await refuseDatabaseOfDevelopment(client, migrations)
  await refuseNewerDatabase(client, migrations)
}

/** A database from before the first release has other tables, under the same numbers. Nothing is changed in it. */
async function refuseDatabaseOfDevelopment(client: Client, [first]: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations where number = 1')
  const [made] = rows
  if (made === undefined || made.name === first?.name) return
  throw new MigrationError(
    'the database was made before release 0.1.0, and this program cannot read it. Nothing was changed. Keep it as it is, and give an empty one: another DATABASE_URL or, where npm start keeps its own, another DATA_DIR',
  )
}

/** An earlier release takes its place again, or starts again while the upgrade is under way, as far as the newer one allows it. */
async function refuseNewerDatabase(client: Client, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from schema_migrations where number > $1 and coalesce(beside > $1, true) order by number limit 1`,
    [migrations.length],
  )
  const [newer] = rows
  if (newer !== undefined) {
    throw new MigrationError(
      `the database is newer than this program: it has ${newer.name}, which is unknown here`,
    )
  }
}

/**
 * A program of an earlier release may be selling meanwhile, and the two may deadlock: the one that the database aborts
 * tries again. So does a migration that waited for a long transaction, such as a backup.
 */
async function apply(client: Client, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyOnce(client, migration)
    } catch (error) {
      const state = sqlStateOf(error)
      if (tries === MOST_TRIES || (state !== DEADLOCK && state !== LOCK_TIMED_OUT))
        throw asMigrationError(error, migration)
      if (state === LOCK_TIMED_OUT) await delay(GIVE_WAY_MS)
    }
  }
}

function asMigrationError(error: unknown, { name }: Migration): unknown {
  if (sqlStateOf(error) === '' || !(error instanceof Error)) return error
  return new MigrationError(`migration ${name}: ${error.message}`)
}

async function applyOnce(client: Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    // Waits here while another server applies the same file.
    const claim = await client.query(
      `insert into schema_migrations (number, name, checksum, applied_at, beside) values ($1, $2, $3, now(), $4)
       on conflict (number) do nothing`,
      [migration.number, migration.name, migration.checksum, migration.beside],
    )
    if (claim.rowCount === 1) {
      await client.query(`set local lock_timeout = '${LOCK_PATIENCE}'`)
      await client.query(migration.sql)
    } else await refuseChangedFile(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function refuseChangedFile(client: Client, { number, name, checksum }: Migration): Promise<void> {
  const { rows } = await client.query<{ checksum: string }>(
    'select checksum from schema_migrations where number = $1',
    [number],
  )
  if (rows[0]?.checksum !== checksum) {
    throw new MigrationError(`migration ${name} was changed after it was applied; write a new file instead`)
  }
}
