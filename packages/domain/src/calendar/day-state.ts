import type { IsoDate } from '../jst-date.ts'

/**
 * The state of a calendar day: `empty` is a cell outside its month, `disable` a day of a month that is not on sale.
 */
export type DayState = 'normal' | 'few-stock' | 'sold-out' | 'close' | 'empty' | 'disable'

/** A row of GET products/stocks-statuses, with the names of the wire. Prices in yen. */
export interface StockRecord {
  readonly date: IsoDate
  /** `normal`, `few`, `sold_out` or `closed`. */
  readonly stock_status: string
  readonly display_price: number | null
  readonly is_sold_out_display_product: boolean
  /** uuid of the product that alone can be bought, in a calendar of several. */
  readonly only_product_uuid?: string | undefined
}

/** The parts of GET products/stocks that decide a day's state, with the names of the wire. */
export interface StockOnDay {
  /** `normal`, `is_few`, `sold_out` or `closed`. */
  readonly product_stock_status: string
  /** `stock_count`: units of the span that can be sold now. */
  readonly time_spans: readonly { readonly stock_count: number }[]
}

/** A set product of GET setproducts/search with its spans; `from` is a date-time in +09:00. */
export interface SetProductStock {
  readonly uuid: string
  readonly time_spans: readonly { readonly from: string; readonly stock_count: number }[]
}

/** A set product that the order or reservation needs, and the number of units. */
export interface RequiredSetProduct {
  readonly uuid: string
  readonly num: number
}

export interface StockQuestion {
  /** Undefined when the server has no stock for the day. */
  readonly day: StockOnDay | undefined
  /** Tickets chosen so far, over all ticket types; 0 counts as 1. */
  readonly totalTickets: number
  readonly requiredSetProducts: readonly RequiredSetProduct[]
  /** Set products with the spans of this day only: see `setProductsOn`. */
  readonly setProducts: readonly SetProductStock[]
  /** Setting Time_Change_Set_Product_Stock; only the text `false` has an effect. */
  readonly timeChangeSetProductStock: string | undefined
}

/** The state of a day from its status row; no row means closed. */
export function dayStateFromStatus(record: StockRecord | undefined): DayState {
  switch (record?.stock_status) {
    case undefined:
    case 'closed':
      return 'close'
    case 'sold_out':
      return 'sold-out'
    case 'few':
      return 'few-stock'
    default:
      return 'normal'
  }
}

/** The state of a day from its detailed stock: close wins over sold-out, over few-stock, over normal. */
export function dayStateFromStock(question: StockQuestion): DayState {
  const { day } = question
  if (day === undefined || day.time_spans.length === 0) return 'close'
  if (largestStock(day) < Math.max(1, question.totalTickets)) return 'sold-out'
  if (question.requiredSetProducts.some(required => isLacking(required, question))) return 'sold-out'
  return day.product_stock_status === 'is_few' ? 'few-stock' : 'normal'
}

/** Reduces each set product to its spans of `date`, which may be none. */
export function setProductsOn(date: IsoDate, setProducts: readonly SetProductStock[]): SetProductStock[] {
  return setProducts.map(({ uuid, time_spans }) => ({
    uuid,
    time_spans: time_spans.filter(span => span.from.startsWith(`${date}T`)),
  }))
}

/** Whether a visitor can choose a day in this state. */
export function isSelectable(state: DayState): boolean {
  return state === 'normal' || state === 'few-stock'
}

/** One span must hold the whole party, so spans are compared and never summed. */
function largestStock({ time_spans }: Pick<StockOnDay, 'time_spans'>): number {
  return time_spans.reduce((largest, span) => Math.max(largest, span.stock_count), 0)
}

function isLacking(required: RequiredSetProduct, question: StockQuestion): boolean {
  const offered = question.setProducts.find(({ uuid }) => uuid === required.uuid)
  if (offered === undefined || offered.time_spans.length === 0) return true
  return question.timeChangeSetProductStock === 'false' && largestStock(offered) < required.num
}
