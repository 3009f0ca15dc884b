import { jstDateOf } from '../jst-date.ts'
import type { BookingType } from '../states/ticket.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const SECOND_MS = 1_000
const JST_MS = 9 * 60 * MINUTE_MS

/** The time of a ticket's visit, in ms since 1970. */
export interface VisitTime {
  readonly from: number
  readonly to: number
}

/** When a ticket admits: both ends are included, in ms since 1970, and `to` is the start of its last second. */
export interface EntryWindow {
  readonly from: number
  readonly to: number
}

/**
 * When a ticket admits (JST): in its time span, and `earlyMinutes` before it; on its day; or from its first day to its
 * last.
 */
export function entryWindowOf(
  saleType: BookingType,
  { from, to }: VisitTime,
  earlyMinutes: number,
): EntryWindow {
  switch (saleType) {
    case 'time':
      return { from: from - earlyMinutes * MINUTE_MS, to }
    case 'date':
      return { from: startOfDay(from), to: endOfDay(from) }
    case 'period':
      return { from: startOfDay(from), to: endOfDay(to) }
  }
}

export function isWithin({ from, to }: EntryWindow, atMs: number): boolean {
  return from <= atMs && atMs < to + SECOND_MS
}

/** Whether two moments are on one day in Tokyo. */
export function isSameDay(a: number, b: number): boolean {
  return jstDateOf(a) === jstDateOf(b)
}

function startOfDay(ms: number): number {
  return Math.floor((ms + JST_MS) / DAY_MS) * DAY_MS - JST_MS
}

function endOfDay(ms: number): number {
  return startOfDay(ms) + DAY_MS - SECOND_MS
}
