import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Database, openDatabase, type Read } from './database.ts'

/** Engines made of many machines lack these; here stands where we have it all the same (docs/scaling.md): whatever is added here closes a road. */
const OBJECTS = [
  {
    kind: 'trigger with transition tables',
    query: `select tgname as name from pg_trigger where not tgisinternal and (tgnewtable is not null or tgoldtable is not null)`,
    plant: `create function planted() returns trigger language plpgsql as 'begin return null; end';
            create trigger planted after insert on staff referencing new table as planted_rows
              for each statement execute function planted()`,
    kept: {},
  },
  {
    kind: 'trigger of a statement',
    query: `select tgname as name from pg_trigger
             where not tgisinternal and tgtype & 1 = 0 and tgnewtable is null and tgoldtable is null`,
    plant: `create function planted() returns trigger language plpgsql as 'begin return null; end';
            create trigger planted before truncate on staff for each statement execute function planted()`,
    kept: {
      closed_months_are_not_emptied: 'the books are only added to',
      journal_entries_are_not_emptied: 'the books are only added to',
      staff_actions_are_not_emptied: 'the log is only added to',
    },
  },
  {
    kind: 'deferrable constraint',
    query: `select conname as name from pg_constraint where condeferrable and connamespace = 'public'::regnamespace`,
    plant: `create table planted (site_key text primary key deferrable)`,
    kept: {
      journal_entries_site_key_month_fkey: 'the lines of a month come before the month, which counts them',
    },
  },
  {
    kind: 'identity that is not bigint',
    query: `select attrelid::regclass || '.' || attname as name from pg_attribute
             where attidentity <> '' and atttypid <> 'bigint'::regtype and attrelid::regclass::text not like 'jobs.%'`,
    plant: `create table planted (site_key text, id integer generated always as identity)`,
    kept: {
      'option_values.id': 'a number of the API',
      'products.id': 'in arrays of grouped statements',
      'product_options.id': 'a number of the API',
      'time_spans.id': 'a number of the API, in arrays of grouped statements',
    },
  },
  {
    kind: 'unlogged table',
    query: `select relname as name from pg_class where relpersistence = 'u' and relkind = 'r'`,
    plant: `create unlogged table planted (site_key text)`,
    kept: { request_counts: 'a minute that may be forgotten' },
  },
  {
    kind: 'unique where nulls are alike',
    query: `select indexrelid::regclass::text as name from pg_index where indnullsnotdistinct`,
    plant: `create table planted (site_key text, unique nulls not distinct (site_key))`,
    kept: {
      wallet_passes_reservation_id_ticket_id_share_id_wallet_key:
        'a pass is of a ticket, or of a whole reservation',
    },
  },
] as const

/** The program never says these in its statements. */
const STATEMENTS = [
  { kind: 'advisory lock', pattern: /pg_(?:try_)?advisory_/i, plant: `select pg_advisory_xact_lock(1)` },
  {
    kind: 'channel',
    pattern: /\b(?:un)?listen [a-z_]+\b *[;`']|pg_notify\(|\bnotify [a-z_]+ *[,;`']/,
    plant: `sql\`listen orders\``,
  },
  {
    kind: 'temporary table',
    pattern: /create (?:local |global )?temp(?:orary)? /i,
    plant: `create temporary table found ()`,
  },
  { kind: 'savepoint', pattern: /\bsavepoint [a-z]/i, plant: `savepoint before_line` },
  { kind: 'lock of a table', pattern: /\block table\b/i, plant: `lock table staff in share mode` },
  {
    kind: 'cursor',
    pattern: /\bdeclare \w+ (?:no scroll )?cursor\b/i,
    plant: `declare rows cursor for select 1`,
  },
] as const

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

async function namesOf(read: Read, query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string }>(query).execute(read)
  return rows.map(({ name }) => name).toSorted()
}

describe.for(OBJECTS)('$kind', ({ query, plant, kept }) => {
  test('none but those that have a reason', async () => {
    expect(await db.read(read => namesOf(read, query))).toEqual(Object.keys(kept).toSorted())
  })

  test('one that is planted is seen', async () => {
    const before = await db.read(read => namesOf(read, query))
    const planted = db.transaction(async tx => {
      await sql.raw(plant).execute(tx)
      const after = await namesOf(tx, query)
      throw new Planted(after.length - before.length)
    })
    await expect(planted).rejects.toMatchObject({ more: 1 })
  })
})

/** Ends the transaction: nothing of it stays. */
class Planted extends Error {
  readonly more: number
  constructor(more: number) {
    super('planted')
    this.more = more
  }
}

const SOURCES = path.join(import.meta.dirname, '..', '..')
const files = globSync('**/*.{ts,sql}', { cwd: SOURCES }).filter(file => !/\.(?:test|types)\./.test(file))

describe.for(STATEMENTS)('$kind', ({ pattern, plant }) => {
  test('no statement of the program has one', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter(file => pattern.test(readFileSync(path.join(SOURCES, file), 'utf8')))).toEqual([])
  })

  test('one that is planted is seen', () => expect(plant).toMatch(pattern))
})
