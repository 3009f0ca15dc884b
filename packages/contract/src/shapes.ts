import { addDays, isIsoDate } from '@kippu/domain/jst-date'
import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

/** Shapes that several calls share. Requests are strict (an unknown field is refused); answers are open. */

/** No date of the product is earlier, and databases and calendars have no year 0. */
const FIRST_DATE = '1900-01-01'

/** `yyyy-MM-dd`, a day that exists. */
export const isoDate = v.pipe(
  v.string(),
  v.maxLength(10),
  v.check(text => isIsoDate(text) && text >= FIRST_DATE, 'date'),
)

/** Maximum number of days in one call. */
export const MOST_DAYS = 100

/** Both ends are included, `from` is not after `to`, and there are at most {@link MOST_DAYS} days. */
export function isDayRange({ from, to }: { readonly from: string; readonly to: string }): boolean {
  // A text that is not a date has broken its own rule already.
  if (!isIsoDate(from) || !isIsoDate(to)) return true
  return from <= to && to <= addDays(from, MOST_DAYS - 1)
}

/** `2026-12-01T10:00:00+09:00`. */
export const jstDateTime = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/, 'date_time'))

/** A {@link jstDateTime} of a request: a moment that exists. */
export const jstMoment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\+09:00$/, 'date_time'),
  v.check(text => v.is(isoDate, text.split('T')[0]), 'date_time'),
)

/** Whole yen, zero or more. */
export const yen = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Whole yen, may be negative (an option can make a ticket cheaper, R-3.104). */
export const yenDifference = v.pipe(v.number(), v.safeInteger())

/** A row number of the database as it appears on the wire. */
export const rowId = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(2_147_483_647))

/** In whatever case it was written, it is the same; databases write small letters. */
export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())

export const language = v.picklist(LANGUAGES)

/** Free text that a database can keep: no NUL, and no half of a surrogate pair. */
export const storableText = v.pipe(
  v.string(),
  v.check(text => !text.includes('\0') && !/\p{Cs}/u.test(text), 'text'),
)

/** The requested language: for an unsupported one the server uses the site's default. */
export const askedLanguage = v.optional(v.pipe(v.string(), v.maxLength(20)))

/** An answer without a body. */
export const nothing = v.undefined()
