import { getStocks, getStocksStatuses } from '@kippu/contract/products'
import type { StockStatusRow } from '@kippu/contract/products'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { DemoProduct } from '@kippu/server/db/demo/demo-product'
import { TOMORI_PRODUCTS } from '@kippu/server/db/demo/tomori-products'

import { callStore } from './call-store.ts'

const DAYS = 80

/** A product of the demo by its English name. */
function product(name: string): DemoProduct {
  const found = TOMORI_PRODUCTS.find(one => one.name.en === name)
  if (found === undefined) throw new Error(`no product: ${name}`)
  return found
}

/** Sold by time slot. */
export const DIGITAL_FOREST = product('Digital Forest')
/** Sold by day. */
export const NIGHT_GARDEN = product('Night Garden')

/** What a visitor wants to see, and when. */
export interface Visit {
  readonly product: DemoProduct
  readonly date: IsoDate
  readonly timeSpanId: number
  /** Begin and end of the time span, date-times in +09:00. */
  readonly from: string
  readonly to: string
  /** Price of an adult's ticket on that day, in yen. */
  readonly adultPrice: number
  /** Option values of the kinds of tickets: adult, youth, child. */
  readonly kinds: readonly number[]
}

/** Days on which a product is in a state, from tomorrow on. */
export async function daysOf(
  { uuid }: DemoProduct,
  state: StockStatusRow['stock_status'],
): Promise<IsoDate[]> {
  const from = addDays(jstDateOf(Date.now()), 1)
  const rows = await callStore(getStocksStatuses, {
    query: { from, to: addDays(from, DAYS - 1), product_uuid: uuid },
  })
  return rows.filter(row => row.stock_status === state).map(row => row.date)
}

/** A day that belongs to nobody else: the same name gets the same day, other names rarely so. */
export async function dayFor(name: string, of: DemoProduct): Promise<IsoDate> {
  const days = await daysOf(of, 'normal')
  const sum = Array.from(name).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
  const day = days[sum % days.length]
  if (day === undefined) throw new Error('no day is on sale')
  return day
}

/** The first time slot of a day, which never runs short on a normal day of the demo. */
export async function visitOn(date: IsoDate, of: DemoProduct): Promise<Visit> {
  const stock = await callStore(getStocks, { query: { date, product_id: of.uuid, lang: 'ja' } })
  const [span] = stock.time_spans
  if (span === undefined) throw new Error(`no time on sale on ${date}`)
  return {
    product: of,
    date,
    timeSpanId: span.time_span_id,
    from: span.from,
    to: span.to,
    adultPrice: stock.base_price,
    kinds: span.options.map(option => option.option_value_id),
  }
}
