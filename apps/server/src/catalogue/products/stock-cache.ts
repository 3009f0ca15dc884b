import { firstOfMonth, type IsoDate, lastOfMonth, monthsBetween } from '@kippu/domain/jst-date'

import type { Deps } from '../../platform/deps.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import { type DayRow, listDays, listSpans, type SoldProduct, type SpanRow } from './queries.ts'

export interface DayRange {
  /** Both included. */
  readonly from: IsoDate
  readonly to: IsoDate
}

/** Stock as visitors of a channel see it, at most a second old. Holds never use it. */
export interface StockCache {
  /** Offered days of the range, read by whole months, so that all calendars share them. */
  days(product: SoldProduct, range: DayRange, channel: string): Promise<DayRow[]>
  /** Time spans of the range, in the same way. */
  spans(product: SoldProduct, range: DayRange, channel: string): Promise<SpanRow[]>
  /** Time spans of one day. */
  spansOn(product: SoldProduct, date: IsoDate, channel: string): Promise<SpanRow[]>
}

const MOST_AGE_MS = 1_000

export function createStockCache({ db, clock }: Pick<Deps, 'db' | 'clock'>): StockCache {
  const days = createShortCache<DayRow[]>(clock, MOST_AGE_MS)
  const spans = createShortCache<SpanRow[]>(clock, MOST_AGE_MS)
  // A product belongs to one site, so its id suffices as a key.
  const keyOf = ({ id }: SoldProduct, { from, to }: DayRange, channel: string): string =>
    `${id} ${channel} ${from} ${to}`

  const readDays = (product: SoldProduct, range: DayRange, channel: string): Promise<DayRow[]> =>
    days.read(keyOf(product, range, channel), () =>
      db.read(tx => listDays(tx, { product, channel, ...range, nowMs: clock.now() })),
    )
  const readSpans = (product: SoldProduct, range: DayRange, channel: string): Promise<SpanRow[]> =>
    spans.read(keyOf(product, range, channel), () =>
      db.read(tx => listSpans(tx, { product, channel, ...range, nowMs: clock.now() })),
    )

  return {
    days: (product, range, channel) => byMonths(range, month => readDays(product, month, channel)),
    spans: (product, range, channel) => byMonths(range, month => readSpans(product, month, channel)),
    spansOn: (product, date, channel) => readSpans(product, { from: date, to: date }, channel),
  }
}

/** Rows of a range, read by whole months. */
export async function byMonths<Row extends { readonly date: IsoDate }>(
  { from, to }: DayRange,
  read: (month: DayRange) => Promise<Row[]>,
): Promise<Row[]> {
  const months = monthsBetween(from, to).map(month => ({ from: firstOfMonth(month), to: lastOfMonth(month) }))
  const rows = (await Promise.all(months.map(read))).flat()
  return rows.filter(({ date }) => from <= date && date <= to)
}
