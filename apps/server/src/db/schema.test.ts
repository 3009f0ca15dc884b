import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './database.ts'

/** The TypeScript type of a column by its PostgreSQL type; json and columns with a default are wrapped. */
const TYPES: Readonly<Record<string, string>> = {
  // Longer than a number of JavaScript: its text.
  bigint: 'string',
  text: 'string',
  uuid: 'string',
  date: 'string',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'timestamp with time zone': 'Date',
  _text: 'string[]',
  _bytea: 'Buffer[]',
  _uuid: 'string[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _timestamptz: 'Date[]',
}

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

interface Column {
  readonly table_name: string
  readonly column_name: string
  readonly data_type: string
  readonly is_nullable: 'YES' | 'NO'
  readonly has_default: boolean
}

test('schema.ts has every table and column of the database, with its type, nullability and default', async () => {
  const { rows } = await db.read(tx =>
    sql<Column>`
      select table_name, column_name, case data_type when 'ARRAY' then udt_name else data_type end as data_type, is_nullable, (column_default is not null or is_identity = 'YES') as has_default
        from information_schema.columns
       where table_schema = 'public' and table_name <> 'schema_migrations'
         -- Views are for programs of an earlier release.
         and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')
       order by table_name, ordinal_position`.execute(tx),
  )
  const tables = Map.groupBy(rows, ({ table_name }) => table_name)
  const real = Array.from(tables, ([table, columns]) => [
    table,
    columns.map(c => `${c.column_name}: ${typeOf(c)}`),
  ])
  expect(new Map(await writtenTables())).toEqual(new Map(real as [string, string[]][]))
})

function typeOf({ data_type, is_nullable, has_default }: Column): string {
  const isNullable = is_nullable === 'YES'
  if (data_type === 'jsonb') return isNullable ? 'NullableJson' : has_default ? 'JsonWithDefault' : 'Json'
  const type = `${TYPES[data_type] ?? data_type}${isNullable ? ' | null' : ''}`
  return has_default ? `Generated<${type}>` : type
}

/** The interfaces of schema.ts as text: Kysely trusts them without checking. */
async function writtenTables(): Promise<[string, string[]][]> {
  const source = await readFile(path.join(import.meta.dirname, 'schema.ts'), 'utf8')
  const bodies = new Map(
    Array.from(source.matchAll(/interface (\w+) \{\n(.*?)\n\}/gs), ([, name = '', body = '']) => [
      name,
      linesOf(body),
    ]),
  )
  return (bodies.get('Schema') ?? []).map(line => {
    const [table = '', type = ''] = line.split(': ')
    return [table, bodies.get(type) ?? []]
  })
}

function linesOf(body: string): string[] {
  return body
    .split('\n')
    .map(line => line.trim())
    .filter(line => /^\w+: /.test(line))
}
