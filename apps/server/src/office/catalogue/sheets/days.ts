import { type RawBuilder, sql } from 'kysely'

import type { Read } from '../../../platform/db/database.ts'
import { removeDays, writeDays } from '../../../stock/write-spans.ts'
import { date, product, yen, yesNo } from './kinds.ts'
import { momentColumn } from './moments.ts'
import { productIds } from './product-ids.ts'
import {
  type GoneRows,
  type Instead,
  isTrue,
  keyOf,
  nullableNumberOf,
  numberOf,
  removedRows,
  type Row,
  type Scope,
  type Sheet,
  textOf,
} from './sheet.ts'

/** Days of products with their prices. */
export const days: Sheet = {
  name: 'days',
  others: ['日程', '営業日', 'product_days'],
  permission: 'catalogue:write',
  keys: 2,
  isDated: true,
  mayBeWhole: true,
  columns: [
    { name: 'product', others: ['商品'], kind: product },
    { name: 'date', others: ['日付', '日'], kind: date },
    { name: 'base_price', others: ['基本料金', '価格', '料金', 'price'], kind: yen, isKept: true },
    { name: 'closed', others: ['休館', '休業'], kind: yesNo, empty: false },
    { name: 'sold_out', others: ['完売表示', '完売', '売切'], kind: yesNo, empty: false },
    { name: 'ruled_price', others: ['ルールの料金'], kind: yen, empty: null, ruled: 'base_price' },
  ],
  current: readDays,
  // A day whose price is not said, or that only its time spans name, costs what the product does.
  fill: (row, names) => (row[2] === undefined ? row.with(2, names.product(textOf(row[0]))?.basePrice) : row),
  instead: async (read, scope, gone) => {
    const filled = await daysWithSpans(read, scope, gone)
    return new Map(
      filled.map(key => [
        key,
        {
          why: [
            'it has time spans: leave them out first, or close the day',
            '時間枠があります。先に時間枠を除くか、その日を休みにしてください',
          ],
        } satisfies Instead,
      ]),
    )
  },
  touch: (row, touched) => {
    touched.days.push([textOf(row[0]), textOf(row[1])])
  },
  put: async (tx, { siteKey }, changes) => {
    const ids = await productIds(tx, siteKey)
    await writeDays(
      tx,
      changes.map(({ after }) => ({
        productId: ids.of(textOf(after[0])),
        date: textOf(after[1]),
        basePrice: numberOf(after[2]),
        isClosed: isTrue(after[3]),
        isSoldOutDisplay: isTrue(after[4]),
        ruledPrice: nullableNumberOf(after[5]),
      })),
    )
  },
  remove: async (tx, { siteKey }, rows) => {
    const ids = await productIds(tx, siteKey)
    await removeDays(
      tx,
      rows.map(row => ({ productId: ids.of(textOf(row[0])), date: textOf(row[1]) })),
    )
  },
}

async function readDays(read: Read, scope: Scope): Promise<Row[]> {
  const { rows } = await sql<{
    uuid: string
    date: string
    price: number
    closed: boolean
    soldOut: boolean
    ruledPrice: number | null
  }>`
    select p.uuid, d.visit_date as date, d.base_price as price, d.is_closed as closed, d.is_sold_out_display as "soldOut",
           d.ruled_price as "ruledPrice"
      from product_days d join products p on p.id = d.product_id
     where ${inScope(scope, 'd.visit_date')} order by p.position, p.id, d.visit_date`.execute(read)
  return rows.map(row => [row.uuid, row.date, row.price, row.closed, row.soldOut, row.ruledPrice])
}

/** The condition that a row of the product `p` is within the scope. */
export function inScope({ siteKey, products, days: range }: Scope, column: string): RawBuilder<boolean> {
  return sql<boolean>`p.site_key = ${siteKey}
    and (${products === undefined} or p.uuid = any(${[...(products ?? [])]}::uuid[]))
    and (${range === undefined} or ${sql.ref(column)} between ${range?.from ?? '2000-01-01'}::date and ${range?.until ?? '2000-01-01'}::date)`
}

async function daysWithSpans(read: Read, { siteKey }: Scope, { rows, others }: GoneRows): Promise<string[]> {
  const asked = [...new Set(rows.map(row => textOf(row[1])))]
  const found = await sql<{ uuid: string; date: string; start: string }>`
    select p.uuid, s.visit_date as date, ${momentColumn('s.starts_at')} as start
      from time_spans s join products p on p.id = s.product_id
     where p.site_key = ${siteKey} and s.visit_date = any(${asked}::date[])`.execute(read)
  const removed = new Set(Array.from(removedRows(others('spans')), row => keyOf({ keys: 3 }, row)))
  const left = found.rows.filter(({ uuid, date: day, start }) => !removed.has(`${uuid}\t${day}\t${start}`))
  const filled = new Set(left.map(({ uuid, date: day }) => `${uuid}\t${day}`))
  return rows.map(row => keyOf(days, row)).filter(key => filled.has(key))
}
