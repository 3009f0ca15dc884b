import {
  addDays,
  addMonths,
  civilOf,
  datesBetween,
  firstOfMonth,
  type IsoDate,
  lastOfMonth,
  weekdayOf,
} from '@kippu/domain/jst-date'

import { type Row, textOf } from './sheets/sheet.ts'

/** So many months ahead a month may be copied to. */
const MOST_AHEAD = 18
const [DATE, SOLD_OUT] = [1, 4]
const MOMENTS = new Set([2, 3, 5])

/** Rows of `days` and `spans` of one product. */
interface MonthRows {
  readonly days: readonly Row[]
  readonly spans: readonly Row[]
}

interface CopiedMonth extends MonthRows {
  /** Days that the month has already: they stay as they are. */
  readonly kept: number
}

export interface CopyOfMonth {
  /** As `yyyy-MM`. */
  readonly from: string
  readonly to: string
  readonly today: IsoDate
}

/** The first and the last day of a month. */
export function boundsOf(month: string): readonly [first: IsoDate, last: IsoDate] {
  const first = `${month}-01`
  return [first, lastOfMonth(civilOf(first))]
}

export function mayBeCopied({ from, to, today }: CopyOfMonth): boolean {
  const last = firstOfMonth(addMonths(civilOf(today), MOST_AHEAD)).slice(0, 7)
  return from !== to && to >= today.slice(0, 7) && to <= last
}

/**
 * The rows that a month becomes by another one: its second Friday is like the second Friday there, and a fifth like the
 * fourth where there is no fifth. A day that is over, or that the month has already, is left as it is: nothing that is
 * sold or that somebody edited is touched.
 */
export function copiedMonth(source: MonthRows, there: readonly Row[], asked: CopyOfMonth): CopiedMonth {
  const has = new Set(there.map(row => textOf(row[DATE])))
  const daysOn = Map.groupBy(source.days, row => textOf(row[DATE]))
  const spansOn = Map.groupBy(source.spans, row => textOf(row[DATE]))
  const [days, spans]: [Row[], Row[]] = [[], []]
  let kept = 0
  for (const date of datesBetween(...boundsOf(asked.to))) {
    if (date < asked.today) continue
    const like = dayLike(date, asked.from)
    const rows = daysOn.get(like) ?? []
    if (rows.length > 0 && has.has(date)) kept += 1
    if (has.has(date)) continue
    for (const row of rows) days.push(row.with(DATE, date).with(SOLD_OUT, false))
    for (const row of spansOn.get(like) ?? []) spans.push(movedTo(row, date))
  }
  return { days, spans, kept }
}

function dayLike(date: IsoDate, month: string): IsoDate {
  const same = datesBetween(...boundsOf(month)).filter(one => weekdayOf(one) === weekdayOf(date))
  const turn = Math.floor((civilOf(date).day - 1) / 7)
  return same[turn] ?? same.at(-1) ?? date
}

/** A time span with its moments as far from its day as before. */
function movedTo(row: Row, date: IsoDate): Row {
  const before = textOf(row[DATE])
  return row.map((value, index) => {
    if (index === DATE) return date
    if (!MOMENTS.has(index) || value === null) return value
    const moment = textOf(value)
    return `${addDays(date, daysFrom(before, moment.slice(0, 10)))}${moment.slice(10)}`
  })
}

function daysFrom(from: IsoDate, until: IsoDate): number {
  return from <= until ? datesBetween(from, until).length - 1 : 1 - datesBetween(until, from).length
}
