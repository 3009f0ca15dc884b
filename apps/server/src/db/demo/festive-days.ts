import type { IsoDate } from '@kippu/domain/jst-date'

const BLOSSOM = '#d9738f'
const LEAF = '#3f9160'
const SUN = '#d98a1f'
const BERRY = '#c2413a'
const NIGHT = '#5a5fc0'

/** Days of the year that the calendar highlights, `MM-dd`. */
const FESTIVE_DAYS: ReadonlyMap<string, string> = new Map([
  ['01-01', BERRY],
  ['01-02', BERRY],
  ['01-03', BERRY],
  ['02-03', SUN],
  ['02-14', BLOSSOM],
  ['03-03', BLOSSOM],
  ['03-20', BLOSSOM],
  ['04-04', BLOSSOM],
  ['04-29', LEAF],
  ['05-03', LEAF],
  ['05-04', LEAF],
  ['05-05', LEAF],
  ['07-07', NIGHT],
  ['08-11', SUN],
  ['08-13', SUN],
  ['08-14', SUN],
  ['08-15', SUN],
  ['09-25', NIGHT],
  ['10-31', SUN],
  ['11-03', SUN],
  ['11-23', SUN],
  ['12-23', LEAF],
  ['12-24', BERRY],
  ['12-25', BERRY],
  ['12-31', NIGHT],
])

/** Colour of a festive day as `#rrggbb`, undefined on any other day. */
export function festiveColorOf(date: IsoDate): string | undefined {
  return FESTIVE_DAYS.get(date.slice(5))
}
