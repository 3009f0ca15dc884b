import { addDays, type IsoDate, midnightOf } from '@kippu/domain/jst-date'

/** A row that is written late belongs to no day that is over: longer than any transaction of the store may last. */
export const SETTLING_MS = 900_000

/** A day in Japan as two instants: from the first, up to the second. */
export interface DayBounds {
  readonly begin: Date
  readonly end: Date
}

export function boundsOf(from: IsoDate, to: IsoDate = from): DayBounds {
  return { begin: midnight(from), end: midnight(addDays(to, 1)) }
}

function midnight(day: IsoDate): Date {
  return new Date(midnightOf(day))
}
