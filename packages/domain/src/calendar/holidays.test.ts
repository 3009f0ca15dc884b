import { expect, test } from 'vitest'

import { addDays, datesBetween, weekdayOf } from '../jst-date.ts'
import { HOLIDAYS_UNTIL, isHoliday } from './holidays.ts'

/** Second implementation: the Act on National Holidays as rules. */
function isHolidayByLaw(date: string): boolean {
  const isNamed = isNamedHoliday(date)
  if (isNamed) return true
  // In place of a holiday on a Sunday: the next day that is none.
  for (let day = addDays(date, -1); isNamedHoliday(day); day = addDays(day, -1))
    if (weekdayOf(day) === 0) return true
  return isNamedHoliday(addDays(date, -1)) && isNamedHoliday(addDays(date, 1))
}

const FIXED = ['01-01', '02-11', '02-23', '04-29', '05-03', '05-04', '05-05', '08-11', '11-03', '11-23']
/** Month and which Monday of it. */
const MONDAYS: Readonly<Record<string, number>> = { '01': 2, '07': 3, '09': 3, '10': 2 }

function isNamedHoliday(date: string): boolean {
  const [year = '', month = '', day = ''] = date.split('-')
  if (FIXED.includes(`${month}-${day}`)) return true
  if (weekdayOf(date) === 1 && MONDAYS[month] === Math.ceil(Number(day) / 7)) return true
  const sinceStart = Number(year) - 1980
  const equinox = (at: number) => Math.floor(at + 0.242194 * sinceStart - Math.floor(sinceStart / 4))
  return (
    (month === '03' && Number(day) === equinox(20.8431)) ||
    (month === '09' && Number(day) === equinox(23.2488))
  )
}

test('the holidays are those of the law, in place of Sundays and between two others too', () => {
  const days = datesBetween('2025-01-01', `${HOLIDAYS_UNTIL}-12-31`)
  expect(days.filter(day => isHoliday(day))).toEqual(days.filter(isHolidayByLaw))
  expect(isHoliday('2026-09-22')).toBe(true)
  expect(isHoliday('2026-05-06')).toBe(true)
})
