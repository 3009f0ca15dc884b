import { epochMsOf, jstDateOf } from './jst-date.ts'
import type { IsoDate } from './jst-date.ts'
import type { BookingType } from './states/ticket.ts'

/** The time of a visit: any day of a period, one day in the hours that it has, or one day within its entry window. */
export type VisitTime =
  | { readonly kind: 'period'; readonly firstDay: IsoDate; readonly lastDay: IsoDate }
  | { readonly kind: 'day'; readonly day: IsoDate; readonly hours: Span | null }
  /** `from` and `to` are date-times in +09:00. */
  | { readonly kind: 'slot'; readonly day: IsoDate; readonly from: string; readonly to: string }

export type VisitKind = VisitTime['kind']

/** The kind of visit that each booking type sells. */
const KINDS = { period: 'period', date: 'day', time: 'slot' } as const satisfies Readonly<
  Record<BookingType, VisitKind>
>

export function visitKindOf(type: BookingType): VisitKind {
  return KINDS[type]
}

/** Begin and end of a time span, date-times in +09:00. */
export interface Span {
  readonly from: string
  readonly to: string
}

/** The time of a visit of this type that takes this time span. */
export function visitTimeOf(type: BookingType, { from, to }: Span): VisitTime {
  const firstDay = jstDateOf(epochMsOf(from))
  switch (KINDS[type]) {
    case 'period': {
      const lastDay = lastDayBefore(to)
      return { kind: 'period', firstDay, lastDay: lastDay < firstDay ? firstDay : lastDay }
    }
    case 'day':
      return { kind: 'day', day: firstDay, hours: isWholeDay({ from, to }) ? null : { from, to } }
    case 'slot':
      return { kind: 'slot', day: firstDay, from, to }
  }
}

/** The hours of a visit: its entry window, or those of its day; null where it is for whole days. */
export function hoursOf(type: BookingType, span: Span): Span | null {
  return hoursIn(visitTimeOf(type, span))
}

export function hoursIn(visit: VisitTime): Span | null {
  switch (visit.kind) {
    case 'slot':
      return visit
    case 'day':
      return visit.hours
    case 'period':
      return null
  }
}

/** From midnight to midnight, or to its last minute: hours that say nothing. */
function isWholeDay({ from, to }: Span): boolean {
  return epochMsOf(to) - epochMsOf(from) >= (24 * 60 - 1) * 60_000
}

/** Whether a time of the day is chosen after the day. */
export function choosesTime(type: BookingType): boolean {
  switch (KINDS[type]) {
    case 'slot':
      return true
    case 'period':
    case 'day':
      return false
  }
}

/** The last day before a date-time in +09:00: an end at midnight belongs to the day before it. */
export function lastDayBefore(endsAt: string): IsoDate {
  return jstDateOf(epochMsOf(endsAt) - 1)
}
