import type { Calendar } from '@kippu/contract/console/calendar'

import { dayText } from '../formats'
import type { Lang } from '../words'
import { daysOf, type SeenTime } from './chosen'

/** Products that a sentence names; of more it says how many others there are. */
const MOST_NAMED = 3

/** The days and the products of times, in words. */
export function placesText(lang: Lang, times: readonly SeenTime[], products: Calendar['products']): string {
  const names = [...new Set(times.map(({ product }) => products[product]))].flatMap(product =>
    product === undefined ? [] : [lang === 'ja' ? product.name_ja : product.name_en],
  )
  const more = names.length - MOST_NAMED
  const others = more <= 0 ? [] : [lang === 'ja' ? `ほか${more}件` : `${more} more`]
  const named = [...names.slice(0, MOST_NAMED), ...others].join(lang === 'ja' ? '、' : ', ')
  const days = daysText(lang, daysOf(times, products))
  return lang === 'ja' ? `${days}（${named}）` : `${days} (${named})`
}

/** The days that times lie on, in words. */
export function daysText(lang: Lang, { from, to }: { readonly from: string; readonly to: string }): string {
  if (from === to) return dayText(lang, from)
  return lang === 'ja'
    ? `${dayText(lang, from)}から${dayText(lang, to)}まで`
    : `${dayText(lang, from)} to ${dayText(lang, to)}`
}
