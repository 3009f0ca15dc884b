import { COUPON_KINDS, isCalculable } from '@kippu/domain/coupon'
import { normaliseCouponCode } from '@kippu/domain/coupon-code'
import { sql } from 'kysely'

import type { Read } from '../../../platform/db/database.ts'
import { removeCoupons, writeCoupons } from '../../../orders/coupons/write-coupons.ts'
import type { Words } from '../files/raw-sheet.ts'
import {
  changedBySpreadsheet,
  channels,
  choice,
  date,
  folded,
  products,
  text,
  weekdays,
  whole,
  yesNo,
} from './kinds.ts'
import { isNamed, wordColumns, wordsAt, wordsByLanguage, wordValues } from './name-columns.ts'
import { type ProductIds, productIds } from './product-ids.ts'
import {
  type CellFault,
  type Change,
  type GoneRows,
  type Instead,
  isTrue,
  type Kind,
  nullableNumberOf,
  nullableTextOf,
  numberOf,
  type PutChange,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  type Value,
  wordsOf,
  WrongCell,
} from './sheet.ts'

/** Columns by their place. */
const [CODE, KIND, TYPE, AMOUNT, PER_TICKET, ACTIVE] = [0, 1, 2, 3, 4, 5]
const [LIMIT, PRODUCTS, NAMES] = [13, 14, 15]
/** Beside the columns: uses that are taken, and whether any order ever had it. */
const [TAKEN, USED] = [21, 22]

const discounts = choice({ fixed: ['円', '定額', 'yen'], percent: ['%', '定率'] })

/** A word that takes nothing off may be there already: it stays until its row is changed. */
const discountKind: Kind = {
  read: (written, context) => {
    const known = discounts.read(written, context)
    return known instanceof WrongCell && /^[a-z]{1,20}$/.test(written) ? written : known
  },
  write: value => value,
}

/** As it is looked up when a visitor types it: otherwise nobody could use it. */
const couponCode: Kind = {
  read: (written, context) => {
    const word = normaliseCouponCode(written)
    const changed = changedBySpreadsheet(folded(written), context)
    if (changed !== undefined) return changed
    return word === ''
      ? new WrongCell('it has no letter or digit', '文字も数字もありません')
      : text(100).read(word, context)
  },
  write: value => value,
}

export const coupons: Sheet = {
  name: 'coupons',
  others: ['クーポン'],
  permission: 'coupons:write',
  keys: 1,
  mayBeWhole: true,
  columns: [
    { name: 'code', others: ['コード', 'クーポンコード'], kind: couponCode },
    {
      name: 'kind',
      others: ['種類'],
      kind: choice({
        flat_rate: ['定額'],
        fixed_rate: ['定率'],
        invitation: ['招待'],
        campaign: ['キャンペーン'],
      }),
    },
    {
      name: 'discount',
      others: ['割引方法', 'discount_type'],
      kind: discountKind,
    },
    {
      name: 'amount',
      others: ['割引額', '割引', '額', 'discount_amount'],
      kind: whole(0, 10_000_000, { isPercent: row => row[TYPE] === 'percent' }),
    },
    { name: 'per_ticket', others: ['1枚ごと'], kind: yesNo, empty: false },
    { name: 'active', others: ['有効'], kind: yesNo, empty: true },
    { name: 'channels', others: ['販路'], kind: channels, empty: 'web' },
    { name: 'starts_on', others: ['利用開始日', '開始日'], kind: date, empty: null },
    { name: 'ends_on', others: ['利用終了日', '終了日'], kind: date, empty: null },
    { name: 'visits_from', others: ['来場開始日'], kind: date, empty: null },
    { name: 'visits_until', others: ['来場終了日'], kind: date, empty: null },
    { name: 'visit_weekdays', others: ['来場曜日', '曜日'], kind: weekdays, empty: null },
    { name: 'min_quantity', others: ['最少枚数'], kind: whole(1, 1_000), empty: 1 },
    { name: 'usage_limit', others: ['利用上限'], kind: whole(0, 10_000_000), empty: null },
    { name: 'products', others: ['対象商品'], kind: products, empty: '' },
    ...wordColumns('name', '名前'),
  ],
  current: readCoupons,
  check: checkCoupon,
  instead: async (_, __, gone) => insteadOf(gone),
  touch: (row, touched) => {
    touched.coupons.add(textOf(row[CODE]))
  },
  put: async (tx, { siteKey }, changes) => {
    const ids = await productIds(tx, siteKey)
    // In order of id, as orders lock them.
    const ordered = await inOrderOfId(tx, siteKey, changes)
    await writeCoupons(
      tx,
      ordered.map(({ after }) => couponOf(siteKey, ids, after)),
    )
  },
  remove: (tx, { siteKey }, rows) =>
    removeCoupons(
      tx,
      siteKey,
      rows.map(row => textOf(row[CODE])),
    ),
}

async function inOrderOfId(
  read: Read,
  siteKey: string,
  changes: readonly PutChange[],
): Promise<readonly PutChange[]> {
  const rows = await read
    .selectFrom('coupons')
    .select(['id', 'code'])
    .where('site_key', '=', siteKey)
    .execute()
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  const idOf = ({ after }: PutChange) => ids.get(textOf(after[CODE])) ?? ''
  return changes.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
}

function couponOf(siteKey: string, ids: ProductIds, row: Row) {
  return {
    site_key: siteKey,
    code: textOf(row[CODE]),
    kind: textOf(row[KIND]),
    discount_type: textOf(row[TYPE]),
    discount_amount: numberOf(row[AMOUNT]),
    should_apply_per_ticket: isTrue(row[PER_TICKET]),
    is_active: isTrue(row[ACTIVE]),
    channels: wordsOf(row[6]),
    starts_on: nullableTextOf(row[7]),
    ends_on: nullableTextOf(row[8]),
    visits_from: nullableTextOf(row[9]),
    visits_until: nullableTextOf(row[10]),
    visit_weekdays: row[11] === null ? null : wordsOf(row[11]).map(Number),
    min_quantity: numberOf(row[12]),
    usage_limit: nullableNumberOf(row[LIMIT]),
    productIds: wordsOf(row[PRODUCTS]).map(uuid => ids.of(uuid)),
    names: wordsAt(row, NAMES).flatMap(({ lang, word }) => (word === null ? [] : [{ lang, name: word }])),
  }
}

async function readCoupons(read: Read, { siteKey }: Scope): Promise<Row[]> {
  const rows = await read
    .selectFrom('coupons')
    .selectAll()
    .select([
      wordsByLanguage(sql`select lang, name from coupon_texts where coupon_id = coupons.id`).as('words'),
      sql<string[]>`array(select p.uuid::text from coupon_products c join products p on p.id = c.product_id
                           where c.coupon_id = coupons.id order by 1)`.as('products'),
      sql<boolean>`exists (select from order_coupons o where o.coupon_id = coupons.id)`.as('isUsed'),
    ])
    .where('site_key', '=', siteKey)
    // One that the store made for a single order of a guest has the order's id: no venue fills it in.
    .where(sql<boolean>`not exists (select from orders where orders.id = coupons.id)`)
    .orderBy('code')
    .execute()
  return rows.map(row => [
    row.code,
    row.kind,
    row.discount_type,
    row.discount_amount,
    row.should_apply_per_ticket,
    row.is_active,
    row.channels.join(' '),
    row.starts_on,
    row.ends_on,
    row.visits_from,
    row.visits_until,
    row.visit_weekdays?.join(' ') ?? null,
    row.min_quantity,
    row.usage_limit,
    row.products.join(' '),
    ...wordValues(row.words),
    row.taken,
    row.isUsed,
  ])
}

const BEFORE_ITS_BEGINNING: Words = ['it is before its beginning', '開始日より前です']

function isBefore(end: Value | undefined, beginning: Value | undefined): boolean {
  return typeof end === 'string' && typeof beginning === 'string' && end < beginning
}

function checkCoupon({ before, after }: Change): CellFault | undefined {
  if (after === null) return undefined
  if (isBefore(after[8], after[7])) return { column: 'ends_on', text: BEFORE_ITS_BEGINNING }
  if (isBefore(after[10], after[9])) return { column: 'visits_until', text: BEFORE_ITS_BEGINNING }
  const kind = COUPON_KINDS.find(one => one === after[KIND])
  const [discountType, discountAmount] = [textOf(after[TYPE]), numberOf(after[AMOUNT])]
  const shouldApplyPerTicket = isTrue(after[PER_TICKET])
  if (kind === undefined || !isCalculable({ kind, discountType, discountAmount, shouldApplyPerTicket }))
    return {
      column: 'discount',
      text: [
        `${textOf(after[KIND])} is not counted in ${discountType}`,
        `${textOf(after[KIND])} は ${discountType} では計算できません`,
      ],
    }
  if (discountType === 'percent' && discountAmount > 100)
    return { column: 'amount', text: ['more than a hundred percent', '100％を超えています'] }
  if (kind === 'invitation' && after[LIMIT] === null)
    return {
      column: 'usage_limit',
      text: [
        'an invitation is given to so many, never to everybody who hears of it',
        '招待は人数を決めて渡すものです。利用上限を書いてください',
      ],
    }
  if (before !== null && after[LIMIT] !== null && numberOf(after[LIMIT]) < numberOf(before[TAKEN]))
    return {
      column: 'usage_limit',
      text: [
        `it is used ${numberOf(before[TAKEN])} times already`,
        `すでに ${numberOf(before[TAKEN])} 回使われています`,
      ],
    }
  if (!isNamed(after, NAMES))
    return { column: 'name_ja', text: ['it has no name in any language', 'どの言語の名前もありません'] }
  return undefined
}

/** One that an order has stays, and can't be used any longer. */
function insteadOf({ rows, why }: GoneRows): ReadonlyMap<string, Instead> {
  const used = rows.filter(row => isTrue(row[USED]))
  return new Map(
    used.map(row => [
      textOf(row[CODE]),
      why === 'whole'
        ? { row: row.with(ACTIVE, false) }
        : { why: ['an order has used it', '注文で使われています'] },
    ]),
  )
}
