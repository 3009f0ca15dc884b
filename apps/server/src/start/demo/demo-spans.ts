import { addDays } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'

import type { DemoSpan } from './demo-product.ts'

export interface EntryHours {
  /** Minutes after midnight of the first and the last entry. */
  readonly first: number
  readonly last: number
  /** Length of an entry window in minutes; windows follow one another without gaps. */
  readonly window: number
}

/** Entry windows of a day, one after the other. */
export function entryWindows({ first, last, window }: EntryHours): (date: IsoDate) => DemoSpan[] {
  const count = Math.floor((last - first) / window) + 1
  const starts = Array.from({ length: count }, (_, index) => first + index * window)
  return date =>
    starts.map(start => ({ startsAt: dateTime(date, start), endsAt: dateTime(date, start + window) }))
}

/** One span from opening to closing, in minutes after midnight. */
export function openingHours(opens: number, closes: number): (date: IsoDate) => DemoSpan[] {
  return date => [{ startsAt: dateTime(date, opens), endsAt: dateTime(date, closes) }]
}

/** A pass: from the start of the chosen day to the last second of its last day. */
export function passOf(days: number): (date: IsoDate) => DemoSpan[] {
  return date => [{ startsAt: dateTime(date, 0), endsAt: `${addDays(date, days - 1)}T23:59:59+09:00` }]
}

/** A time of day as minutes after midnight. */
export function at(hour: number, minute = 0): number {
  return hour * 60 + minute
}

function dateTime(date: IsoDate, minutes: number): string {
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0')
  return `${date}T${hour}:${String(minutes % 60).padStart(2, '0')}:00+09:00`
}
