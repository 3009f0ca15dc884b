import { entryOf } from '@kippu/domain/known'
import { UNIT_TYPES } from '@kippu/domain/reseller'
import { sql } from 'kysely'

import type { Read, Tx } from '../../../platform/db/database.ts'
import { choice, ownCode, product, whole, yesNo } from './kinds.ts'
import { isNamed, wordColumns, wordsAt, wordsByLanguage, wordValues } from './name-columns.ts'
import { optionIds, optionName } from './options.ts'
import {
  type CellFault,
  type Change,
  type Changes,
  type FaultOfChange,
  type GoneRows,
  type Instead,
  isTrue,
  keyOf,
  nullableTextOf,
  numberOf,
  type OtherChanges,
  type PutChange,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  type WriteContext,
} from './sheet.ts'

/** Columns by their place. */
const [COST, ORDER, PROOF, ONLY_WITH, RETIRED, NAMES, CAUTIONS, TYPE] = [3, 4, 5, 6, 7, 8, 14, 20]
/** Beside the columns: whether something of it was ever ordered. */
const SOLD = 21
/** The place of a column in a row of `products`. */
const CHANNELS_OF_PRODUCT = 14

/** Kinds of tickets and extras with what each adds to the price of the day. */
export const optionValues: Sheet = {
  name: 'option_values',
  others: ['選択肢', '券種', 'values'],
  permission: 'catalogue:write',
  keys: 3,
  mayBeWhole: true,
  columns: [
    { name: 'product', others: ['商品'], kind: product },
    { name: 'option', others: ['オプション', 'グループ'], kind: ownCode },
    { name: 'value', others: ['選択肢', '券種'], kind: ownCode },
    { name: 'add_cost', others: ['加算額', '加算', '差額'], kind: whole(-10_000_000, 10_000_000) },
    { name: 'order', others: ['並び順', '順番', 'position'], kind: whole(0, 10_000) },
    { name: 'needs_proof', others: ['証明書', '要証明'], kind: yesNo, empty: false },
    { name: 'only_with', others: ['本人の券種', '付き添う券種'], kind: ownCode, empty: null },
    { name: 'retired', others: ['販売停止', '廃止'], kind: yesNo, empty: false },
    ...wordColumns('name', '名前'),
    ...wordColumns('caution', '注意'),
    {
      name: 'unit_type',
      others: ['OTA区分', '販売店区分'],
      kind: choice(Object.fromEntries(UNIT_TYPES.map(word => [word, []]))),
      empty: null,
    },
  ],
  current: readValues,
  check: checkValue,
  checkAll: async (read, scope, changes, others) => [
    ...(await checkOptions(read, scope, changes, others)),
    ...(await checkHolders(read, scope, changes, others)),
    ...(await checkUnitTypes(read, scope, changes, others)),
  ],
  unique: [0, 1, ORDER],
  instead: insteadOf,
  touch: (row, touched) => {
    touched.values.push([textOf(row[0]), textOf(row[1]), textOf(row[2])])
  },
  put: putValues,
  remove: removeValues,
}

const valueName = sql<string>`coalesce(v.code, '#' || v.id)`

async function readValues(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const { rows } = await sql<{
    uuid: string
    option: string
    name: string
    cost: number
    position: number
    proof: boolean
    onlyWith: string | null
    isRetired: boolean
    unitType: string | null
    words: Record<string, string> | null
    cautions: Record<string, string | null> | null
    isSold: boolean
  }>`
    select p.uuid, ${optionName} as option, ${valueName} as name, v.add_cost as cost, v.position, v.needs_proof as proof,
           (select coalesce(h.code, '#' || h.id) from option_values h where h.id = v.only_with) as "onlyWith",
           v.retired_at is not null as "isRetired", v.unit_type as "unitType",
           ${wordsByLanguage(sql`select lang, name from option_value_texts where option_value_id = v.id`)} as words,
           ${wordsByLanguage(sql`select lang, caution from option_value_texts where option_value_id = v.id`)} as cautions,
           exists (select from order_items i where i.option_value_id = v.id)
             or exists (select from tickets t where t.option_value_id = v.id) as "isSold"
      from option_values v join product_options o on o.id = v.option_id join products p on p.id = o.product_id
     where p.site_key = ${siteKey} order by p.position, p.id, o.position, v.position`.execute(read)
  return rows.map(row => [
    row.uuid,
    row.option,
    row.name,
    row.cost,
    row.position,
    row.proof,
    row.onlyWith,
    row.isRetired,
    ...wordValues(row.words),
    ...wordValues(row.cautions),
    row.unitType,
    row.isSold,
  ])
}

function checkValue({ before, after, source }: Change): CellFault | undefined {
  if (after === null) return undefined
  if (before === null && source !== undefined && textOf(after[2]).startsWith('#'))
    return {
      column: 'value',
      text: [
        'there is none of this number: name a new one by a code of yours',
        'この番号のものはありません。新しいものには自分のコードを付けてください',
      ],
    }
  if (!isNamed(after, NAMES))
    return { column: 'name_ja', text: ['it has no name in any language', 'どの言語の名前もありません'] }
  const unnamed = wordsAt(after, CAUTIONS).find(
    ({ word }, index) => word !== null && wordsAt(after, NAMES)[index]?.word === null,
  )
  if (unnamed === undefined) return undefined
  const column = `caution_${unnamed.lang.replace('-', '_')}`
  return {
    column,
    text: ['a caution stands beside a name in the same language', '注意書きには同じ言語の名前が必要です'],
  }
}

/** A value is one of an option of its product. */
async function checkOptions(
  read: Read,
  scope: Scope,
  changes: Changes,
  others: OtherChanges,
): Promise<FaultOfChange[]> {
  const added = [...changes].filter(({ before }) => before === null)
  if (added.length === 0) return []
  const types = await optionTypes(read, scope, others)
  return added.flatMap(change => {
    const { after } = change
    if (after === null || types.has(keyOf({ keys: 2 }, after))) return []
    const text: CellFault['text'] = ['its product has no such option', 'この商品にそのオプションはありません']
    return [{ change, fault: { column: 'option', text } }]
  })
}

/** A companion is sold with another kind of tickets of the same option, which has no holder itself. */
async function checkHolders(
  read: Read,
  scope: Scope,
  changes: Changes,
  others: OtherChanges,
): Promise<FaultOfChange[]> {
  const rows = await rowsAfter(read, scope, changes)
  const types = await optionTypes(read, scope, others)
  const found: FaultOfChange[] = []
  for (const change of changes) {
    const holder = change.after && holderOf(change.after)
    if (change.after === null || holder === null) continue
    const row = rows.get(holder)
    const isRight =
      row !== undefined &&
      holder !== keyOf(optionValues, change.after) &&
      holderOf(row) === null &&
      types.get(keyOf({ keys: 2 }, row)) === 'ticket_type'
    if (!isRight)
      found.push({
        change,
        fault: {
          column: 'only_with',
          text: [
            'it names another kind of ticket of the same option, which is sold by itself',
            '同じオプションの、単独で販売する別の券種を指定してください',
          ],
        },
      })
  }
  return found
}

/** Resellers are told what a kind is: no kind of tickets of a product that they sell is without its type. */
async function checkUnitTypes(
  read: Read,
  scope: Scope,
  changes: Changes,
  others: OtherChanges,
): Promise<FaultOfChange[]> {
  const lacking = [...changes].filter(
    ({ after }) => after !== null && nullableTextOf(after[TYPE]) === null && !isTrue(after[RETIRED]),
  )
  if (lacking.length === 0) return []
  const types = await optionTypes(read, scope, others)
  const sold = await soldByResellers(read, scope, others)
  return lacking.flatMap(change => {
    const { after } = change
    if (
      after === null ||
      !sold.has(textOf(after[0])) ||
      types.get(keyOf({ keys: 2 }, after)) !== 'ticket_type'
    )
      return []
    const text: CellFault['text'] = [
      'its product is sold on OTA: resellers need the type of the kind',
      'この商品はOTAで販売されています。販売店のための区分を指定してください',
    ]
    return [{ change, fault: { column: 'unit_type', text } }]
  })
}

/** The products with a kind of tickets, as it will be, that is without its type, by their UUIDs. */
export async function productsLackingTypes(
  read: Read,
  scope: Scope,
  others: OtherChanges,
): Promise<ReadonlySet<string>> {
  const rows = await rowsAfter(read, scope, others('option_values'))
  const types = await optionTypes(read, scope, others)
  const lacking = [...rows.values()].filter(
    row =>
      nullableTextOf(row[TYPE]) === null &&
      !isTrue(row[RETIRED]) &&
      types.get(keyOf({ keys: 2 }, row)) === 'ticket_type',
  )
  return new Set(lacking.map(row => textOf(row[0])))
}

/** The products that the channel will sell, by their UUIDs. */
async function soldByResellers(
  read: Read,
  { siteKey }: Scope,
  others: OtherChanges,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from products where site_key = ${siteKey} and 'OTA' = any(channels)`.execute(read)
  const sold = new Set(rows.map(({ uuid }) => uuid))
  for (const { after } of others('products')) {
    if (after === null) continue
    if (textOf(after[CHANNELS_OF_PRODUCT]).split(' ').includes('OTA')) sold.add(textOf(after[0]))
    else sold.delete(textOf(after[0]))
  }
  return sold
}

/** The key of the row that a row is sold with. */
function holderOf(row: Row): string | null {
  const name = nullableTextOf(row[ONLY_WITH])
  return name === null ? null : keyOf(optionValues, row.with(2, name))
}

/** All rows as they will be, by their key. */
async function rowsAfter(read: Read, scope: Scope, changes: Changes): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map((await readValues(read, scope)).map(row => [keyOf(optionValues, row), row]))
  for (const { before, after } of changes) {
    if (after !== null) rows.set(keyOf(optionValues, after), after)
    else if (before !== null) rows.delete(keyOf(optionValues, before))
  }
  return rows
}

/** The type of each option as it will be, by its key. */
async function optionTypes(
  read: Read,
  { siteKey }: Scope,
  others: OtherChanges,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; type: string }>`
    select p.uuid || ${'\t'} || ${optionName} as key, o.type
      from product_options o join products p on p.id = o.product_id where p.site_key = ${siteKey}`.execute(
    read,
  )
  const types = new Map(rows.map(({ key, type }) => [key, type]))
  for (const { after } of others('options'))
    if (after !== null) types.set(keyOf({ keys: 2 }, after), textOf(after[2]))
  return types
}

/** A value that was sold stays, and is not sold any longer. One that another is sold with stays as it is. */
async function insteadOf(
  read: Read,
  scope: Scope,
  { rows, why, others }: GoneRows,
): Promise<ReadonlyMap<string, Instead>> {
  const gone = new Set(rows.map(row => keyOf(optionValues, row)))
  const after = await rowsAfter(read, scope, [...others('option_values')])
  const needed = new Set(
    Array.from(after).flatMap(([key, row]) => (gone.has(key) ? [] : (holderOf(row) ?? []))),
  )
  return new Map(
    rows.flatMap((row): Array<[string, Instead]> => {
      const key = keyOf(optionValues, row)
      if (needed.has(key))
        return [
          [key, { why: ['another kind is sold only with it', '別の券種がこれと一緒に販売されています'] }],
        ]
      if (!isTrue(row[SOLD])) return []
      const stays: Instead =
        why === 'whole'
          ? { row: row.with(RETIRED, true) }
          : { why: ['something of it was ordered', '注文されています'] }
      return [[key, stays]]
    }),
  )
}

async function putValues(
  tx: Tx,
  { siteKey, now }: WriteContext,
  changes: readonly PutChange[],
): Promise<void> {
  const options = await optionIds(tx, siteKey)
  const ids = new Map(await valueIds(tx, siteKey))
  for (const { after } of changes) {
    const id = ids.get(keyOf(optionValues, after))
    // A place that nobody has: two values may change theirs.
    if (id !== undefined)
      await tx.updateTable('option_values').set({ position: -id }).where('id', '=', id).execute()
  }
  for (const { after } of changes) {
    const [key, optionId] = [keyOf(optionValues, after), entryOf(options, keyOf({ keys: 2 }, after))]
    if (!ids.has(key)) ids.set(key, await addValue(tx, optionId, textOf(after[2])))
  }
  for (const { after } of changes) {
    const [id, holder] = [entryOf(ids, keyOf(optionValues, after)), holderOf(after)]
    await tx
      .updateTable('option_values')
      .set(eb => ({
        add_cost: numberOf(after[COST]),
        position: numberOf(after[ORDER]),
        needs_proof: isTrue(after[PROOF]),
        only_with: holder === null ? null : entryOf(ids, holder),
        unit_type: nullableTextOf(after[TYPE]),
        retired_at: isTrue(after[RETIRED]) ? eb.fn.coalesce('retired_at', eb.val(now)) : null,
      }))
      .where('id', '=', id)
      .execute()
    await writeWords(tx, id, after)
  }
}

async function writeWords(tx: Tx, id: number, row: Row): Promise<void> {
  const cautions = wordsAt(row, CAUTIONS)
  const texts = wordsAt(row, NAMES).flatMap(({ lang, word }, index) =>
    word === null ? [] : [{ option_value_id: id, lang, name: word, caution: cautions[index]?.word ?? null }],
  )
  await tx.deleteFrom('option_value_texts').where('option_value_id', '=', id).execute()
  if (texts.length > 0) await tx.insertInto('option_value_texts').values(texts).execute()
}

async function addValue(tx: Tx, optionId: number, name: string): Promise<number> {
  const named = name.startsWith('#') ? { id: Number(name.slice(1)), code: null } : { code: name }
  const { id } = await tx
    .insertInto('option_values')
    .values(eb => ({
      ...named,
      option_id: optionId,
      add_cost: 0,
      position: eb
        .selectFrom('option_values')
        .select(sql<number>`least(0, coalesce(min(position), 0)) - 1`.as('position'))
        .where('option_id', '=', optionId),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function valueIds(read: Read, siteKey: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select v.id, p.uuid || ${'\t'} || ${optionName} || ${'\t'} || ${valueName} as key
      from option_values v join product_options o on o.id = v.option_id join products p on p.id = o.product_id
     where p.site_key = ${siteKey}`.execute(read)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

async function removeValues(tx: Tx, { siteKey }: WriteContext, rows: readonly Row[]): Promise<void> {
  const known = await valueIds(tx, siteKey)
  const ids = rows.map(row => entryOf(known, keyOf(optionValues, row)))
  await tx.deleteFrom('option_value_texts').where('option_value_id', 'in', ids).execute()
  await tx.deleteFrom('option_values').where('id', 'in', ids).execute()
}
