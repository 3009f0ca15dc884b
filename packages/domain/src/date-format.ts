import { civilOf, firstOfMonth, timeOf, weekdayOf } from './jst-date.ts'
import type { IsoDate, YearMonth } from './jst-date.ts'
import type { Language } from './language.ts'

// The names are written out instead of read from Intl: they are fixed, and must not change with the browser's
// language data.

const CHINESE_WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'] as const

const WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  ja: ['日', '月', '火', '水', '木', '金', '土'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  kr: ['일', '월', '화', '수', '목', '금', '토'],
  'zh-hans': CHINESE_WEEKDAYS,
  'zh-hant': CHINESE_WEEKDAYS,
  th: ['อา.', 'จ.', 'อ.', 'พ.', 'พฤ.', 'ศ.', 'ส.'],
}

const ENGLISH_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const THAI_MONTHS = [
  'มกราคม',
  'กุมภาพันธ์',
  'มีนาคม',
  'เมษายน',
  'พฤษภาคม',
  'มิถุนายน',
  'กรกฎาคม',
  'สิงหาคม',
  'กันยายน',
  'ตุลาคม',
  'พฤศจิกายน',
  'ธันวาคม',
] as const

const SHORT_THAI_MONTHS = [
  'ม.ค.',
  'ก.พ.',
  'มี.ค.',
  'เม.ย.',
  'พ.ค.',
  'มิ.ย.',
  'ก.ค.',
  'ส.ค.',
  'ก.ย.',
  'ต.ค.',
  'พ.ย.',
  'ธ.ค.',
] as const

/** Short names of the days of the week, Sunday first. */
export function weekdayNames(lang: Language): string[] {
  return [...WEEKDAYS[lang]]
}

/**
 * Names of the months, January first. Chinese counts them like Japanese; Thai has its own, and the years around them
 * stay Gregorian (decision 66).
 */
export function monthNames(lang: Language, length: 'long' | 'short'): string[] {
  switch (lang) {
    case 'ja':
    case 'zh-hans':
    case 'zh-hant':
      return numberedMonths('月')
    case 'kr':
      return numberedMonths('월')
    case 'th':
      return [...(length === 'long' ? THAI_MONTHS : SHORT_THAI_MONTHS)]
    case 'en':
      return ENGLISH_MONTHS.map(name => (length === 'long' ? name : name.slice(0, 3)))
  }
}

/** Writes a date by a format such as the text `common_date_format`: YYYY MM M DD D ddd MMM MMMM. */
export function formatDate(date: IsoDate, format: string, lang: Language): string {
  const { year, month, day } = civilOf(date)
  return format.replace(/YYYY|M{1,4}|DD?|ddd/g, token => {
    switch (token) {
      case 'YYYY':
        return String(year).padStart(4, '0')
      case 'MMMM':
        return monthNames(lang, 'long')[month - 1] ?? ''
      case 'MMM':
        return monthNames(lang, 'short')[month - 1] ?? ''
      case 'MM':
        return String(month).padStart(2, '0')
      case 'M':
        return String(month)
      case 'DD':
        return String(day).padStart(2, '0')
      case 'D':
        return String(day)
      default:
        return weekdayNames(lang)[weekdayOf(date)] ?? ''
    }
  })
}

/** Writes a month by a format such as the text `common_year_month_format`, which has no tokens of a day. */
export function formatYearMonth(month: YearMonth, format: string, lang: Language): string {
  return formatDate(firstOfMonth(month), format, lang)
}

/** `10:00 - 11:00` in English, `10:00 ~ 11:00` elsewhere, from two date-times as they are written. */
export function formatTimeRange(startIso: string, endIso: string, lang: Language): string {
  return `${timeOf(startIso)} ${lang === 'en' ? '-' : '~'} ${timeOf(endIso)}`
}

function numberedMonths(suffix: string): string[] {
  return ENGLISH_MONTHS.map((_, index) => `${index + 1}${suffix}`)
}
