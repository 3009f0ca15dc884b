import type { Lang } from './words'

const LOCALES: Readonly<Record<Lang, string>> = { ja: 'ja-JP', en: 'en-GB' }
const ZONE = { timeZone: 'Asia/Tokyo' } as const

/** `11月29日(日) 10:00` */
export function momentText(lang: Lang, iso: string): string {
  return new Intl.DateTimeFormat(LOCALES[lang], {
    ...ZONE,
    month: 'short',
    day: 'numeric',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso))
}

/** With the year, to the second. */
export function exactText(lang: Lang, iso: string): string {
  return new Intl.DateTimeFormat(LOCALES[lang], { ...ZONE, dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(iso),
  )
}

export function timeText(lang: Lang, iso: string): string {
  return new Intl.DateTimeFormat(LOCALES[lang], { ...ZONE, hour: '2-digit', minute: '2-digit' }).format(
    new Date(iso),
  )
}

export function dayText(lang: Lang, day: string): string {
  return new Intl.DateTimeFormat(LOCALES[lang], { ...ZONE, dateStyle: 'medium' }).format(
    new Date(`${day}T00:00:00+09:00`),
  )
}

/** `2026年11月29日(日)` */
export function wholeDayText(lang: Lang, day: string): string {
  return new Intl.DateTimeFormat(LOCALES[lang], {
    ...ZONE,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    weekday: 'short',
  }).format(new Date(`${day}T00:00:00+09:00`))
}

/** Today in Japan, `yyyy-MM-dd`. */
export function todayInJapan(): string {
  return new Intl.DateTimeFormat('sv-SE', ZONE).format(new Date())
}

/** Made once: a calendar has thousands of prices. */
const NUMBERS = { ja: new Intl.NumberFormat(LOCALES.ja), en: new Intl.NumberFormat(LOCALES.en) }

export function yenText(lang: Lang, yen: number): string {
  const figures = NUMBERS[lang].format(Math.abs(yen))
  const sign = yen < 0 ? '−' : ''
  return lang === 'ja' ? `${sign}${figures}円` : `${sign}¥${figures}`
}

/** `3時間前`: the largest unit that is not zero. @param seconds since then. */
export function ageText(lang: Lang, seconds: number): string {
  const relative = new Intl.RelativeTimeFormat(LOCALES[lang])
  if (seconds >= 86_400) return relative.format(-Math.floor(seconds / 86_400), 'day')
  if (seconds >= 3_600) return relative.format(-Math.floor(seconds / 3_600), 'hour')
  return relative.format(-Math.floor(seconds / 60), 'minute')
}

/** `11月` with its year. @param month `yyyy-MM`. */
export function monthText(lang: Lang, month: string): string {
  return new Intl.DateTimeFormat(LOCALES[lang], { ...ZONE, year: 'numeric', month: 'long' }).format(
    new Date(`${month}-01T00:00:00+09:00`),
  )
}

/** `29日(日)`: within a month that is named elsewhere. */
export function dayInMonthText(lang: Lang, day: string): string {
  return new Intl.DateTimeFormat(LOCALES[lang], { ...ZONE, day: 'numeric', weekday: 'short' }).format(
    new Date(`${day}T00:00:00+09:00`),
  )
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

export function weekdayText(lang: Lang, weekday: number): string {
  // The first of a month that began on a Sunday.
  return new Intl.DateTimeFormat(LOCALES[lang], { timeZone: 'UTC', weekday: 'short' }).format(
    new Date(Date.UTC(2026, 1, 1 + weekday)),
  )
}
