import type { IsoDate } from '../jst-date.ts'
import type { BookingType } from '../states/ticket.ts'
import { lastDayBefore, visitKindOf } from '../visit-time.ts'

/** The parts of a time span that say on which days it is used. */
export interface DatedSpan {
  readonly saleType: BookingType
  readonly visitDate: IsoDate
  /** A date-time in +09:00. */
  readonly endsAt: string
}

/**
 * Whether a set product can be used on the visit that it is bought with: on the day of the visit, or, when either is
 * for a period, on one of its days.
 */
export function isOnVisit(set: DatedSpan, visit: DatedSpan): boolean {
  return set.visitDate <= lastDayOf(visit) && visit.visitDate <= lastDayOf(set)
}

function lastDayOf({ saleType, visitDate, endsAt }: DatedSpan): IsoDate {
  switch (visitKindOf(saleType)) {
    case 'period':
      return lastDayBefore(endsAt)
    case 'day':
    case 'slot':
      return visitDate
  }
}
