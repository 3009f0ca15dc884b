import { formatDate, formatTimeRange, formatYearMonth } from '@kippu/domain/date-format'
import type { IsoDate, YearMonth } from '@kippu/domain/jst-date'
import { formatCurrency } from '@kippu/domain/money'
import { useCallback } from 'react'
import type { ReactElement } from 'react'

import { useLanguage, useTemplate } from './texts.tsx'

/** `const price = usePrice()`, then `price(1800)` → `1,800円`: whole yen in the words of the language. */
export function usePrice(): (yen: number) => string {
  const template = useTemplate('common_price_with_unit')
  return useCallback(yen => formatCurrency(yen, { template }), [template])
}

/** A price as text; `<data>` keeps the number beside it. */
export function Price({ yen }: { readonly yen: number }): ReactElement {
  return <data value={yen}>{usePrice()(yen)}</data>
}

interface Dates {
  /** `2026年12月1日（火）`: accepts a day or a date-time in +09:00. */
  readonly date: (iso: IsoDate) => string
  readonly yearMonth: (month: YearMonth) => string
  /** `10:00 ~ 10:30` from two date-times in +09:00. */
  readonly timeRange: (from: string, to: string) => string
}

/** Dates in the words of the language: formats are texts of the site. */
export function useDates(): Dates {
  const lang = useLanguage()
  const day = useTemplate('common_date_format')
  const month = useTemplate('common_year_month_format')
  return {
    date: iso => formatDate(iso.slice(0, 10), day, lang),
    yearMonth: yearMonth => formatYearMonth(yearMonth, month, lang),
    timeRange: (from, to) => formatTimeRange(from, to, lang),
  }
}
