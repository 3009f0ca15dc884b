import { addDays, epochMsOf } from '../jst-date.ts'
import type { IsoDate } from '../jst-date.ts'
import type { BookingType } from '../states/ticket.ts'
import { lastDayBefore, visitKindOf } from '../visit-time.ts'

/** Up to this number of units a day is few, when the site sets nothing. */
export const DEFAULT_LOW_STOCK_THRESHOLD = 10

export type StockStatus = 'normal' | 'few' | 'sold_out'

export type ProductStockStatus = 'normal' | 'is_few' | 'sold_out' | 'closed'

/** The status of a day by the units of its largest time span: with a threshold of 10, 10 are few and 11 normal. */
export function stockStatusOf(largestCount: number, threshold: number): StockStatus {
  if (largestCount <= 0) return 'sold_out'
  return largestCount <= threshold ? 'few' : 'normal'
}

/** The same status in the words of GET products/stocks; null means no row or a closed day. */
export function productStockStatusOf(largestCount: number | null, threshold: number): ProductStockStatus {
  if (largestCount === null) return 'closed'
  const status = stockStatusOf(largestCount, threshold)
  return status === 'few' ? 'is_few' : status
}

/** The setting `Low_Stock_Threshold`; anything except a whole number from 0 up means the default. */
export function lowStockThresholdOf(setting: string | undefined): number {
  const threshold = Number(setting)
  const isSet = setting !== undefined && setting.trim() !== ''
  return isSet && Number.isInteger(threshold) && threshold >= 0 ? threshold : DEFAULT_LOW_STOCK_THRESHOLD
}

/** The data that decides when the sale of a time span ends. */
export interface SaleTerms {
  readonly saleType: BookingType
  /** Date-times in +09:00; null where the product has no time of day. */
  readonly startsAt: string | null
  readonly endsAt: string | null
  /** The day of visit; for a period without `endsAt`, its last day. */
  readonly visitDate: IsoDate
  /** How long after its start a timed span is still sold. */
  readonly graceMinutes: number
}

export interface SaleWindow extends SaleTerms {
  readonly nowMs: number
}

/** Whether a time span is still on sale. */
export function isTimeSpanOnSale(span: SaleWindow): boolean {
  return span.nowMs < saleEndOf(span)
}

/**
 * The first moment, in ms since 1970, at which a time span is no longer sold: a timed one is sold until its start and
 * the grace, one of a date or a period through its last day in Japan.
 */
export function saleEndOf({ saleType, startsAt, endsAt, visitDate, graceMinutes }: SaleTerms): number {
  switch (visitKindOf(saleType)) {
    case 'slot':
      return startsAt === null ? endOfDay(visitDate) : epochMsOf(startsAt) + graceMinutes * 60_000
    case 'day':
      return endOfDay(visitDate)
    case 'period':
      return endOfDay(endsAt === null ? visitDate : lastDayBefore(endsAt))
  }
}

function endOfDay(date: IsoDate): number {
  return epochMsOf(`${addDays(date, 1)}T00:00:00+09:00`)
}
