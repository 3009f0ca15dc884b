import type { PricedPromotion } from '@kippu/domain/membership-discount'
import { jstDateOf } from '@kippu/domain/jst-date'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { fixed } from '../../platform/db/fixed.ts'
import type { Schema } from '../../platform/db/schema.ts'
import type { CouponFacts } from '../coupons/judge-coupon.ts'
import { COUPONS_OF_ORDER, orderCoupons, type OrderCoupon } from '../coupons/queries.ts'
import { PROMOTION_OF_ORDER } from '../price/promotion-columns.ts'
import { LINES_OF_ORDER, type StoredLine, storedLines } from '../price/stored-lines.ts'
import { type OrderRecord, type OrderRow, recordOf } from './find-order.ts'
import { type OrderedSpan, SPANS_OF_ORDER } from './sale-end.ts'

/** An order and all that a payment of it is judged by. */
export interface PayableOrder {
  readonly order: OrderRecord
  readonly channel: string
  readonly lines: readonly StoredLine[]
  readonly promotion: PricedPromotion | null
  /** In the order they were added. */
  readonly coupons: readonly OrderCoupon[]
  /** The time spans of the visit and of set products. */
  readonly spans: readonly OrderedSpan[]
  /** The number of time spans of which it holds something. */
  readonly heldSpans: number
}

/** The columns that {@link payableOf} reads. */
export interface PayableRow extends OrderRow, PayableColumns {}

interface PayableColumns {
  readonly lines: ColumnOf<typeof LINES_OF_ORDER>
  readonly promotion: PricedPromotion | null
  readonly coupons: ColumnOf<typeof COUPONS_OF_ORDER>
  readonly spans: ColumnOf<typeof SPANS_OF_ORDER>
  readonly held_spans: number
}

type ColumnOf<Part extends RawBuilder<unknown>> = Part extends RawBuilder<infer Column> ? Column : never

/** The number of time spans of which an order holds something, as a column of a query of orders. */
export const HELD_SPANS = sql<number>`(select count(*) from holds where order_id = orders.id)::integer`

const COLUMNS = [
  LINES_OF_ORDER.as('lines'),
  fixed(PROMOTION_OF_ORDER).as('promotion'),
  COUPONS_OF_ORDER.as('coupons'),
  SPANS_OF_ORDER.as('spans'),
  HELD_SPANS.as('held_spans'),
] as const

/** Adds to a query of orders the columns that {@link payableOf} reads. */
export function selectPayable<Row>(
  orders: SelectQueryBuilder<Schema, 'orders', Row>,
): SelectQueryBuilder<Schema, 'orders', Row & PayableColumns> {
  return orders.select(COLUMNS)
}

/** As {@link selectPayable}, the columns in a statement that has `orders` among its tables. */
export const PAYABLE_COLUMNS = fixed(sql`${sql.join(COLUMNS)}`)

export function payableOf(row: PayableRow): PayableOrder {
  return {
    order: recordOf(row),
    channel: row.channel,
    lines: storedLines(row.lines),
    promotion: row.promotion,
    coupons: orderCoupons(row.coupons),
    spans: row.spans,
    heldSpans: row.held_spans,
  }
}

/** How many time spans an order wants to hold: that of its visit and those of its set products that it holds itself. */
export function wantedSpans(lines: readonly StoredLine[]): number {
  return new Set(lines.filter(({ stock }) => stock === 'held').map(line => line.timeSpanId)).size
}

/** The facts by which coupons of an order are judged. Today is today in Japan. */
export function couponFactsOf(
  { order: { productId, timeSpanId }, channel, lines, promotion, spans }: PayableOrder,
  now: number,
): CouponFacts {
  const visitDate = spans.find(({ id }) => id === timeSpanId)?.visit_date ?? ''
  return { today: jstDateOf(now), channel, productId, visitDate, lines, promotion }
}
