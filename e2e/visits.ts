import type { TimeSpan } from '@kippu/client/calls'
import type { StockStatusRow } from '@kippu/contract/products'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { DemoProduct } from '@kippu/demo/products'
import { DEMO_PRODUCTS } from '@kippu/demo/products'
import { DEMO_SET_PRODUCTS } from '@kippu/demo/products'
import { demoBasePrice, demoDay } from '@kippu/demo/stock'

import { callStore } from './call-store.ts'

/** Days that stories may share: every calendar shows them. */
const DAYS = 45
/** Days after those, each for one story, to the last of the ninety that are on sale: eleven of them at least are normal, on any date. */
const DAYS_LONELY = 44

/** The first product of a site that is sold by time slot, by day or for a period. */
export function productOf(siteKey: string, saleType: DemoProduct['saleType']): DemoProduct {
  const found = DEMO_PRODUCTS.find(one => one.siteKey === siteKey && one.saleType === saleType)
  if (found === undefined) throw new Error(`${siteKey} sells nothing by ${saleType}`)
  return found
}

/** Sold by time slot. */
export const DIGITAL_FOREST = productOf('demo', 'time')
/** Sold by day. */
export const NIGHT_GARDEN = productOf('demo', 'date')
/** Sold for a period from a day on. */
export const SEASON_PASS = productOf('demo', 'period')

/** The product of a visit, and its time. */
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

/** The parts of a visit that a visitor sees: enough to press the right elements on the screen. */
export type SeenVisit = Pick<Visit, 'product' | 'date' | 'from' | 'to' | 'adultPrice'>

/** Days on which a product is in a state, from tomorrow on. */
export async function daysOf(
  { uuid }: DemoProduct,
  state: StockStatusRow['stock_status'],
): Promise<IsoDate[]> {
  const from = addDays(jstDateOf(Date.now()), 1)
  const rows = await callStore('getStocksStatuses', {
    query: { from, to: addDays(from, DAYS - 1), product_uuid: uuid },
  })
  return rows.filter(row => row.stock_status === state).map(row => row.date)
}

/** A day of the story's own: the same name gets the same day, other names rarely do. */
export async function dayFor(name: string, of: DemoProduct): Promise<IsoDate> {
  return pick(name, await daysOf(of, 'normal'))
}

/**
 * A visit of any site as its catalogue was seeded: the first time of a day with enough stock, both of the product and
 * of the products it is bought `along` with.
 */
export function seededVisit(name: string, of: DemoProduct, along: readonly DemoProduct[] = []): SeenVisit {
  return seenOn(pick(name, normalDays(nextDays(), [of, ...along])), of)
}

/** A seeded visit on a day that costs what a ticket costs at least: its price is shown before any stock has arrived. */
export function seededVisitAtLeastPrice(name: string, of: DemoProduct): SeenVisit {
  const days = normalDays(nextDays(), [of])
  return seenOn(
    pick(
      name,
      days.filter(day => demoBasePrice(of, day) === of.basePrice),
    ),
    of,
  )
}

/**
 * A visit to the forest, with enough stock of everything that goes with it, on a distant day that belongs to this
 * number alone: for stories that change a day for everybody.
 */
export function lonelyVisit(number: number): SeenVisit {
  const along = DEMO_SET_PRODUCTS.filter(({ goesWith }) => goesWith.includes(DIGITAL_FOREST.uuid))
  const date = normalDays(daysAfter(DAYS, DAYS_LONELY), [DIGITAL_FOREST, ...along])[number]
  if (date === undefined) throw new Error(`no day ${number} is on sale`)
  return seenOn(date, DIGITAL_FOREST)
}

function seenOn(date: IsoDate, of: DemoProduct): SeenVisit {
  return { product: of, date, adultPrice: demoBasePrice(of, date), ...spanOf(of, date) }
}

function normalDays(days: readonly IsoDate[], products: readonly DemoProduct[]): IsoDate[] {
  return days.filter(day => products.every(({ uuid }) => demoDay(uuid, day) === 'normal'))
}

/** Begin and end of the first time span of a day, as it was seeded. */
export function spanOf(of: DemoProduct, date: IsoDate): Pick<Visit, 'from' | 'to'> {
  const [span] = of.spansOf(date)
  if (span === undefined) throw new Error(`${of.name.en} has no time on ${date}`)
  return { from: span.startsAt, to: span.endsAt }
}

/** Days from tomorrow on that every calendar shows. */
export function nextDays(): IsoDate[] {
  return daysAfter(0, DAYS)
}

/** The given number of days, the first of them `start` days after tomorrow. */
function daysAfter(start: number, count: number): IsoDate[] {
  const tomorrow = addDays(jstDateOf(Date.now()), 1)
  return Array.from({ length: count }, (_, index) => addDays(tomorrow, start + index))
}

/** Picks one of the days, always the same one for a name. */
export function pick(name: string, days: readonly IsoDate[]): IsoDate {
  const sum = Array.from(name).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
  const day = days[sum % days.length]
  if (day === undefined) throw new Error('no day is on sale')
  return day
}

/** The time slot of a day that has most room, the first of them: on some dates many stories share a day, and a network has its share of a slot. */
export async function visitOn(date: IsoDate, of: DemoProduct): Promise<Visit> {
  return visitAt(date, of, spans => spans.toSorted((a, b) => b.remaining_stock - a.remaining_stock)[0])
}

/** A later time slot of a day with room for a family: for stories that change what all others would see of it. */
export async function visitAside(date: IsoDate, of: DemoProduct): Promise<Visit> {
  return visitAt(date, of, spans => spans.slice(1).find(({ remaining_stock: left }) => left >= ROOM))
}

const ROOM = 10

async function visitAt(
  date: IsoDate,
  of: DemoProduct,
  choose: (spans: readonly TimeSpan[]) => TimeSpan | undefined,
): Promise<Visit> {
  const stock = await callStore('getStocks', { query: { date, product_id: of.uuid, lang: 'ja' } })
  const span = choose(stock.time_spans)
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
