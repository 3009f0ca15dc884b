import { entryOf } from '@kippu/domain/known'
import { sql } from 'kysely'

import type { Read, Tx } from '../../../platform/db/database.ts'
import { ownCode, product, whole, yesNo } from './kinds.ts'
import { isNamed, wordColumns, wordsAt, wordsByLanguage, wordValues } from './name-columns.ts'
import { optionIds, optionName } from './options.ts'
import {
  type CellFault,
  type Change,
  type GoneRows,
  type Instead,
  isTrue,
  keyOf,
  numberOf,
  type PutChange,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  type WriteContext,
} from './sheet.ts'

/** Columns by their place. */
const [COST, ORDER, PROOF, RETIRED, NAMES, CAUTIONS] = [3, 4, 5, 6, 7, 13]
/** Beside the columns: whether something of it was ever ordered. */
const SOLD = 19

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
    { name: 'retired', others: ['販売停止', '廃止'], kind: yesNo, empty: false },
    ...wordColumns('name', '名前'),
    ...wordColumns('caution', '注意'),
  ],
  current: readValues,
  check: checkValue,
  unique: [0, 1, ORDER],
  instead: async (_, __, gone) => insteadOf(gone),
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
    isRetired: boolean
    words: Record<string, string> | null
    cautions: Record<string, string | null> | null
    isSold: boolean
  }>`
    select p.uuid, ${optionName} as option, ${valueName} as name, v.add_cost as cost, v.position, v.needs_proof as proof,
           v.retired_at is not null as "isRetired",
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
    row.isRetired,
    ...wordValues(row.words),
    ...wordValues(row.cautions),
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

/** A value that was sold stays, and is not sold any longer. */
function insteadOf({ rows, why }: GoneRows): ReadonlyMap<string, Instead> {
  const sold = rows.filter(row => isTrue(row[SOLD]))
  return new Map(
    sold.map(row => [
      keyOf(optionValues, row),
      why === 'whole' ? { row: row.with(RETIRED, true) } : { why: 'something of it was ordered' },
    ]),
  )
}

async function putValues(
  tx: Tx,
  { siteKey, now }: WriteContext,
  changes: readonly PutChange[],
): Promise<void> {
  const options = await optionIds(tx, siteKey)
  const known = await valueIds(tx, siteKey)
  for (const { after } of changes) {
    const id = known.get(keyOf(optionValues, after))
    // A place that nobody has: two values may change theirs.
    if (id !== undefined)
      await tx.updateTable('option_values').set({ position: -id }).where('id', '=', id).execute()
  }
  for (const { after } of changes) {
    const optionId = entryOf(options, `${textOf(after[0])}\t${textOf(after[1])}`)
    const id = known.get(keyOf(optionValues, after)) ?? (await addValue(tx, optionId, textOf(after[2])))
    await tx
      .updateTable('option_values')
      .set(eb => ({
        add_cost: numberOf(after[COST]),
        position: numberOf(after[ORDER]),
        needs_proof: isTrue(after[PROOF]),
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
