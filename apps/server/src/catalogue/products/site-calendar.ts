import type { StockStatusRow } from '@kippu/contract/products'

const BEST_FIRST = ['normal', 'few', 'sold_out', 'closed'] as const

/** The calendar of one product. */
export interface ProductCalendar {
  readonly uuid: string
  readonly days: readonly StockStatusRow[]
}

/** A day of one product. */
interface ProductDay extends StockStatusRow {
  readonly uuid: string
}

/**
 * The calendar of a whole site, merged from those of its products: for each day the best state, and the lowest price
 * that can still be bought; when nothing is left, the lowest of all prices. Where one of several products alone can be
 * bought, the day says which: its price may be far from the usual one.
 */
export function mergeCalendars(calendars: readonly ProductCalendar[]): StockStatusRow[] {
  const rows = calendars.flatMap(({ uuid, days }) => days.map(day => ({ ...day, uuid })))
  const days = Map.groupBy(rows, row => row.date)
  return Array.from(days, ([date, ofDay]) => mergeDay(date, ofDay, calendars.length > 1)).toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  )
}

function mergeDay(date: string, rows: readonly ProductDay[], isOfMany: boolean): StockStatusRow {
  const status = BEST_FIRST.find(state => rows.some(row => row.stock_status === state)) ?? 'closed'
  const left = rows.filter(row => row.stock_status === 'normal' || row.stock_status === 'few')
  const prices = (left.length > 0 ? left : rows).flatMap(row => row.display_price ?? [])
  const [only, second] = left
  const best = rows.filter(row => row.stock_status === status)
  return {
    date,
    stock_status: status,
    display_price: prices.length > 0 ? Math.min(...prices) : null,
    is_sold_out_display_product: best.every(row => row.is_sold_out_display_product),
    ...(isOfMany && only !== undefined && second === undefined ? { only_product_uuid: only.uuid } : {}),
  }
}
