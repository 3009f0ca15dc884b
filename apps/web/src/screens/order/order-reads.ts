import { getProducts, getStocksStatuses, searchProducts } from '@kippu/contract/products'
import type { Product, StockStatusRow } from '@kippu/contract/products'
import { searchSetProducts } from '@kippu/contract/set-products'
import { getCalendarColors } from '@kippu/contract/site-content'
import type { DayState } from '@kippu/domain/calendar/day-state'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'

import { request } from '../../api/client.ts'
import { dayStatesOf } from './day-states.ts'
import type { DayStatesQuestion } from './day-states.ts'

/**
 * The reads that refresh the first part of the order page. They are a chunk of their own: the first answers come with
 * the document, so choosing a day needs neither the calls nor their schemas nor the client, and the first download
 * stays within its budget (`check-budget.ts`).
 */

interface DayRange {
  /** Both ends are included. */
  readonly from: IsoDate
  readonly to: IsoDate
}

/** @throws ApiError as every call does. */
export function readProducts(lang: Language): Promise<Product[]> {
  return request(getProducts, { query: { lang } })
}

/** States and prices of days: of one product, or for null the best of all products. */
export function readStatuses(range: DayRange, productUuid: string | null): Promise<StockStatusRow[]> {
  const product = productUuid === null ? {} : { product_uuid: productUuid }
  return request(getStocksStatuses, { query: { ...range, ...product } })
}

export function readColors(range: DayRange): Promise<{ date: IsoDate; color_code: string }[]> {
  return request(getCalendarColors, { query: range })
}

interface Days {
  readonly range: DayRange
  readonly productUuid: string
  /** Whether the stock of set products is wanted as well. */
  readonly asksSets: boolean
}

/** Computes the state of each day that was read. */
export type DayJudge = (question: DayStatesQuestion) => Readonly<Record<IsoDate, DayState>>

/** The whole stock of a product on some days: it is read once and judged for every party that is chosen. */
export async function readDays({ range, productUuid, asksSets }: Days): Promise<DayJudge> {
  const products = await request(searchProducts, {
    query: { ...range, product_uuid: productUuid, lang: 'ja' },
  })
  const days = products.find(({ uuid }) => uuid === productUuid)?.days ?? []
  // Set products go with a product on a day, at any of its times, so one time span is enough to name the day.
  const visits = days.flatMap(day => day.time_spans.slice(0, 1).map(span => span.time_span_id))
  const setProducts = asksSets
    ? await request(searchSetProducts, {
        query: { ...range, lang: 'ja', main_product_time_span_ids: visits.join(',') },
      })
    : []
  return question => dayStatesOf({ days, setProducts }, question)
}
