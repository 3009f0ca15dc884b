import { addDays, epochMsOf } from '../jst-date.ts'
import type { IsoDate } from '../jst-date.ts'
import type { BookingType } from '../states/ticket.ts'
import { visitKindOf } from '../visit-time.ts'

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
  /** Date-times in +09:00. */
  readonly startsAt: string
  readonly endsAt: string
  readonly visitDate: IsoDate
  /** How long after its start a timed span is still sold. */
  readonly graceMinutes: number
  /** The end of the sale where the venue names one for this span alone: a date-time in +09:00, at most its end. */
  readonly soldUntil: string | null
}

export interface SaleWindow extends SaleTerms {
  readonly nowMs: number
}

/** Whether a time span is still on sale. */
export function isTimeSpanOnSale(span: SaleWindow): boolean {
  return span.nowMs < saleEndOf(span)
}

/**
 * The first moment, in ms since 1970, at which a time span is no longer sold: when the venue says so, or else one with a
 * time of day at its start and the grace, a day when its hours end or the day does, a period when its hours of the last
 * day end. None is sold after its end: nobody could come any more.
 */
export function saleEndOf({
  saleType,
  startsAt,
  endsAt,
  visitDate,
  graceMinutes,
  soldUntil,
}: SaleTerms): number {
  if (soldUntil !== null) return epochMsOf(soldUntil)
  const end = epochMsOf(endsAt)
  switch (visitKindOf(saleType)) {
    case 'slot':
      return Math.min(epochMsOf(startsAt) + graceMinutes * 60_000, end)
    case 'day':
      return Math.min(epochMsOf(`${addDays(visitDate, 1)}T00:00:00+09:00`), end)
    case 'period':
      return end
  }
}
