import {
  addDays,
  addMonths,
  civilOf,
  datesBetween,
  firstOfMonth,
  lastOfMonth,
  monthsBetween,
  weekdayOf,
} from '../jst-date.ts'
import type { IsoDate, YearMonth } from '../jst-date.ts'
import { dayStateFromStatus } from './day-state.ts'
import type { DayState, StockRecord } from './day-state.ts'

/** State and price of one day, from the stock rows. Price in yen, the lowest of the day. */
export interface DayInfo {
  readonly state: DayState
  readonly price: number | null
  readonly isSoldOutDisplayProduct: boolean
  /** uuid of the product that alone can be bought on the day, of several. */
  readonly onlyProduct?: string | undefined
}

/** One cell of the month grid. */
export interface DayCell {
  readonly date: IsoDate
  /** Day of its month, 1 to 31. */
  readonly day: number
  readonly isPrev: boolean
  readonly isNext: boolean
  readonly state: DayState
  readonly price: number | null
  readonly isSoldOutDisplayProduct: boolean
  /** uuid of the product that alone can be bought on the day, of several. */
  readonly onlyProduct?: string | undefined
  /** CSS hex colour of the day, if the site colours its calendar. */
  readonly colorCode: string | null
}

/** One month of the calendar; `currentMonth` is 1–12, every week has 7 cells. */
export interface CalendarMonth {
  readonly currentYear: number
  readonly currentMonth: number
  readonly dateTable: readonly (readonly DayCell[])[]
  readonly calendarStatus: 'active' | 'disable'
  readonly disableMessage?: string
}

interface CalendarData {
  readonly days: ReadonlyMap<IsoDate, DayInfo>
  readonly colors?: ReadonlyMap<IsoDate, string> | undefined
  /** First day of the week, 0 Sunday to 6 Saturday; 1 when absent. */
  readonly weekOffset?: number | undefined
  /** Shown over a disabled month; absent or empty omits the property. */
  readonly disableMessage?: string | undefined
}

export interface MonthInput extends CalendarData, YearMonth {
  readonly status?: 'active' | 'disable' | undefined
  /** Today in Japan; days before it are closed whatever their stock. */
  readonly today?: IsoDate | undefined
}

export interface MonthsInput extends CalendarData {
  /** Today in Japan. */
  readonly today: IsoDate
  /** First day of visit of the product or site, if one is set. */
  readonly firstVisitDate: IsoDate | null | undefined
  /** Last day of visit on sale; null when nothing is on sale. */
  readonly lastBookableDate: IsoDate | null | undefined
}

const DAYS_PER_WEEK = 7
const NO_DAY: DayInfo = { state: 'close', price: null, isSoldOutDisplayProduct: false }

/** The status rows of GET products/stocks-statuses by date, ready for `buildMonth`. */
export function daysFromStatuses(rows: readonly StockRecord[]): ReadonlyMap<IsoDate, DayInfo> {
  return new Map(
    rows.map(row => [
      row.date,
      {
        state: dayStateFromStatus(row),
        price: row.display_price,
        isSoldOutDisplayProduct: row.is_sold_out_display_product,
        ...(row.only_product_uuid === undefined ? {} : { onlyProduct: row.only_product_uuid }),
      },
    ]),
  )
}

/** The grid of one month: whole weeks, completed with days of the months beside it. */
export function buildMonth(input: MonthInput): CalendarMonth {
  const status = input.status ?? 'active'
  const dates = datesOfGrid(input, input.weekOffset ?? 1)
  const cells = dates.map(date => cellOf(date, input))
  const weeks = Array.from({ length: cells.length / DAYS_PER_WEEK }, (_, week) =>
    cells.slice(week * DAYS_PER_WEEK, (week + 1) * DAYS_PER_WEEK),
  )
  const showsMessage = status === 'disable' && input.disableMessage
  return {
    currentYear: input.year,
    currentMonth: input.month,
    dateTable: weeks,
    calendarStatus: status,
    ...(showsMessage ? { disableMessage: showsMessage } : {}),
  }
}

/**
 * Every month from the later of today and the first visit date to the last bookable date, then exactly one disabled
 * month. If nothing is bookable, the list is that one disabled month, in place of the first.
 */
export function buildMonths(input: MonthsInput): CalendarMonth[] {
  const { today, firstVisitDate, lastBookableDate, ...data } = input
  const start = firstVisitDate && firstVisitDate > today ? firstVisitDate : today
  const active = lastBookableDate && lastBookableDate >= start ? monthsBetween(start, lastBookableDate) : []
  const disabled = addMonths(civilOf(start), active.length)
  return [
    ...active.map(month => buildMonth({ ...data, ...month, today })),
    buildMonth({ ...data, ...disabled, today, status: 'disable' }),
  ]
}

function datesOfGrid(month: YearMonth, weekOffset: number): IsoDate[] {
  const first = firstOfMonth(month)
  const last = lastOfMonth(month)
  const before = positionInWeek(first, weekOffset)
  const after = DAYS_PER_WEEK - 1 - positionInWeek(last, weekOffset)
  return datesBetween(addDays(first, -before), addDays(last, after))
}

function positionInWeek(date: IsoDate, weekOffset: number): number {
  return (weekdayOf(date) - weekOffset + DAYS_PER_WEEK) % DAYS_PER_WEEK
}

function cellOf(date: IsoDate, input: MonthInput): DayCell {
  const isPrev = date < firstOfMonth(input)
  const isNext = date > lastOfMonth(input)
  const place = { date, day: civilOf(date).day, isPrev, isNext }
  const blank = { price: null, isSoldOutDisplayProduct: false, colorCode: null }
  if (isPrev || isNext) return { ...place, ...blank, state: 'empty' }
  if (input.status === 'disable') return { ...place, ...blank, state: 'disable' }
  const isPast = input.today !== undefined && date < input.today
  const info = isPast ? NO_DAY : (input.days.get(date) ?? NO_DAY)
  // A product kept on the calendar for display only is shown sold out, whatever its stock.
  const state = info.isSoldOutDisplayProduct ? 'sold-out' : info.state
  return { ...place, ...info, state, colorCode: input.colors?.get(date) ?? null }
}
