import { entryOf } from '@kippu/domain/known'
import { sql } from 'kysely'

import type { Read, Tx } from '../../../platform/db/database.ts'
import { choice, ownCode, product, whole } from './kinds.ts'
import { isNamed, wordColumns, wordsAt, wordsByLanguage, wordValues } from './name-columns.ts'
import { productIds } from './product-ids.ts'
import {
  type CellFault,
  type Change,
  type GoneRows,
  type Instead,
  keyOf,
  numberOf,
  type PutChange,
  removedRows,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  type WriteContext,
} from './sheet.ts'

const NAMES = 4
/** Beside the columns: whether something of it was ever ordered. */
const SOLD = 10

/** The choices of a visitor in a product: kinds of tickets, and groups of extras. */
export const options: Sheet = {
  name: 'options',
  others: ['オプション', '選択肢グループ', 'product_options'],
  permission: 'catalogue:write',
  keys: 2,
  mayBeWhole: true,
  columns: [
    { name: 'product', others: ['商品'], kind: product },
    { name: 'option', others: ['オプション', 'グループ'], kind: ownCode },
    {
      name: 'type',
      others: ['種類'],
      kind: choice({ ticket_type: ['券種', 'チケット'], extra: ['追加', 'オプション'] }),
    },
    { name: 'order', others: ['並び順', '順番', 'position'], kind: whole(0, 10_000) },
    ...wordColumns('name', '名前'),
  ],
  current: readOptions,
  check: checkOption,
  unique: [0, 3],
  instead: async (read, _, gone) => {
    const filled = await withValues(read, gone)
    return new Map(
      filled.map(row => [
        keyOf(options, row),
        {
          why: [
            'it has values: leave them out of option_values first',
            '選択肢があります。先に option_values から除いてください',
          ],
        } satisfies Instead,
      ]),
    )
  },
  touch: (row, touched) => {
    touched.products.add(textOf(row[0]))
  },
  put: putOptions,
  remove: removeOptions,
}

/** Its own code, or its number where it has none. */
export const optionName = sql<string>`coalesce(o.code, '#' || o.id)`

async function readOptions(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const { rows } = await sql<{
    uuid: string
    name: string
    type: string
    position: number
    words: Record<string, string> | null
    isSold: boolean
  }>`
    select p.uuid, ${optionName} as name, o.type, o.position,
           ${wordsByLanguage(sql`select lang, name from product_option_texts where option_id = o.id`)} as words,
           exists (select from order_items i join option_values v on v.id = i.option_value_id where v.option_id = o.id) as "isSold"
      from product_options o join products p on p.id = o.product_id
     where p.site_key = ${siteKey} order by p.position, p.id, o.position`.execute(read)
  return rows.map(row => [row.uuid, row.name, row.type, row.position, ...wordValues(row.words), row.isSold])
}

function checkOption({ before, after, source }: Change): CellFault | undefined {
  if (after === null) return undefined
  if (before === null && source !== undefined && textOf(after[1]).startsWith('#'))
    return {
      column: 'option',
      text: [
        'there is none of this number: name a new one by a code of yours',
        'この番号のものはありません。新しいものには自分のコードを付けてください',
      ],
    }
  if (!isNamed(after, NAMES))
    return { column: 'name_ja', text: ['it has no name in any language', 'どの言語の名前もありません'] }
  if (before !== null && before[SOLD] === true && before[2] !== after[2])
    return {
      column: 'type',
      text: [
        'values of it are sold: add another option',
        'この券種は販売済みです。別のオプションを追加してください',
      ],
    }
  return undefined
}

async function withValues(read: Read, { rows, others }: GoneRows): Promise<Row[]> {
  const { rows: found } = await sql<{ key: string; value: string }>`
    select p.uuid || ${'\t'} || ${optionName} as key, coalesce(v.code, '#' || v.id) as value
      from product_options o join products p on p.id = o.product_id join option_values v on v.option_id = o.id
     where p.uuid = any(${rows.map(row => textOf(row[0]))}::uuid[])`.execute(read)
  const removed = new Set(Array.from(removedRows(others('option_values')), row => keyOf({ keys: 3 }, row)))
  const filled = new Set(found.flatMap(({ key, value }) => (removed.has(`${key}\t${value}`) ? [] : [key])))
  return rows.filter(row => filled.has(keyOf(options, row)))
}

/** Places are changed to ones that nobody has first: two options may change theirs. */
async function putOptions(tx: Tx, { siteKey }: WriteContext, changes: readonly PutChange[]): Promise<void> {
  const ids = await productIds(tx, siteKey)
  const known = await optionIds(tx, siteKey)
  for (const { before, after } of changes) {
    const id = known.get(keyOf(options, after))
    if (before === null || id === undefined) continue
    await tx.updateTable('product_options').set({ position: -id }).where('id', '=', id).execute()
  }
  for (const { after } of changes) {
    const id =
      known.get(keyOf(options, after)) ?? (await addOption(tx, ids.of(textOf(after[0])), textOf(after[1])))
    const facts = { type: textOf(after[2]), position: numberOf(after[3]) }
    await tx.updateTable('product_options').set(facts).where('id', '=', id).execute()
    await tx.deleteFrom('product_option_texts').where('option_id', '=', id).execute()
    const texts = wordsAt(after, NAMES).flatMap(({ lang, word }) =>
      word === null ? [] : [{ option_id: id, lang, name: word }],
    )
    if (texts.length > 0) await tx.insertInto('product_option_texts').values(texts).execute()
  }
}

/** One that had no code has its number again when it comes back. */
async function addOption(tx: Tx, productId: number, name: string): Promise<number> {
  const named = name.startsWith('#') ? { id: Number(name.slice(1)), code: null } : { code: name }
  const { id } = await tx
    .insertInto('product_options')
    .values(eb => ({
      ...named,
      product_id: productId,
      type: 'extra',
      position: eb
        .selectFrom('product_options')
        .select(sql<number>`least(0, coalesce(min(position), 0)) - 1`.as('position'))
        .where('product_id', '=', productId),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ids of the options of a site by product and name. */
export async function optionIds(read: Read, siteKey: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select o.id, p.uuid || ${'\t'} || ${optionName} as key
      from product_options o join products p on p.id = o.product_id where p.site_key = ${siteKey}`.execute(
    read,
  )
  return new Map(rows.map(({ id, key }) => [key, id]))
}

async function removeOptions(tx: Tx, { siteKey }: WriteContext, rows: readonly Row[]): Promise<void> {
  const known = await optionIds(tx, siteKey)
  for (const row of rows) {
    const id = entryOf(known, keyOf(options, row))
    await tx.deleteFrom('product_option_texts').where('option_id', '=', id).execute()
    await tx.deleteFrom('product_options').where('id', '=', id).execute()
  }
}
