import type { DayStock, Product, StockStatusRow, TimeSpan } from '@kippu/contract/products'
import type { SetProduct } from '@kippu/contract/set-products'
import { jstIso } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { namedPricesOf } from '@kippu/domain/named-prices'
import { unitCostOf } from '@kippu/domain/order-line'
import { productStockStatusOf, stockStatusOf } from '@kippu/domain/stock/availability'

import type { CatalogueProduct } from './catalogue.ts'
import type { DayRow, SpanRow } from './queries.ts'

/** The language of an answer, and the fallback for texts that are missing in it and in English. */
export interface Wording {
  readonly lang: Language
  readonly fallback: Language
}

/** A product as visitors see it. */
export function presentProduct(product: CatalogueProduct, wording: Wording): Product {
  const words = pick(product.words, wording)
  return {
    id: product.id,
    uuid: product.uuid,
    name: words?.name ?? '',
    description: words?.description ?? '',
    image_path: product.imagePath,
    base_price: product.basePrice,
    sale_type: product.saleType,
    entry_policy: product.entryPolicy,
    reentry_minutes: product.reentryMinutes,
    product_type: product.productType,
    naming_right: words?.naming_right ?? null,
    caution: words?.caution ?? null,
    can_be_moved: product.isMoved,
    options: product.options.map(option => ({
      id: option.id,
      name: pick(option.words, wording)?.name ?? '',
      type: option.type,
      values: option.values.map(value => ({
        option_value_id: value.id,
        name: pick(value.words, wording)?.name ?? '',
        add_cost: value.addCost,
        caution: pick(value.words, wording)?.caution ?? null,
        ...(value.onlyWith !== null && { only_with: value.onlyWith }),
      })),
    })),
  }
}

/** The price by which most visitors know a product, in yen. */
export interface KnownPrice {
  /** The first kind of its tickets, the adult's, in one word; null where it has no kinds. */
  readonly priced_kind: string | null
  readonly price: number
}

export function knownPriceOf({ options }: Pick<Product, 'options'>, basePrice: number): KnownPrice {
  const kinds = options.flatMap(({ type, values }) => (type === 'ticket_type' ? values : []))
  const [first] = namedPricesOf(
    kinds.map(({ name, add_cost: addCost, only_with: onlyWith = null }) => ({
      name,
      price: unitCostOf({ basePrice, addCost }),
      onlyWith,
    })),
  )
  return { priced_kind: first?.name ?? null, price: first?.price ?? basePrice }
}

/**
 * A day of the calendar: a closed day has no price, and neither has a day whose last span has ended. A display-only day
 * has nothing left.
 */
export function presentStatus(day: DayRow, threshold: number): StockStatusRow {
  const isOpen = !day.isClosed && day.largestCount !== null
  const largest = day.isSoldOutDisplay ? 0 : (day.largestCount ?? 0)
  return {
    date: day.date,
    stock_status: isOpen ? stockStatusOf(largest, threshold) : 'closed',
    display_price: isOpen ? day.basePrice : null,
    is_sold_out_display_product: day.isSoldOutDisplay,
  }
}

export interface DayToPresent {
  readonly product: CatalogueProduct
  readonly day: DayRow
  /** The spans of this day only. */
  readonly spans: readonly SpanRow[]
  readonly threshold: number
}

/** A day with its time spans; on a display-only day none has anything left. */
export function presentDay({ product, day, spans, threshold }: DayToPresent, wording: Wording): DayStock {
  const timeSpans = day.isClosed
    ? []
    : spans.map(span => presentSpan(product, span, { count: countOf(day, span), wording }))
  const largest = timeSpans.length === 0 ? null : Math.max(...timeSpans.map(({ stock_count }) => stock_count))
  return {
    date: day.date,
    base_price: day.basePrice,
    product_stock_status: productStockStatusOf(largest, threshold),
    time_spans: timeSpans,
  }
}

export interface SetToPresent {
  readonly product: CatalogueProduct
  readonly num: number
  /** The requested days. */
  readonly days: readonly DayStock[]
}

/**
 * A set product with its spans on the requested days. Its price is the lowest of these days, so for a single day it is
 * the price that an order pays.
 */
export function presentSetProduct({ product, num, days }: SetToPresent, wording: Wording): SetProduct {
  const { uuid, name, description, image_path } = presentProduct(product, wording)
  const open = days.filter(({ time_spans }) => time_spans.length > 0)
  const prices = open.map(({ base_price }) => base_price)
  return {
    uuid,
    name,
    description,
    image_path,
    base_price: prices.length > 0 ? Math.min(...prices) : product.basePrice,
    time_spans: open.flatMap(({ time_spans }) => time_spans),
    num,
  }
}

function countOf(day: DayRow, span: SpanRow): number {
  return day.isSoldOutDisplay ? 0 : span.units
}

function presentSpan(
  product: CatalogueProduct,
  span: SpanRow,
  { count, wording }: { readonly count: number; readonly wording: Wording },
): TimeSpan {
  return {
    time_span_id: span.id,
    from: jstIso(span.startsAt.getTime()),
    to: jstIso(span.endsAt.getTime()),
    stock_count: count,
    remaining_stock: count,
    options: product.options.flatMap(option =>
      option.values.map(value => ({
        id: option.id,
        option_value_id: value.id,
        name: pick(value.words, wording)?.name ?? '',
        add_cost: value.addCost,
      })),
    ),
  }
}

function pick<T>(words: ReadonlyMap<string, T>, { lang, fallback }: Wording): T | undefined {
  return words.get(lang) ?? words.get('en') ?? words.get(fallback)
}
