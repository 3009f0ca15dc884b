import { isSelectable } from '@kippu/domain/calendar/day-state'
import type { CalendarMonth, DayCell } from '@kippu/domain/calendar/month'
import { civilOf, firstOfMonth, lastOfMonth } from '@kippu/domain/jst-date'
import type { IsoDate, YearMonth } from '@kippu/domain/jst-date'

export function yearMonthOf({ currentYear: year, currentMonth: month }: CalendarMonth): YearMonth {
  return { year, month }
}

/** Index of the month of a date; a date outside of all months gets the first. */
export function indexOfMonth(months: readonly CalendarMonth[], date: IsoDate): number {
  const { year, month } = civilOf(date)
  const index = months.findIndex(m => m.currentYear === year && m.currentMonth === month)
  return Math.max(0, index)
}

/** The day of a month that the keyboard reaches first: the first that can be chosen, otherwise the first. */
export function entryDayOf(month: CalendarMonth): IsoDate {
  return firstSelectable(month)?.date ?? firstOfMonth(yearMonthOf(month))
}

/**
 * The day that the calendar opens at: the first that can be chosen in any month. Null for a calendar without months.
 */
export function openingDay(months: readonly CalendarMonth[]): IsoDate | null {
  const month = months.find(candidate => firstSelectable(candidate) !== undefined) ?? months[0]
  return month === undefined ? null : entryDayOf(month)
}

/** First and last day of all months: the range of the focus. */
export function rangeOf(months: readonly CalendarMonth[], fallback: IsoDate): { min: IsoDate; max: IsoDate } {
  const [first, last] = [months.at(0), months.at(-1)]
  return {
    min: first === undefined ? fallback : firstOfMonth(yearMonthOf(first)),
    max: last === undefined ? fallback : lastOfMonth(yearMonthOf(last)),
  }
}

function firstSelectable(month: CalendarMonth): DayCell | undefined {
  return month.dateTable.flat().find(cell => isSelectable(cell.state))
}
