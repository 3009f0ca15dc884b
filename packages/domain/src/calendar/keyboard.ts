import { addDays, addMonths, civilOf, daysInMonth, isoDateOf, weekdayOf } from '../jst-date.ts'
import type { IsoDate } from '../jst-date.ts'

export interface GridMovement {
  /** First and last date that can take the focus. */
  readonly min: IsoDate
  readonly max: IsoDate
  /** Whether Shift is held: a page is then a year. */
  readonly shift?: boolean | undefined
  /** First day of the week, 0 Sunday; 1 when absent. */
  readonly weekOffset?: number | undefined
}

/**
 * The date that gets the focus after a key of the WAI-ARIA grid pattern at `date`: arrows move by a day or a week, Home
 * and End to the ends of the week, PageUp and PageDown by a month, with Shift by a year. A month that is too short
 * gives its last day. The result never leaves `min`–`max`; any other key returns `date` unchanged.
 */
export function moveFocus(date: IsoDate, key: string, movement: GridMovement): IsoDate {
  const target = targetOf(date, key, movement)
  if (target < movement.min) return movement.min
  return target > movement.max ? movement.max : target
}

/** Whether `moveFocus` handles the key, so that a screen knows when to keep the page from scrolling. */
export function isGridKey(key: string): boolean {
  return /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/.test(key)
}

function targetOf(date: IsoDate, key: string, { shift, weekOffset = 1 }: GridMovement): IsoDate {
  const inWeek = (weekdayOf(date) - weekOffset + 7) % 7
  const page = shift === true ? 12 : 1
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -inWeek)
    case 'End':
      return addDays(date, 6 - inWeek)
    case 'PageUp':
      return sameDayAfter(date, -page)
    case 'PageDown':
      return sameDayAfter(date, page)
    default:
      return date
  }
}

function sameDayAfter(date: IsoDate, months: number): IsoDate {
  const { day, ...from } = civilOf(date)
  const { year, month } = addMonths(from, months)
  return isoDateOf({ year, month, day: Math.min(day, daysInMonth(year, month)) })
}
