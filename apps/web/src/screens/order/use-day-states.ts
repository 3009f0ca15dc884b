import type { StockStatusRow } from '@kippu/contract/products'
import type { DayState } from '@kippu/domain/calendar/day-state'
import type { IsoDate } from '@kippu/domain/jst-date'
import { lowStockThresholdOf } from '@kippu/domain/stock/availability'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useSetting } from '../../page/first-view-context.ts'
import type { OrderDraft } from '../../session/pieces.ts'
import { loadReads, STOCK_FRESH, STOCK_KEY } from './stock-queries.ts'
import { useOwnOrder } from './use-own-order.ts'

/** The party and set products that a day must be able to hold. */
export interface CalendarNeeds {
  readonly draft: OrderDraft
  /** Tickets chosen so far. */
  readonly party: number
  /** First and last day of the month in view; null until the calendar has reported it. */
  readonly shown: { readonly from: IsoDate; readonly to: IsoDate } | null
}

/**
 * The states of days for exactly this party and these set products; undefined where the rows are enough. A day that is
 * not `few` holds any party up to the threshold of `few`, so without set products only the `few` days of the month in
 * view are read in full.
 */
export function useDayStates(
  rows: readonly StockStatusRow[],
  { draft, party, shown }: CalendarNeeds,
): Readonly<Record<IsoDate, DayState>> | undefined {
  const threshold = lowStockThresholdOf(useSetting('Low_Stock_Threshold'))
  const timeChangeSetProductStock = useSetting('Time_Change_Set_Product_Stock')
  const held = useOwnOrder()
  const { sets } = draft
  const asksSets = Object.values(sets).some(({ count }) => count > 0)
  const unsure = rows.filter(({ date, stock_status: status }) => {
    const isShown = shown !== null && shown.from <= date && date <= shown.to
    const isUnsure = asksSets || party > threshold ? status !== 'closed' : party > 1 && status === 'few'
    return isShown && isUnsure
  })
  const range = { from: unsure.at(0)?.date ?? '', to: unsure.at(-1)?.date ?? '' }
  const productUuid = draft.productUuid ?? ''
  const { data: judge } = useQuery({
    queryKey: [STOCK_KEY, 'days', productUuid, range, asksSets],
    queryFn: async () => (await loadReads()).readDays({ range, productUuid, asksSets }),
    enabled: unsure.length > 0,
    staleTime: STOCK_FRESH,
  })
  const isAsked = unsure.length > 0
  return useMemo(() => {
    const requiredSetProducts = Object.entries(sets)
      .filter(([, { count }]) => count > 0)
      .map(([uuid, { count }]) => ({ uuid, num: count }))
    const question = { totalTickets: party, requiredSetProducts, timeChangeSetProductStock, held }
    return isAsked ? judge?.(question) : undefined
  }, [judge, isAsked, party, sets, timeChangeSetProductStock, held])
}
