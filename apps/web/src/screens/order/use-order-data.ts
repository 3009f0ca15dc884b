import type { OrderFirstView } from '@kippu/contract/first-view'
import { getProducts, getStocks, getStocksStatuses } from '@kippu/contract/products'
import type { DayStock, Product, StockStatusRow } from '@kippu/contract/products'
import { getCalendarColors } from '@kippu/contract/site-content'
import { buildMonths, daysFromStatuses } from '@kippu/domain/calendar/month'
import type { CalendarMonth } from '@kippu/domain/calendar/month'
import { addDays } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { queryOf } from '../../api/query-of.ts'
import { useFirstView } from '../../app/first-view-context.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'

/** Stock older than this is read again, in ms; the order itself is the truth (design §7). */
const STOCK_FRESH = 10_000
/** Products and colours change rarely, in ms. */
const CATALOGUE_FRESH = 300_000
/** The longest range that one stock call answers, first and last day included. */
const DAYS_READ = 100

/** What the server wrote for the order page. Null on a document of the other entry, where no order page is shown. */
function useOrderView(): OrderFirstView | null {
  const view = useFirstView()
  return view.kind === 'order' ? view : null
}

/**
 * Data that came with the document, as a query's first answer. A browser whose clock is behind must not take it for
 * fresh for hours, so it is never younger than now.
 */
function written<Data>(
  view: OrderFirstView | null,
  data: Data | undefined,
): { initialData?: Data; initialDataUpdatedAt?: number } {
  if (view === null || data === undefined) return {}
  return { initialData: data, initialDataUpdatedAt: Math.min(view.writtenAt, Date.now()) }
}

/** Products to choose from, in the visitor's language. */
export function useProducts(): readonly Product[] {
  const view = useOrderView()
  const lang = useLanguage()
  const { data } = useQuery({
    ...queryOf(getProducts, { query: { lang } }),
    ...written(view, view?.lang === lang ? [...view.products] : undefined),
    staleTime: CATALOGUE_FRESH,
  })
  return data?.filter(({ product_type: type }) => type === 'main') ?? []
}

/** uuid of the product the page opens with. */
export function useFirstProduct(): string | null {
  return useOrderView()?.productUuid ?? null
}

/** The months of a product; empty while they are being read. */
export function useMonths(productUuid: string | null): readonly CalendarMonth[] {
  const { today, site } = useFirstView()
  const t = useText()
  const disableMessage = t('calendar_disable_message')
  const rows = useStatuses(productUuid)
  const colors = useColors()
  return useMemo(() => {
    if (rows === undefined) return []
    const open = rows.filter(row => row.stock_status !== 'closed')
    return buildMonths({
      today,
      firstVisitDate: open.at(0)?.date,
      lastBookableDate: open.at(-1)?.date,
      days: daysFromStatuses(rows),
      colors,
      weekOffset: site.weekOffset,
      disableMessage,
    })
  }, [rows, colors, today, site.weekOffset, disableMessage])
}

function useStatuses(productUuid: string | null): readonly StockStatusRow[] | undefined {
  const view = useOrderView()
  const range = useRange()
  const { data } = useQuery({
    ...queryOf(getStocksStatuses, { query: { ...range, product_uuid: productUuid ?? '' } }),
    ...written(view, view?.productUuid === productUuid ? [...(view?.stock ?? [])] : undefined),
    enabled: productUuid !== null,
    staleTime: STOCK_FRESH,
  })
  return data
}

function useColors(): ReadonlyMap<IsoDate, string> {
  const view = useOrderView()
  const range = useRange()
  const { data } = useQuery({
    ...queryOf(getCalendarColors, { query: range }),
    ...written(view, [...(view?.colors ?? [])]),
    enabled: view?.site.calendarColors === true,
    staleTime: CATALOGUE_FRESH,
  })
  return useMemo(() => new Map(data?.map(row => [row.date, row.color_code])), [data])
}

function useRange(): { from: IsoDate; to: IsoDate } {
  const { today } = useFirstView()
  return { from: today, to: addDays(today, DAYS_READ - 1) }
}

/** Stock and price of one day: undefined while no day is chosen or its stock is being read. */
export function useDayStock(productUuid: string | null, date: IsoDate | null): DayQuery {
  const { data, isLoading } = useQuery({
    // Names come from the products in the visitor's language; stock is always asked for in Japanese (D-47, R-9.21).
    ...queryOf(getStocks, { query: { date: date ?? '', product_id: productUuid ?? '', lang: 'ja' } }),
    enabled: productUuid !== null && date !== null,
    staleTime: STOCK_FRESH,
  })
  return { day: data, isLoading }
}

export interface DayQuery {
  readonly day: Omit<DayStock, 'date'> | undefined
  readonly isLoading: boolean
}
