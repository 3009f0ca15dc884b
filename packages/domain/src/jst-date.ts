/** A calendar day `yyyy-MM-dd` in Japan. Dates compare as text. */
export type IsoDate = string

export interface YearMonth {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
}

export interface CivilDate extends YearMonth {
  readonly day: number
}

export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/
const JST_PATTERN = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3})\d*)?\+09:00$/
const MS_PER_SECOND = 1_000
const SECONDS_PER_DAY = 86_400
const JST_OFFSET_SECONDS = 9 * 3_600

/** True for a day that exists, written `yyyy-MM-dd`: 2026-02-30 is not one. */
export function isIsoDate(x: unknown): x is IsoDate {
  return typeof x === 'string' && parseDate(x) !== null
}

/** Year, month and day of a date. A text that is not a date is a programming error and throws. */
export function civilOf(date: IsoDate): CivilDate {
  const civil = parseDate(date)
  if (civil === null) throw new RangeError(`not a date: ${date}`)
  return civil
}

/** The date of a year, month (1–12) and day that exist. */
export function isoDateOf({ year, month, day }: CivilDate): IsoDate {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** The day in Japan at an instant: 15:00Z already belongs to the next day. */
export function jstDateOf(epochMs: number): IsoDate {
  return dateOfDayNumber(Math.floor(jstSeconds(epochMs) / SECONDS_PER_DAY))
}

/** An instant as `2026-12-01T09:05:00+09:00`; parts of a second are dropped. */
export function jstIso(epochMs: number): string {
  const seconds = jstSeconds(epochMs)
  const dayNumber = Math.floor(seconds / SECONDS_PER_DAY)
  const ofDay = seconds - dayNumber * SECONDS_PER_DAY
  const hours = pad(Math.floor(ofDay / 3_600), 2)
  const minutes = pad(Math.floor(ofDay / 60) % 60, 2)
  return `${dateOfDayNumber(dayNumber)}T${hours}:${minutes}:${pad(ofDay % 60, 2)}+09:00`
}

/** Milliseconds since 1970 of a date-time in +09:00. Any other form or offset throws. */
export function epochMsOf(jstIsoString: string): number {
  const match = JST_PATTERN.exec(jstIsoString)
  if (match === null) throw new RangeError(`not a date-time in +09:00: ${jstIsoString}`)
  const [, date = '', hours, minutes, seconds, fraction = ''] = match
  const ofDay = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  const epochSeconds = dayNumberOf(date) * SECONDS_PER_DAY + ofDay - JST_OFFSET_SECONDS
  return epochSeconds * MS_PER_SECOND + Number(fraction.padEnd(3, '0'))
}

/** Milliseconds since 1970 at which a date begins in Japan. */
export function midnightOf(date: IsoDate): number {
  return epochMsOf(`${date}T00:00:00+09:00`)
}

/** `HH:mm` as written after the T, without conversion, whatever the browser's zone; no T gives ''. */
export function timeOf(isoDateTime: string): string {
  return /T(\d{2}:\d{2})/.exec(isoDateTime)?.[1] ?? ''
}

/** The date `n` days later, or earlier when `n` is negative. */
export function addDays(date: IsoDate, n: number): IsoDate {
  return dateOfDayNumber(dayNumberOf(date) + n)
}

/** Day of the week, 0 Sunday to 6 Saturday. */
export function weekdayOf(date: IsoDate): Weekday {
  return weekdayOfDayNumber(dayNumberOf(date))
}

/** 28 to 31; `month` is 1–12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Every date from `from` to `to`, both included; empty when `from` is later. */
export function datesBetween(from: IsoDate, to: IsoDate): IsoDate[] {
  const first = dayNumberOf(from)
  const length = Math.max(0, dayNumberOf(to) - first + 1)
  return Array.from({ length }, (_, i) => dateOfDayNumber(first + i))
}

/** Every month touched by the days from `from` to `to`, both included; empty when `from` is in a later month. */
export function monthsBetween(from: IsoDate, to: IsoDate): YearMonth[] {
  const start = civilOf(from)
  const end = civilOf(to)
  const length = Math.max(0, (end.year - start.year) * 12 + end.month - start.month + 1)
  return Array.from({ length }, (_, i) => addMonths(start, i))
}

/** The month `n` months later, or earlier when `n` is negative. */
export function addMonths({ year, month }: YearMonth, n: number): YearMonth {
  const index = year * 12 + month - 1 + n
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 }
}

export function firstOfMonth({ year, month }: YearMonth): IsoDate {
  return isoDateOf({ year, month, day: 1 })
}

export function lastOfMonth({ year, month }: YearMonth): IsoDate {
  return isoDateOf({ year, month, day: daysInMonth(year, month) })
}

function parseDate(text: string): CivilDate | null {
  const match = DATE_PATTERN.exec(text)
  if (match === null) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return exists ? { year, month, day } : null
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function jstSeconds(epochMs: number): number {
  return Math.floor(epochMs / MS_PER_SECOND) + JST_OFFSET_SECONDS
}

// The two functions below count days from 1970-01-01 in the Gregorian calendar. They let a year begin in March, so that
// the leap day is the last of its year, and work in eras of 400 years (146,097 days), after which the calendar repeats.

const DAYS_PER_ERA = 146_097
/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH_SHIFT = 719_468

function dayNumberOf(date: IsoDate): number {
  const { year, month, day } = civilOf(date)
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT
}

function dateOfDayNumber(dayNumber: number): IsoDate {
  const shifted = dayNumber + EPOCH_SHIFT
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = ((marchMonth + 2) % 12) + 1
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return isoDateOf({ year, month, day })
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const

function weekdayOfDayNumber(dayNumber: number): Weekday {
  // 1970-01-01 was a Thursday (4).
  const index = (((dayNumber + 4) % 7) + 7) % 7
  return WEEKDAYS[index] ?? 0
}

function pad(n: number, width: number): string {
  return String(n).padStart(width, '0')
}
