import { ENTRY_POLICIES } from '@kippu/domain/check-in/judge-entry'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { call } from './call.ts'
import { askedLanguage, isDayRange, isoDate, jstDateTime, rowId, uuid, yen, yenDifference } from './shapes.ts'

const optionValue = v.object({
  option_value_id: rowId,
  name: v.string(),
  add_cost: yenDifference,
  /** When present, the visitor must acknowledge it before the ticket type is counted (D-53). */
  caution: v.nullable(v.string()),
})

const option = v.object({
  id: rowId,
  name: v.string(),
  type: v.picklist(['ticket_type', 'extra']),
  values: v.array(optionValue),
})

/** Booking types: from day to day, one day, one time slot (D-48). */
export const saleType = v.picklist(BOOKING_TYPES)

/** How often a ticket admits within its time. */
export const admission = v.object({
  sale_type: saleType,
  entry_policy: v.picklist(ENTRY_POLICIES),
  /** Minutes within which a ticket admits again after an exit; null where it does not. */
  reentry_minutes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})

const product = v.object({
  id: rowId,
  uuid,
  name: v.string(),
  description: v.string(),
  image_path: v.nullable(v.string()),
  base_price: yen,
  ...admission.entries,
  product_type: v.picklist(['main', 'set']),
  naming_right: v.nullable(v.string()),
  caution: v.nullable(v.string()),
  options: v.array(option),
})
export type Product = v.InferOutput<typeof product>

/** Products that visitors choose from, in display order. */
export const getProducts = call({
  method: 'GET',
  path: '/api/v1/products',
  summary: 'Products of the site',
  query: v.strictObject({ lang: askedLanguage }),
  response: v.array(product),
  status: 200,
  errors: [],
  revalidated: true,
})

const spanOption = v.object({ id: rowId, option_value_id: rowId, name: v.string(), add_cost: yenDifference })

export const timeSpan = v.object({
  time_span_id: rowId,
  from: jstDateTime,
  to: jstDateTime,
  /** Units that can be sold now: capacity less the units taken, plus those of holds that have ended (D-04). */
  stock_count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  remaining_stock: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  options: v.array(spanOption),
})
export type TimeSpan = v.InferOutput<typeof timeSpan>

export const productStockStatus = v.picklist(['normal', 'is_few', 'sold_out', 'closed'])

export const dayStock = v.object({
  date: isoDate,
  base_price: yen,
  product_stock_status: productStockStatus,
  time_spans: v.array(timeSpan),
})
export type DayStock = v.InferOutput<typeof dayStock>

/** Products with the stock of each day of a range of at most 100 days. */
export const searchProducts = call({
  method: 'GET',
  path: '/api/v1/products/search',
  summary: 'Products with their stock by day',
  query: v.pipe(
    v.strictObject({
      from: isoDate,
      to: isoDate,
      lang: askedLanguage,
      product_uuid: v.optional(uuid),
      product_type: v.optional(v.picklist(['main', 'set'])),
    }),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: v.array(v.object({ ...product.entries, days: v.array(dayStock) })),
  status: 200,
  errors: ['record not found'],
  revalidated: true,
})

export const productOfDay = v.object({
  ...product.entries,
  base_price: yen,
  product_stock_status: productStockStatus,
  time_spans: v.array(timeSpan),
})
export type ProductOfDay = v.InferOutput<typeof productOfDay>

/** Main products that are offered on a day, sold out or not, with their stock. */
export const searchProductsOfDay = call({
  method: 'GET',
  path: '/api/v1/products/search2',
  summary: 'Products of a day with their stock',
  query: v.strictObject({ date: isoDate, lang: askedLanguage }),
  response: v.array(productOfDay),
  status: 200,
  errors: [],
  revalidated: true,
})

const stockStatusRow = v.object({
  date: isoDate,
  stock_status: v.picklist(['normal', 'few', 'sold_out', 'closed']),
  display_price: v.nullable(yen),
  is_sold_out_display_product: v.boolean(),
  /** In the calendar of a site with several products: the one that alone can still be bought on the day. */
  only_product_uuid: v.optional(uuid),
})
export type StockStatusRow = v.InferOutput<typeof stockStatusRow>

/**
 * One row for each day with registered stock, for a calendar (R-7.41, R-3.96–99). At most 100 days. Without a product
 * it is the calendar of the whole site: the best state and the lowest price of its main products.
 */
export const getStocksStatuses = call({
  method: 'GET',
  path: '/api/v1/products/stocks-statuses',
  summary: 'State and price of each day',
  query: v.pipe(
    v.strictObject({ from: isoDate, to: isoDate, product_uuid: v.optional(uuid) }),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: v.array(stockStatusRow),
  status: 200,
  errors: ['record not found'],
  revalidated: true,
})

/** Time spans of one product on one day; `product_id` is the number or the uuid (R-7.42, D-46). */
export const getStocks = call({
  method: 'GET',
  path: '/api/v1/products/stocks',
  summary: 'Time spans of a product on a day',
  query: v.strictObject({
    date: isoDate,
    product_id: v.pipe(v.string(), v.maxLength(40)),
    lang: askedLanguage,
  }),
  response: v.object({
    time_spans: v.array(timeSpan),
    base_price: yen,
    product_stock_status: productStockStatus,
  }),
  status: 200,
  errors: ['record not found'],
  revalidated: true,
})
