import type { Product } from '@kippu/contract/products'
import { timeOf } from '@kippu/domain/jst-date'
import { visitKindOf } from '@kippu/domain/visit-time'
import { useMemo } from 'react'

import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { useFirstView } from '../../page/first-view-context.ts'
import type { ExceptionWords } from '../../parts/choosing/calendar/month-grid.tsx'
import { knownPricesOf } from '../../parts/choosing/choice/ticket-kinds.ts'
import { useDayWords } from '../../parts/choosing/choice/use-day-words.ts'

interface CalendarWords {
  readonly note?: string
  readonly exceptions: ReadonlyMap<string, ExceptionWords>
}

/**
 * The calendar's words about its prices: whose price they are, and on which days a pass alone is left, whose price is
 * far from the usual one.
 *
 * @param products the one whose calendar it is, or all of the site.
 */
export function useCalendarWords(products: readonly Product[]): CalendarWords {
  const t = useText()
  const kind = kindOf(products)
  const isOfMany = products.length > 1
  const exceptions = useExceptions(products)
  if (kind === null) return { exceptions }
  return {
    exceptions,
    note: t(isOfMany ? 'calendar_kind_lowest_price_note' : 'calendar_kind_price_note', { kind }),
  }
}

/** The same as long as the products are, so that a month whose days are unchanged is not rendered again. */
function useExceptions(products: readonly Product[]): ReadonlyMap<string, ExceptionWords> {
  const t = useText()
  const price = usePrice()
  return useMemo(
    () =>
      new Map(
        passesBesideVisits(products).map(({ uuid, name }) => [
          uuid,
          {
            short: t('calendar_pass_only'),
            whole: (yen: number) => t('calendar_pass_only_price', { name, price: price(yen) }),
            note: t('calendar_pass_only_note', { name }),
          },
        ]),
      ),
    [products, t, price],
  )
}

/** The passes, where there is something else to buy. */
function passesBesideVisits(products: readonly Product[]): readonly Product[] {
  return products.every(isPass) ? [] : products.filter(isPass)
}

/** A pass is valid for many days, so its price is that of many visits. */
export function isPass({ sale_type: type }: Pick<Product, 'sale_type'>): boolean {
  switch (visitKindOf(type)) {
    case 'period':
      return true
    case 'day':
    case 'slot':
      return false
  }
}

/**
 * The kind of ticket whose price is the price of a day: the first, where it costs nothing extra; null where products
 * differ in it.
 */
export function kindOf(products: readonly Product[]): string | null {
  const kinds = products.map(product => {
    const [first] = knownPricesOf(product)
    return first?.price === product.base_price ? first.name : null
  })
  const [first = null] = kinds
  return kinds.every(kind => kind === first) ? first : null
}

/** When tickets are released next, in words: `12月1日（火） 12:00`; null where nobody has said so. */
export function useReleaseWords(): string | null {
  const dayWords = useDayWords()
  const view = useFirstView()
  const at = view.kind === 'order' ? view.nextRelease : null
  return at === null ? null : `${dayWords(at.slice(0, 10))} ${timeOf(at)}`
}
