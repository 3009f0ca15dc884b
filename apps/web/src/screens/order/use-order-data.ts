import type { OrderFirstView } from '@kippu/contract/first-view'
import type { Product, StockStatusRow } from '@kippu/contract/products'
import type { DayState } from '@kippu/domain/calendar/day-state'
import { buildMonths, daysFromStatuses } from '@kippu/domain/calendar/month'
import type { CalendarMonth } from '@kippu/domain/calendar/month'
import { addDays } from '@kippu/domain/jst-date'
import type { IsoDate } from '@kippu/domain/jst-date'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useFirstView, useSite } from '../../page/first-view-context.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { useSession } from '../../session/session.ts'
import { useReleaseWords } from './use-calendar-words.ts'
import { loadReads, STOCK_FRESH, STOCK_KEY } from './stock-queries.ts'
import { useDayStates } from './use-day-states.ts'
import type { CalendarNeeds } from './use-day-states.ts'

/** Products and colours change rarely; in ms. */
const CATALOGUE_FRESH = 300_000
/** The longest range that one stock call answers, first and last day included. */
const DAYS_READ = 100

/**
 * The data that the server wrote for the order page. Null on a document of the other entry, where no order page is
 * shown.
 */
function useOrderView(): OrderFirstView | null {
  const view = useFirstView()
  return view.kind === 'order' ? view : null
}

/**
 * Data that came with the document, as the first answer of a query. It never counts as fresher than now: a browser
 * whose clock is behind would otherwise keep it for hours.
 */
function written<Data>(
  view: OrderFirstView | null,
  data: Data | undefined,
): { initialData?: Data; initialDataUpdatedAt?: number } {
  if (view === null || data === undefined) return {}
  return { initialData: data, initialDataUpdatedAt: Math.min(view.writtenAt, Date.now()) }
}

interface ProductsQuery {
  readonly products: readonly Product[]
  /** Whether the products are still being read. */
  readonly isLoading: boolean
}

/** Products to choose from, in the visitor's language. Where the address must name one, the list has only that one. */
export function useProducts(): ProductsQuery {
  const view = useOrderView()
  const { requiresProduct } = useSite()
  const asked = useSession(session => session.productInQuery)
  const lang = useLanguage()
  const { data, isLoading } = useQuery({
    queryKey: ['products', lang],
    queryFn: async () => (await loadReads()).readProducts(lang),
    ...written(view, view?.lang === lang ? [...view.products] : undefined),
    staleTime: CATALOGUE_FRESH,
  })
  const products = useMemo(() => {
    const main = data?.filter(({ product_type: type }) => type === 'main') ?? []
    return requiresProduct ? main.filter(({ uuid }) => uuid === asked) : main
  }, [data, requiresProduct, asked])
  return { products, isLoading }
}

/**
 * uuid of the product the page opens with: the one that the address must name, none where the visitor chooses the day
 * first.
 */
export function useFirstProduct(): string | null {
  const { site } = useFirstView()
  const first = useOrderView()?.productUuid ?? null
  const asked = useSession(session => session.productInQuery)
  if (site.requiresProduct) return asked
  return site.orderLayout === 'date_first' ? null : first
}

/**
 * The months of a product, or of the whole site where the visitor chooses the day first; empty while they are being
 * read. Once a party or set products are chosen, the days that cannot hold them are sold out.
 */
export function useMonths(daysFor: CalendarNeeds): readonly CalendarMonth[] {
  const { today, site } = useFirstView()
  const t = useText()
  const when = useReleaseWords()
  const release = when === null ? '' : ` ${t('calendar_next_release', { when })}`
  const disableMessage = t('calendar_disable_message') + release
  const isDateFirst = site.orderLayout === 'date_first'
  const rows = useStatuses(isDateFirst ? null : daysFor.draft.productUuid)
  const colors = useColors()
  const states = useDayStates(isDateFirst ? [] : (rows ?? []), daysFor)
  return useMemo(() => {
    if (rows === undefined) return []
    const open = rows.filter(row => row.stock_status !== 'closed')
    return buildMonths({
      today,
      firstVisitDate: open.at(0)?.date,
      lastBookableDate: open.at(-1)?.date,
      days: withStates(rows, states),
      colors,
      weekOffset: site.weekOffset,
      disableMessage,
    })
  }, [rows, states, colors, today, site.weekOffset, disableMessage])
}

/** The days of the rows, in the states for this visitor where those are known. */
function withStates(
  rows: readonly StockStatusRow[],
  states: Readonly<Record<IsoDate, DayState>> | undefined,
): ReturnType<typeof daysFromStatuses> {
  const days = daysFromStatuses(rows)
  if (states === undefined) return days
  return new Map([...days].map(([date, info]) => [date, { ...info, state: states[date] ?? info.state }]))
}

/**
 * States and prices of the days of a product, or for null those of the whole site where the visitor chooses the day
 * first; undefined while they are being read.
 */
export function useStatuses(productUuid: string | null): readonly StockStatusRow[] | undefined {
  const view = useOrderView()
  const { site } = useFirstView()
  const range = useRange()
  const { data } = useQuery({
    queryKey: [STOCK_KEY, 'statuses', range, productUuid],
    queryFn: async () => (await loadReads()).readStatuses(range, productUuid),
    ...written(view, view?.productUuid === productUuid ? [...(view?.stock ?? [])] : undefined),
    enabled: productUuid !== null || site.orderLayout === 'date_first',
    staleTime: STOCK_FRESH,
  })
  return data
}

function useColors(): ReadonlyMap<IsoDate, string> {
  const view = useOrderView()
  const range = useRange()
  const { data } = useQuery({
    queryKey: ['colors', range],
    queryFn: async () => (await loadReads()).readColors(range),
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
