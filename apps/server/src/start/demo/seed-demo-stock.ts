import type { IsoDate } from '@kippu/domain/jst-date'
import { sql } from 'kysely'

import type { Read, Tx } from '../../platform/db/database.ts'
import { demoBasePrice, demoCapacity, demoDay } from './demo-stock.ts'
import type { SeededProduct } from './seed-demo-products.ts'

/**
 * Adds the days that a product does not have yet, with their time spans. An existing day is left unchanged: it has its
 * spans, and orders may hold places in them.
 */
export async function seedDemoStock(
  tx: Tx,
  products: readonly SeededProduct[],
  days: readonly IsoDate[],
): Promise<void> {
  const existing = await existingDays(tx, products, days)
  const missing = products.flatMap(product =>
    days
      .filter(date => !existing.has(keyOf(product.id, date)))
      .map(date => ({ product, date, isClosed: demoDay(product.uuid, date) === 'closed' })),
  )
  await insertDays(tx, missing)
  await insertSpans(
    tx,
    missing.filter(({ isClosed }) => !isClosed),
  )
}

interface MissingDay {
  readonly product: SeededProduct
  readonly date: IsoDate
  readonly isClosed: boolean
}

/** Columns are sent as arrays: thousands of rows in one statement, without a parameter for each value. */
async function insertDays(tx: Tx, days: readonly MissingDay[]): Promise<void> {
  await sql`
    insert into product_days (product_id, visit_date, base_price, is_closed)
    select * from unnest(
      ${days.map(({ product }) => product.id)}::integer[],
      ${days.map(({ date }) => date)}::date[],
      ${days.map(({ product, date }) => demoBasePrice(product, date))}::integer[],
      ${days.map(({ isClosed }) => isClosed)}::boolean[]
    )
  `.execute(tx)
}

async function insertSpans(tx: Tx, days: readonly MissingDay[]): Promise<void> {
  const spans = days.flatMap(({ product, date }) =>
    product
      .spansOf(date)
      .map((span, index) => ({ ...span, product, date, capacity: demoCapacity(product, date, index) })),
  )
  await sql`
    insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
    select * from unnest(
      ${spans.map(({ product }) => product.siteKey)}::text[],
      ${spans.map(({ product }) => product.id)}::integer[],
      ${spans.map(({ date }) => date)}::date[],
      ${spans.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${spans.map(({ endsAt }) => endsAt)}::timestamptz[],
      ${spans.map(({ capacity }) => capacity)}::integer[]
    )
  `.execute(tx)
}

async function existingDays(
  read: Read,
  products: readonly SeededProduct[],
  days: readonly IsoDate[],
): Promise<ReadonlySet<string>> {
  const rows = await read
    .selectFrom('product_days')
    .select(['product_id', 'visit_date'])
    .where(
      'product_id',
      'in',
      products.map(({ id }) => id),
    )
    .where('visit_date', 'in', days)
    .execute()
  return new Set(rows.map(({ product_id, visit_date }) => keyOf(product_id, visit_date)))
}

function keyOf(productId: number, date: IsoDate): string {
  return `${productId} ${date}`
}
