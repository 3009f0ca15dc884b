import { epochMsOf } from '../jst-date.ts'
import type { IsoDate } from '../jst-date.ts'
import { dayStateFromStatus, isSelectable } from './day-state.ts'
import type { StockRecord } from './day-state.ts'

/** How many days, and how many times of a day, are proposed in the place of one that is sold out. */
const MOST_NEAREST = 3

interface NearestQuestion {
  /** The day that has no room. */
  readonly date: IsoDate
  readonly today: IsoDate
  /** Tickets chosen so far. */
  readonly party: number
}

/** The days nearest to one, in order of date; of two as near the later one. A day of few places is proposed to one person alone. */
export function nearestDaysOf<Row extends StockRecord>(
  rows: readonly Row[],
  { date, today, party }: NearestQuestion,
): readonly Row[] {
  const free = rows.filter(row => {
    const state = dayStateFromStatus(row)
    const isFree = party > 1 ? state === 'normal' : isSelectable(state)
    return isFree && row.date !== date && row.date >= today && !row.is_sold_out_display_product
  })
  return nearestOf(free, row => epochMsOf(`${row.date}T00:00:00+09:00`), epochMsOf(`${date}T00:00:00+09:00`))
}

/** Those nearest to a moment, in their order; of two as near the later one. */
export function nearestOf<One>(all: readonly One[], msOf: (one: One) => number, ms: number): readonly One[] {
  return all
    .toSorted((a, b) => Math.abs(msOf(a) - ms) - Math.abs(msOf(b) - ms) || msOf(b) - msOf(a))
    .slice(0, MOST_NEAREST)
    .toSorted((a, b) => msOf(a) - msOf(b))
}
