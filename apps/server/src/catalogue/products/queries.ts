import type { IsoDate } from '@kippu/domain/jst-date'
import type { BookingType } from '@kippu/domain/states/ticket'
import { visitKindOf } from '@kippu/domain/visit-time'
import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import type {
  OptionValuesTable,
  OptionValueTextsTable,
  ProductOptionsTable,
  ProductOptionTextsTable,
  ProductSetsTable,
  ProductsTable,
  ProductTextsTable,
} from '../../platform/db/schema.ts'

/** All rows that describe the products of a site; the caller assembles them. */
export interface CatalogueRows {
  readonly products: readonly Selectable<ProductsTable>[]
  readonly productTexts: readonly ProductTextsTable[]
  readonly options: readonly Selectable<ProductOptionsTable>[]
  readonly optionTexts: readonly ProductOptionTextsTable[]
  readonly values: readonly Selectable<OptionValuesTable>[]
  readonly valueTexts: readonly OptionValueTextsTable[]
  readonly sets: readonly Selectable<ProductSetsTable>[]
}

/** Products of a site with their options and all their texts, each list in display order. */
export async function listCatalogue(read: Read, siteKey: string): Promise<CatalogueRows> {
  const ofSite = read.selectFrom('products').select('id').where('site_key', '=', siteKey)
  const optionsOfSite = read.selectFrom('product_options').select('id').where('product_id', 'in', ofSite)
  const valuesOfSite = read.selectFrom('option_values').select('id').where('option_id', 'in', optionsOfSite)
  return {
    products: await read
      .selectFrom('products')
      .selectAll()
      .where('site_key', '=', siteKey)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    productTexts: await read
      .selectFrom('product_texts')
      .selectAll()
      .where('product_id', 'in', ofSite)
      .execute(),
    options: await read
      .selectFrom('product_options')
      .selectAll()
      .where('product_id', 'in', ofSite)
      .orderBy('position')
      .execute(),
    optionTexts: await read
      .selectFrom('product_option_texts')
      .selectAll()
      .where('option_id', 'in', optionsOfSite)
      .execute(),
    values: await read
      .selectFrom('option_values')
      .selectAll()
      .where('option_id', 'in', optionsOfSite)
      .where('retired_at', 'is', null)
      .orderBy('position')
      .execute(),
    valueTexts: await read
      .selectFrom('option_value_texts')
      .selectAll()
      .where('option_value_id', 'in', valuesOfSite)
      .execute(),
    sets: await read
      .selectFrom('product_sets')
      .selectAll()
      .where('product_id', 'in', ofSite)
      .orderBy('position')
      .orderBy('set_product_id')
      .execute(),
  }
}

/** Ids of the products that time spans of a site belong to; spans of other sites are ignored. */
export async function listProductsOfSpans(
  read: Read,
  { siteKey, timeSpanIds }: { readonly siteKey: string; readonly timeSpanIds: readonly number[] },
): Promise<number[]> {
  const rows = await read
    .selectFrom('time_spans')
    .select('product_id')
    .distinct()
    .where('site_key', '=', siteKey)
    .where(eb => eb('id', '=', eb.fn.any(sql<number[]>`${timeSpanIds}::int[]`)))
    .execute()
  return rows.map(row => row.product_id)
}

/** The facts that decide whether a time span of a product is still on sale. */
export interface SoldProduct {
  readonly id: number
  readonly saleType: BookingType
  readonly graceMinutes: number
}

export interface StockQuestion {
  readonly product: SoldProduct
  /** The units that it can sell, and those that are kept for others. */
  readonly channel: string
  /** Both included. */
  readonly from: IsoDate
  readonly to: IsoDate
  /** The wall clock; the database's own clock decides when a hold ends. */
  readonly nowMs: number
}

export interface DayRow {
  readonly date: IsoDate
  /** Whole yen. */
  readonly basePrice: number
  readonly isClosed: boolean
  readonly isSoldOutDisplay: boolean
  /** Units that the largest time span of the day can still sell; null when none is offered any longer. */
  readonly largestCount: number | null
}

/** One row for each offered day of the range, in order of date. */
export async function listDays(read: Read, question: StockQuestion): Promise<DayRow[]> {
  const { product, from, to } = question
  const { rows } = await sql<DayRow>`
    select d.visit_date as "date", d.base_price as "basePrice", d.is_closed as "isClosed",
           d.is_sold_out_display as "isSoldOutDisplay",
           (select max(${unitsToSell(question)})
              from time_spans s
             where s.product_id = d.product_id and s.visit_date = d.visit_date and ${isStillSold(question)}
           )::integer as "largestCount"
      from product_days d
     where d.product_id = ${product.id} and d.visit_date between ${from} and ${to}
     order by d.visit_date`.execute(read)
  return rows
}

export interface SpanRow {
  readonly id: number
  readonly date: IsoDate
  readonly startsAt: Date
  readonly endsAt: Date
  readonly soldUntil: Date | null
  /** Units that the channel can sell now, never below 0. */
  readonly units: number
}

/** Time spans of the range that are still on sale, in order of their start. One that is stopped is not among them. */
export async function listSpans(read: Read, question: StockQuestion): Promise<SpanRow[]> {
  const { product, from, to } = question
  const { rows } = await sql<SpanRow>`
    select s.id, s.visit_date as "date", s.starts_at as "startsAt", s.ends_at as "endsAt",
           s.sold_until as "soldUntil", ${unitsToSell(question)} as units
      from time_spans s
     where s.product_id = ${product.id} and s.visit_date between ${from} and ${to} and ${isStillSold(question)}
     order by s.starts_at, s.id`.execute(read)
  return rows
}

/** Units of the holds of `s` that have ended and are not swept yet: they can be sold. */
const endedUnits = sql<number>`coalesce((
  select sum(h.units) from holds h where h.time_span_id = s.id and h.ends and h.expires_at <= now()), 0)::integer`

/** Units of `s` that the channel can sell now. */
function unitsToSell({ channel }: StockQuestion): RawBuilder<number> {
  return sql`case when s.shares = 0 then greatest(0, s.capacity - s.taken + ${endedUnits})
                  else channel_units(s.id, ${channel}) end`
}

/** The condition that `s` is not over, and not stopped. A day all of whose spans are stopped is closed. */
function isStillSold(question: StockQuestion): RawBuilder<boolean> {
  return sql`s.sale_state = 'open' and ${isToCome(question)}`
}

/**
 * `isTimeSpanOnSale` of the domain as a condition on `s`, so that the sum of a day needs no rows; a test compares both.
 */
function isToCome({ product, nowMs }: StockQuestion): RawBuilder<boolean> {
  return sql`coalesce(s.sold_until, ${saleEnd(product)}) > ${new Date(nowMs)}`
}

function saleEnd({ saleType, graceMinutes }: SoldProduct): RawBuilder<Date> {
  switch (visitKindOf(saleType)) {
    case 'slot':
      return sql`least(s.starts_at + ${graceMinutes}::integer * interval '1 minute', s.ends_at)`
    case 'day':
      return sql`least((s.visit_date + 1)::timestamp at time zone 'Asia/Tokyo', s.ends_at)`
    case 'period':
      return sql`s.ends_at`
  }
}
