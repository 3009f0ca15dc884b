import { addDays, type IsoDate, isIsoDate, weekdayOf } from '@kippu/domain/jst-date'
import { type RawBuilder, sql } from 'kysely'

/** Days of Excel begin on the last of 1899, because it takes 1900 for a leap year. */
const EXCEL_EPOCH = '1899-12-30'
const FIRST_SERIAL = 20_000
const LAST_SERIAL = 80_000
const MINUTES = 1_440

/**
 * A date as people and programs write it, or as a spreadsheet counts it: `2026-12-01`, `2026/12/1`, `20261201`,
 * `2026年12月1日(火)`, `令和8年12月1日`, `2026-12-01 0:00:00`, 46357. Another day of the week than the date's is a fault.
 */
export function readDate(text: string): IsoDate | undefined {
  const bare = text.replace(MIDNIGHT, '')
  const named = WEEKDAY.exec(bare)
  const date = dateOf(named === null ? bare : bare.slice(0, named.index).trim())
  if (date === undefined || named === null) return date
  const [, inBrackets, alone, english = ''] = named
  const japanese = inBrackets ?? alone
  const day =
    japanese === undefined ? ENGLISH_DAYS.indexOf(english.toLowerCase()) : JAPANESE_DAYS.indexOf(japanese)
  return day === weekdayOf(date) ? date : undefined
}

const MIDNIGHT = /[T\s]\s*0{1,2}:00(?::00(?:\.0+)?)?(?:Z|\+09:00)?$/u
const JAPANESE_DAYS = '日月火水木金土'
const ENGLISH_DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
/** `(火)`, `（火・祝）`, `火曜日`, `Tue`: without brackets `日` alone is the end of a date. */
const WEEKDAY =
  /[\s,]*(?:[([]\s*([日月火水木金土])(?:曜日?)?(?:[・,\s]*祝日?)?\s*[)\]]|([日月火水木金土])曜日?|[([]?(sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day)?\.?[)\]]?)$/iu
/** The year before the first one of Reiwa. */
const BEFORE_REIWA = 2018
const [FIRST_YEAR, LAST_YEAR] = [1954, 2119]

function dateOf(text: string): IsoDate | undefined {
  const digits = /^(\d{4})(\d{2})(\d{2})$/u.exec(text)
  const written = digits ?? /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/u.exec(text)
  if (written !== null) return dateOfParts(Number(written[1]), written[2], written[3])
  const era = /^(?:令和|R)\s*(\d{1,2}|元)\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/iu.exec(text)
  if (era !== null) return dateOfParts(BEFORE_REIWA + (era[1] === '元' ? 1 : Number(era[1])), era[2], era[3])
  const serial = Number(text)
  if (!isSerial(text) || serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined
  return addDays(EXCEL_EPOCH, Math.floor(serial))
}

/** In calendars of other countries it is another year: 2569 in Thailand. */
function dateOfParts(year: number, month = '', day = ''): IsoDate | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return year >= FIRST_YEAR && year <= LAST_YEAR && isIsoDate(date) ? date : undefined
}

/** A day as a spreadsheet counts it. */
export function isSerial(text: string): boolean {
  return /^\d{5}(?:\.\d+)?$/.test(text)
}

/** Minutes after midnight, more than a day's where the time is on the next one: `9:30`, `9時30分`, `9:30 PM`, `25:00`, 0.395833. */
export function readTime(text: string): number | undefined {
  const written = /^(\d{1,2})\s*[:時]\s*(?:(\d{2})\s*分?)?(?::00)?$/u.exec(ofWholeDay(text))
  if (written !== null) {
    const [hours, minutes] = [Number(written[1]), Number(written[2] ?? '0')]
    return minutes > 59 || hours > 47 ? undefined : hours * 60 + minutes
  }
  const fraction = Number(text)
  if (!/^(?:0?\.\d+|0|1)$/.test(text)) return undefined
  return Math.round(fraction * MINUTES)
}

const HALF_OF_DAY =
  /(?:(am|pm|午前|午後) ?)?\b(\d{1,2})(?:([:時])(\d{2}分?(?::\d{2})?)?)? ?(am|pm|[ap]\.m\.)?$/iu
const NOON = 12

/** A time at the end that says its half of the day, as one of 24 hours: `午後3:00`, `3:00 p.m.` and `3 PM` are `15:00`. */
function ofWholeDay(text: string): string {
  const [written, before, hours, , minutes = '00', behind] = HALF_OF_DAY.exec(text) ?? []
  const half = before ?? behind
  if (written === undefined || half === undefined || Number(hours) > NOON) return text
  if (before !== undefined && behind !== undefined) return text
  const hour = (Number(hours) % NOON) + (/^(?:p|午後)/iu.test(half) ? NOON : 0)
  return `${text.slice(0, -written.length)}${hour}:${minutes.replace('分', '')}`
}

/** A moment as `2026-12-01 10:00`, with seconds where it has some; a time alone is on `day`. */
export function readMoment(text: string, day: IsoDate | undefined): string | undefined {
  const minutes = readTime(text)
  if (minutes !== undefined) return day === undefined ? undefined : momentOf(day, minutes)
  const whole = /^(.+?)[T\s]+(\d{1,2}:\d{2})(:\d{2})?(?:\.0+)?(?:\+09:00)?$/u.exec(ofWholeDay(text))
  if (whole === null) return momentOfSerial(text) ?? midnightOf(text)
  const [date, time] = [readDate(whole[1] ?? ''), readTime(whole[2] ?? '')]
  if (date === undefined || time === undefined || time >= MINUTES) return undefined
  const seconds = whole[3] ?? ':00'
  if (Number(seconds.slice(1)) > 59) return undefined
  return `${momentOf(date, time)}${seconds === ':00' ? '' : seconds}`
}

function midnightOf(text: string): string | undefined {
  const date = readDate(text)
  return date === undefined ? undefined : `${date} 00:00`
}

function momentOfSerial(text: string): string | undefined {
  const date = readDate(text)
  if (date === undefined || !/^\d{5}\.\d+$/.test(text)) return undefined
  return momentOf(date, Math.round((Number(text) % 1) * MINUTES))
}

export function momentOf(date: IsoDate, minutes: number): string {
  const day = minutes >= MINUTES ? addDays(date, Math.floor(minutes / MINUTES)) : date
  return `${day} ${timeText(minutes % MINUTES)}`
}

export function timeText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** As the database reads it. */
export function isoOf(moment: string): string {
  const [date = '', time = ''] = moment.split(' ')
  return `${date}T${time.length === 5 ? `${time}:00` : time}+09:00`
}

/** A column of the database as a moment in Japan. */
export function momentColumn(column: string): RawBuilder<string> {
  const moment = sql.ref(column)
  return sql`to_char(${moment} at time zone 'Asia/Tokyo',
    case when extract(second from ${moment}) < 1 then 'YYYY-MM-DD HH24:MI' else 'YYYY-MM-DD HH24:MI:SS' end)`
}
