import { epochMsOf, jstDateOf } from '../jst-date.ts'
import type { IsoDate } from '../jst-date.ts'
import { stockStatusOf } from './availability.ts'

/** A display's words for a time of today: enough, few left, or sold out. */
export const TIME_SPAN_STATES = ['normal', 'few', 'sold_out'] as const
export type TimeSpanState = (typeof TIME_SPAN_STATES)[number]

/** A display's words for a product: the best of its times, or that it has none today. */
export type ShownState = TimeSpanState | 'closed'

/** The state of a time by the units that a visitor who stands there can buy now. */
export function timeSpanStateOf(remaining: number, threshold: number): TimeSpanState {
  return stockStatusOf(remaining, threshold)
}

export function shownStateOf(spans: readonly { readonly state: TimeSpanState }[]): ShownState {
  return TIME_SPAN_STATES.find(state => spans.some(span => span.state === state)) ?? 'closed'
}

/** The known facts of a day: an answer of the store, as old as it may be. */
export interface ShownDay<Product extends ShownProduct> {
  readonly date: IsoDate
  readonly products: readonly Product[]
}

interface ShownProduct {
  readonly state: ShownState
  readonly time_spans: readonly ShownSpan[]
}

interface ShownSpan {
  readonly state: TimeSpanState
  /** A date-time in +09:00. */
  readonly sold_until: string
}

/**
 * The rest of it at a moment: times whose sale has ended are dropped, and at midnight in Japan all of them, as nothing
 * is known of the new day yet. A display needs no connection for it.
 */
export function dayAt<Product extends ShownProduct>(
  { date, products }: ShownDay<Product>,
  nowMs: number,
): ShownDay<Product> & { readonly isOver: boolean } {
  const today = jstDateOf(nowMs)
  // A clock that is behind the store shows the store's day.
  const isOver = today > date
  return {
    date: isOver ? today : date,
    isOver,
    products: products.map(product => {
      const spans = product.time_spans.filter(span => !isOver && nowMs < epochMsOf(span.sold_until))
      return { ...product, state: shownStateOf(spans), time_spans: spans }
    }),
  }
}
