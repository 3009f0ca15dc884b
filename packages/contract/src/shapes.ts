import { addDays, isIsoDate } from '@kippu/domain/jst-date'
import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

/** Shapes that several calls share. Requests are strict (an unknown field is refused); answers are open. */

/** No date of the product is earlier, and databases and calendars have no year 0. */
const FIRST_DATE = '1900-01-01'

/** A day that exists. */
export const isoDate = v.pipe(
  v.string(),
  v.maxLength(10),
  v.check(text => isIsoDate(text) && text >= FIRST_DATE, 'date'),
  v.metadata({ format: 'date' }),
  v.description('A day in Japan, `yyyy-MM-dd`.'),
  v.examples(['2026-12-01']),
  v.title('Day'),
)

/** Maximum number of days in one call. */
export const MOST_DAYS = 100

/** Both ends are included, `from` is not after `to`, and there are at most {@link MOST_DAYS} days. */
export function isDayRange({ from, to }: { readonly from: string; readonly to: string }): boolean {
  // A text that is not a date has broken its own rule already.
  if (!isIsoDate(from) || !isIsoDate(to)) return true
  return from <= to && to <= addDays(from, MOST_DAYS - 1)
}

export const jstDateTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/, 'date_time'),
  v.metadata({ format: 'date-time' }),
  v.description('A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`.'),
  v.examples(['2026-12-01T10:00:00+09:00']),
  v.title('Moment'),
)

/** A {@link jstDateTime} of a request: a moment that exists. */
export const jstMoment = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\+09:00$/, 'date_time'),
  v.check(text => v.is(isoDate, text.split('T')[0]), 'date_time'),
  v.metadata({ format: 'date-time' }),
  v.description('A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`; it exists.'),
  v.examples(['2026-12-01T10:00:00+09:00']),
  v.title('ReportedMoment'),
)

export const yen = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.description('Whole yen (JPY), with tax, zero or more.'),
  v.examples([2400]),
  v.title('Yen'),
)

/** An option can make a ticket cheaper. */
export const yenDifference = v.pipe(
  v.number(),
  v.safeInteger(),
  v.description('Whole yen (JPY), with tax; may be negative.'),
  v.examples([-500]),
  v.title('YenDifference'),
)

/** A row number of the database. */
export const rowId = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.maxValue(2_147_483_647),
  v.description('A number of the store, valid at this site.'),
  v.examples([42]),
  v.title('RowId'),
)

/** In whatever case it was written, it is the same; databases write small letters. */
export const uuid = v.pipe(
  v.string(),
  v.uuid(),
  v.toLowerCase(),
  v.description('A UUID; capital letters are read like small ones.'),
  v.title('Uuid'),
)

export const language = v.pipe(v.picklist(LANGUAGES), v.title('Language'))

/** Free text that a database can keep: no NUL, and no half of a surrogate pair. */
export const storableText = v.pipe(
  v.string(),
  v.check(text => !text.includes('\0') && !/\p{Cs}/u.test(text), 'text'),
)

export const askedLanguage = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(20),
    v.description(
      'The language of the names and texts of the answer; for one that the site does not have, its default.',
    ),
  ),
)

/** An answer without a body. */
export const nothing = v.undefined()
