import type { IsoDate } from '../jst-date.ts'
import { dayStateFromStatus, isSelectable } from './day-state.ts'
import type { StockRecord } from './day-state.ts'

/** The first day from `today` on that can be bought; `rows` are in order of date. Undefined when there is none. */
export function nextDayOf<Row extends StockRecord>(rows: readonly Row[], today: IsoDate): Row | undefined {
  return rows.find(
    row => row.date >= today && !row.is_sold_out_display_product && isSelectable(dayStateFromStatus(row)),
  )
}
