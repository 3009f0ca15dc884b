const JAPAN_MS = 9 * 3_600_000

/** yyyyMMddHHmmss in Japan. */
export function writeTime(at: Date | string): string {
  return new Date(new Date(at).getTime() + JAPAN_MS).toISOString().slice(0, 19).replaceAll(/\D/g, '')
}

/** The instant of a yyyyMMddHHmmss in Japan; NaN milliseconds for anything else. */
export function readTime(digits: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits)
  if (parts === null) return Number.NaN
  const [, year, month, day, hours, minutes, seconds] = parts
  return Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}+09:00`)
}
