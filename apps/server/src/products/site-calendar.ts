import type { StockStatusRow } from '@kippu/contract/products'

const BEST_FIRST = ['normal', 'few', 'sold_out', 'closed'] as const

/**
 * The calendar of a whole site, merged from those of its products: for each day the best state, and the lowest
 * price that can still be bought; when nothing is left, the lowest of all prices.
 */
export function mergeCalendars(calendars: ReadonlyArray<readonly StockStatusRow[]>): StockStatusRow[] {
  const days = Map.groupBy(calendars.flat(), row => row.date)
  return Array.from(days, ([date, rows]) => mergeDay(date, rows)).toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  )
}

function mergeDay(date: string, rows: readonly StockStatusRow[]): StockStatusRow {
  const status = BEST_FIRST.find(state => rows.some(row => row.stock_status === state)) ?? 'closed'
  const left = rows.filter(row => row.stock_status === 'normal' || row.stock_status === 'few')
  const prices = (left.length > 0 ? left : rows).flatMap(row => row.display_price ?? [])
  const best = rows.filter(row => row.stock_status === status)
  return {
    date,
    stock_status: status,
    display_price: prices.length > 0 ? Math.min(...prices) : null,
    is_sold_out_display_product: best.every(row => row.is_sold_out_display_product),
  }
}
