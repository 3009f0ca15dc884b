import type { IsoDate } from '@kippu/domain/jst-date'

import type { Tx } from '../database.ts'
import { demoBasePrice, demoCapacity, demoDay } from './demo-stock.ts'
import type { SeededProduct } from './seed-demo-products.ts'

/** Rows in one insert: seven values each stay below PostgreSQL's 65,535 parameters. */
const ROWS_AT_ONCE = 1_000

/**
 * Adds the days that a product does not have yet, with their time spans. A day that exists is left alone: its spans
 * were made with it, and orders may hold places in them.
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
  const dayRows = missing.map(({ product, date, isClosed }) => ({
    product_id: product.id,
    visit_date: date,
    base_price: demoBasePrice(product, date),
    is_closed: isClosed,
  }))
  const spanRows = missing
    .filter(({ isClosed }) => !isClosed)
    .flatMap(({ product, date }) =>
      product.spansOf(date).map(({ startsAt, endsAt }, index) => ({
        site_key: product.siteKey,
        product_id: product.id,
        visit_date: date,
        starts_at: new Date(startsAt),
        ends_at: new Date(endsAt),
        capacity: demoCapacity(product, date, index),
      })),
    )
  for (const rows of chunksOf(dayRows)) await tx.insertInto('product_days').values(rows).execute()
  for (const rows of chunksOf(spanRows)) await tx.insertInto('time_spans').values(rows).execute()
}

async function existingDays(
  tx: Tx,
  products: readonly SeededProduct[],
  days: readonly IsoDate[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
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

function* chunksOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    yield rows.slice(start, start + ROWS_AT_ONCE)
  }
}
