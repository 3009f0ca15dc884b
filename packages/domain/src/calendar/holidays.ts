import type { IsoDate } from '../jst-date.ts'

/**
 * The public holidays of Japan, those in place of one on a Sunday and those between two others among them. The days of the equinoxes are announced by the government each
 * February for the following year; those from 2028 on are as the observatory calculates them.
 */
export const HOLIDAYS_UNTIL = 2030

const BY_YEAR: Readonly<Record<number, string>> = {
  2025: '01-01 01-13 02-11 02-23 02-24 03-20 04-29 05-03 05-04 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-23 11-24',
  2026: '01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23',
  2027: '01-01 01-11 02-11 02-23 03-21 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23',
  2028: '01-01 01-10 02-11 02-23 03-20 04-29 05-03 05-04 05-05 07-17 08-11 09-18 09-22 10-09 11-03 11-23',
  2029: '01-01 01-08 02-11 02-12 02-23 03-20 04-29 04-30 05-03 05-04 05-05 07-16 08-11 09-17 09-23 09-24 10-08 11-03 11-23',
  2030: '01-01 01-14 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-15 08-11 08-12 09-16 09-23 10-14 11-03 11-04 11-23',
}

const HOLIDAYS: ReadonlySet<string> = new Set(
  Object.entries(BY_YEAR).flatMap(([year, days]) => days.split(' ').map(day => `${year}-${day}`)),
)

export function isHoliday(date: IsoDate): boolean {
  return HOLIDAYS.has(date)
}
