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

/** The date, if the month has it. */
export function dayWithin(month: CalendarMonth, date: IsoDate | null): IsoDate | null {
  if (date === null) return null
  const { year, month: number } = civilOf(date)
  return month.currentYear === year && month.currentMonth === number ? date : null
}

/** The weeks of a month that are not over: the calendar starts with the week that can be bought. */
export function weeksLeft(month: CalendarMonth, today: IsoDate): CalendarMonth['dateTable'] {
  const last = lastOfMonth(yearMonthOf(month))
  // A month that is over keeps its weeks: it is shown only where a visit of then is looked at.
  if (last < today) return month.dateTable
  return month.dateTable.filter(week => (week.at(-1)?.date ?? last) >= today)
}

/** A day of the month before today: neither sold nor closed, but over. */
export function isPast({ date, state }: DayCell, today: IsoDate): boolean {
  return state !== 'empty' && date < today
}

/** The day of a month that the keyboard reaches first: the first that can be chosen, otherwise the first in view. */
export function entryDayOf(month: CalendarMonth, today: IsoDate): IsoDate {
  return firstSelectable(month)?.date ?? firstInView(month, today)
}

/**
 * The day that the calendar opens at: the first that can be chosen in any month. Null for a calendar without months.
 */
export function openingDay(months: readonly CalendarMonth[], today: IsoDate): IsoDate | null {
  const month = months.find(candidate => firstSelectable(candidate) !== undefined) ?? months[0]
  return month === undefined ? null : entryDayOf(month, today)
}

/** First and last day in view of all months: the range of the focus. */
export function rangeOf(months: readonly CalendarMonth[], today: IsoDate): { min: IsoDate; max: IsoDate } {
  const [first, last] = [months.at(0), months.at(-1)]
  return {
    min: first === undefined ? today : firstInView(first, today),
    max: last === undefined ? today : lastOfMonth(yearMonthOf(last)),
  }
}

function firstInView(month: CalendarMonth, today: IsoDate): IsoDate {
  const first = firstOfMonth(yearMonthOf(month))
  return (
    weeksLeft(month, today)
      .flat()
      .find(({ state }) => state !== 'empty')?.date ?? first
  )
}

function firstSelectable(month: CalendarMonth): DayCell | undefined {
  return month.dateTable.flat().find(cell => isSelectable(cell.state))
}
