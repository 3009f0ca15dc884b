import type { Client } from 'pg'

/** `apps/server/src/platform/db/schema.ts`, as the catalogue of a migrated database says it. */

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
  /** The database alone writes it. */
  readonly isAlways: boolean
  /** The check that names the words of this column, if there is one. */
  readonly words: string | null
}

/** The TypeScript type of a column by its PostgreSQL type, as `platform/db/open-pool.ts` reads it. */
const TYPES: Readonly<Record<string, string>> = {
  // Longer than a number of JavaScript: its text.
  int8: 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  int4: 'number',
  int2: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Date',
}

const HEAD = `import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/**
 * Rows of the database as the migrations make them: written by \`npm run write:schema\`. What a table and its columns mean stands beside
 * them in \`migrations\`.
 */

/** jsonb: parsed when read, written as JSON text. */
type Json = ColumnType<unknown, string, string>
type JsonWithDefault = ColumnType<unknown, string | undefined, string>
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>

/** One of the words that a check names: known when read; what is written is for the check to judge. */
type Word<Words extends string> = ColumnType<Words, string, string>
type WordWithDefault<Words extends string> = ColumnType<Words, string | undefined, string>
type NullableWord<Words extends string> = ColumnType<Words | null, string | null | undefined, string | null>
`

export async function schemaTypes(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as "isNullable",
           a.atthasdef or a.attidentity <> '' as "hasDefault", a.attidentity = 'a' as "isAlways",
           (select pg_get_constraintdef(k.oid) from pg_constraint k
             where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
               and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\("?\\w+"? = ANY \\(ARRAY\\[') as words
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`)
  const tables = [...Map.groupBy(rows, ({ table }) => table)]
  const all = tables.map(([table]) => `  ${table}: ${interfaceOf(table)}\n`)
  const each = tables.map(([table, columns]) => {
    const lines = columns.map(column => `  ${column.name}: ${typeOf(column)}\n`)
    return `\nexport interface ${interfaceOf(table)} {\n${lines.join('')}}\n`
  })
  return `${HEAD}\nexport interface Schema {\n${all.join('')}}\n${each.join('')}`
}

/** `order_items` is `OrderItemsTable`. */
function interfaceOf(table: string): string {
  const words = table.split('_').map(word => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Table`
}

function typeOf(column: Column): string {
  const { type, isNullable, hasDefault, isAlways } = column
  const kind = isNullable ? ['Nullable', ''] : ['', hasDefault ? 'WithDefault' : '']
  if (type === 'jsonb') return kind.join('Json')
  if (column.words !== null) return `${kind.join('Word')}<${wordsOf(column.words)}>`
  const plain = `${scriptTypeOf(type)}${isNullable ? ' | null' : ''}`
  if (isAlways) return `GeneratedAlways<${plain}>`
  return hasDefault ? `Generated<${plain}>` : plain
}

/** `'in' | 'out'` of `CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])))`. */
function wordsOf(check: string): string {
  return Array.from(check.matchAll(/'([^']*)'::text/g), ([, word]) => `'${word}'`).join(' | ')
}

function scriptTypeOf(type: string): string {
  // The type of an array is named for that of its elements.
  const known = TYPES[type.replace(/^_/, '')]
  if (known === undefined) throw new Error(`no type for ${type}`)
  return type.startsWith('_') ? `${known}[]` : known
}
