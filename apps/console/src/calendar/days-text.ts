import { dayText } from '../formats'
import type { Lang } from '../words'

/** The days that times lie on, in words. */
export function daysText(lang: Lang, { from, to }: { readonly from: string; readonly to: string }): string {
  if (from === to) return dayText(lang, from)
  return lang === 'ja'
    ? `${dayText(lang, from)}から${dayText(lang, to)}まで`
    : `${dayText(lang, from)} to ${dayText(lang, to)}`
}
