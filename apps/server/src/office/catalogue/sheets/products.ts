import { usualEntryPolicy } from '@kippu/domain/check-in/entry-words'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import { uploadedAt } from '@kippu/domain/uploaded-picture'
import { sql } from 'kysely'

import type { Read } from '../../../platform/db/database.ts'
import { removeProducts, writeProduct } from '../../../catalogue/products/write-products.ts'
import {
  changedBySpreadsheet,
  channels,
  choice,
  code,
  folded,
  lostZeros,
  moment,
  text,
  whole,
  yen,
  yesNo,
} from './kinds.ts'
import { productsLackingTypes } from './option-values.ts'
import { isoOf, momentColumn } from './moments.ts'
import { isCode, isUuid } from './names.ts'
import {
  type CellFault,
  type Change,
  type Changes,
  type FaultOfChange,
  type GoneRows,
  type Instead,
  isTrue,
  type Kind,
  nullableNumberOf,
  nullableTextOf,
  numberOf,
  type OtherChanges,
  type PutChange,
  type Row,
  type SaidRow,
  type Scope,
  type Sheet,
  textOf,
  wordsOf,
  WrongCell,
} from './sheet.ts'

/**
 * How the row of a product names it: by a UUID, `code` and the UUID of the one that has this code, or `new` and a code that nothing has. A new one
 * has a UUID once its row is read, so that other sheets may name it.
 */
const anyProduct: Kind = {
  read: (written, context) => {
    const word = folded(written)
    const { names } = context
    const known = names.product(word)
    if (known !== undefined) return isUuid(word) ? known.uuid : `code ${known.uuid}`
    if (isUuid(word)) {
      const uuid = word.toLowerCase()
      return names.isForeign(uuid)
        ? new WrongCell(`“${written}” is a product of another site`, `「${written}」は別のサイトの商品です`)
        : uuid
    }
    const zeros = [1, 2, 3, 4, 5, 6].map(count => `${'0'.repeat(count)}${word}`)
    const full = /^\d+$/u.test(word) ? zeros.find(one => names.product(one) !== undefined) : undefined
    if (full !== undefined) return lostZeros(full)
    if (isCode(word)) return changedBySpreadsheet(word, context) ?? `new ${word}`
    return new WrongCell(
      `“${written}” is neither a UUID nor a code such as forest-day`,
      `「${written}」は UUID でも forest-day のようなコードでもありません`,
    )
  },
  write: value => value,
}

/** Columns by their place. */
const [UUID, CODE, KIND, BOOKING, PRICE, PICTURE, ORDER] = [0, 1, 2, 3, 4, 5, 6]
const [SALE_FROM, SALE_UNTIL, GRACE, TAX_RATE, TIME_CHANGES] = [7, 8, 9, 10, 11]
const [ENTRY, REENTRY, CHANNELS, RETIRED] = [12, 13, 14, 15]
/** Beside the columns: whether something of it was ever ordered. */
const SOLD = 16

export const products: Sheet = {
  name: 'products',
  others: ['商品', 'product'],
  permission: 'catalogue:write',
  keys: 1,
  mayBeWhole: true,
  columns: [
    { name: 'product', others: ['商品', '商品id', 'uuid'], kind: anyProduct },
    { name: 'code', others: ['コード', '商品コード'], kind: code, empty: null },
    {
      name: 'kind',
      others: ['種類', 'product_type'],
      kind: choice({ main: ['メイン', '本体', 'チケット'], set: ['セット', 'セット商品'] }),
      empty: 'main',
    },
    {
      name: 'booking',
      others: ['予約', '予約方法', 'sale_type'],
      kind: choice({ period: ['期間'], date: ['日付', '日'], time: ['日時', '時間', '時間指定'] }),
    },
    { name: 'base_price', others: ['基本料金', '価格', '料金', 'price'], kind: yen },
    { name: 'picture', others: ['画像', 'image', 'image_path'], kind: text(300), empty: null },
    { name: 'order', others: ['並び順', '順番', 'position'], kind: whole(0, 10_000), empty: 0 },
    { name: 'sale_from', others: ['販売開始'], kind: moment, empty: null },
    { name: 'sale_until', others: ['販売終了'], kind: moment, empty: null },
    { name: 'grace_minutes', others: ['開始後販売分'], kind: whole(0, 1_440), empty: 0 },
    { name: 'tax_rate', others: ['税率'], kind: whole(0, 100, { isPercent: () => true }), empty: 10 },
    {
      name: 'time_changes',
      others: ['日時変更'],
      kind: choice({ all: ['すべて'], not_spot: ['当日販売以外'], none: ['不可'] }),
      empty: 'not_spot',
    },
    {
      name: 'entry',
      others: ['入場', 'entry_policy'],
      kind: choice({ once: ['1回', '一回'], daily: ['毎日1回', '1日1回'], any: ['何度でも'] }),
      isKept: true,
    },
    { name: 'reentry_minutes', others: ['再入場分'], kind: whole(1, 10_000), empty: null },
    { name: 'channels', others: ['販路', '販売チャネル'], kind: channels, empty: 'web' },
    { name: 'retired', others: ['販売停止', '廃止'], kind: yesNo, empty: false },
  ],
  current: readProducts,
  fill: withUsualEntry,
  check: checkProduct,
  checkAll: async (read, scope, changes, others) => [
    ...(await checkChannels(read, scope, changes, others)),
    ...(await checkPictures(read, scope, changes)),
  ],
  unique: [CODE],
  instead: async (_, __, { rows, why }) => insteadOf(rows, why),
  touch: (row, touched) => {
    touched.products.add(textOf(row[UUID]))
  },
  put: async (tx, { siteKey, now }, changes) => {
    for (const { after } of await withRoomForCodes(changes))
      await writeProduct(tx, productOf(siteKey, after), now)
  },
  remove: (tx, { siteKey }, rows) =>
    removeProducts(
      tx,
      siteKey,
      rows.map(row => textOf(row[UUID])),
    ),
}

/** Nothing of a product is lost when a file leaves it out: it is not sold any longer. */
function insteadOf(rows: readonly Row[], why: GoneRows['why']): ReadonlyMap<string, Instead> {
  const stays = why === 'whole' ? rows : rows.filter(row => isTrue(row[SOLD]))
  return new Map(
    stays.map(row => [
      textOf(row[UUID]),
      why === 'whole'
        ? { row: row.with(RETIRED, true) }
        : { why: ['something of it was ordered', '注文されています'] },
    ]),
  )
}

/** A code may pass from one product to another: it is taken away before it is given. */
async function withRoomForCodes(changes: readonly PutChange[]): Promise<PutChange[]> {
  const freed = changes.filter(({ before, after }) => before !== null && before[CODE] !== after[CODE])
  return [...freed.map(({ before, after }) => ({ before, after: after.with(CODE, null) })), ...changes]
}

function productOf(siteKey: string, row: Row) {
  const dated = (index: number) => (row[index] === null ? null : new Date(isoOf(textOf(row[index]))))
  return {
    site_key: siteKey,
    uuid: textOf(row[UUID]),
    code: nullableTextOf(row[CODE]),
    product_type: textOf(row[KIND]),
    sale_type: textOf(row[BOOKING]),
    base_price: numberOf(row[PRICE]),
    image_path: nullableTextOf(row[PICTURE]),
    position: numberOf(row[ORDER]),
    sale_from: dated(SALE_FROM),
    sale_until: dated(SALE_UNTIL),
    grace_minutes: numberOf(row[GRACE]),
    tax_rate: numberOf(row[TAX_RATE]),
    time_changes: textOf(row[TIME_CHANGES]),
    entry_policy: textOf(row[ENTRY]),
    reentry_minutes: nullableNumberOf(row[REENTRY]),
    channels: wordsOf(row[CHANNELS]),
    isRetired: isTrue(row[RETIRED]),
  }
}

function withUsualEntry(row: SaidRow): SaidRow {
  const booking = BOOKING_TYPES.find(one => one === row[BOOKING])
  return row[ENTRY] === undefined && booking !== undefined ? row.with(ENTRY, usualEntryPolicy(booking)) : row
}

interface EntryOfProduct {
  readonly entry_policy: string
  readonly reentry_minutes: number | null
  readonly isRetired: boolean
}

/** How often tickets of a product admit, and whether it is sold at all. */
export function entryOfRow(row: Row): EntryOfProduct {
  return {
    entry_policy: textOf(row[ENTRY]),
    reentry_minutes: nullableNumberOf(row[REENTRY]),
    isRetired: isTrue(row[RETIRED]),
  }
}

async function readProducts(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const rows = await read
    .selectFrom('products')
    .selectAll()
    .select([momentColumn('sale_from').as('from'), momentColumn('sale_until').as('until')])
    .select(
      sql<boolean>`exists (select from orders where orders.product_id = products.id)
        or exists (select from order_items where order_items.product_id = products.id)`.as('isSold'),
    )
    .where('site_key', '=', siteKey)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(row => [
    row.uuid,
    row.code,
    row.product_type,
    row.sale_type,
    row.base_price,
    row.image_path,
    row.position,
    row.from,
    row.until,
    row.grace_minutes,
    row.tax_rate,
    row.time_changes,
    row.entry_policy,
    row.reentry_minutes,
    row.channels.join(' '),
    row.retired_at !== null,
    row.isSold,
  ])
}

function checkProduct({ before, after }: Change): CellFault | undefined {
  if (after === null) return undefined
  if (
    nullableTextOf(after[SALE_FROM]) !== null &&
    nullableTextOf(after[SALE_UNTIL]) !== null &&
    textOf(after[SALE_UNTIL]) <= textOf(after[SALE_FROM])
  )
    return {
      column: 'sale_until',
      text: ['it is not after the start of sale', '販売開始より後ではありません'],
    }
  if (before === null || !isTrue(before[SOLD])) return undefined
  const column =
    before[KIND] !== after[KIND] ? 'kind' : before[BOOKING] !== after[BOOKING] ? 'booking' : undefined
  return column === undefined
    ? undefined
    : {
        column,
        text: ['the product is sold: add another one', 'この商品は販売済みです。別の商品を追加してください'],
      }
}

/** Resellers are told what a kind is: none of a product that they sell from now on is without its type. */
async function checkChannels(
  read: Read,
  scope: Scope,
  changes: Changes,
  others: OtherChanges,
): Promise<FaultOfChange[]> {
  const sells = (row: Row | null): boolean => row !== null && textOf(row[CHANNELS]).split(' ').includes('OTA')
  const added = [...changes].filter(({ before, after }) => sells(after) && !sells(before))
  if (added.length === 0) return []
  const lacking = await productsLackingTypes(read, scope, others)
  return added.flatMap(change => {
    if (change.after === null || !lacking.has(textOf(change.after[0]))) return []
    const text: CellFault['text'] = [
      'resellers need the type of each of its kinds: unit_type in option_values',
      '販売店のための区分（option_valuesのunit_type）がない券種があります',
    ]
    return [{ change, fault: { column: 'channels', text } }]
  })
}

/** An address of an uploaded picture is one that this store has: a sheet of another one, or a letter that was lost, shows nothing. */
async function checkPictures(read: Read, { siteKey }: Scope, changes: Changes): Promise<FaultOfChange[]> {
  const faults: FaultOfChange[] = []
  for (const change of changes) {
    const { before, after } = change
    const address = nullableTextOf(after?.[PICTURE] ?? null)
    if (address === null || address === before?.[PICTURE] || !address.includes('/u/')) continue
    const picture = uploadedAt(address)
    const isKept =
      picture?.siteKey === siteKey &&
      (await read
        .selectFrom('pictures')
        .select('width')
        .where('site_key', '=', siteKey)
        .where('hash', '=', picture.hash)
        .where('width', '=', picture.width)
        .executeTakeFirst()) !== undefined
    const text: CellFault['text'] = [
      'this store has no such picture: upload it in the console',
      'この画像は登録されていません。運営画面で登録してください',
    ]
    if (!isKept) faults.push({ change, fault: { column: 'picture', text } })
  }
  return faults
}
