import { jstIso } from '@kippu/domain/jst-date'
import { saleEndOf } from '@kippu/domain/stock/availability'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'

import { fixed } from '../../platform/db/fixed.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'

const saleType = v.picklist(BOOKING_TYPES)

/** The time spans of an order, those of its set products included, as a column of a query of orders. */
export const SPANS_OF_ORDER: RawBuilder<OrderedSpan[]> = fixed(
  jsonArrayFrom(
    expressionBuilder<Schema, 'orders'>()
      .selectFrom('time_spans')
      .innerJoin('products', 'products.id', 'time_spans.product_id')
      .select(['time_spans.id', 'sale_type', 'visit_date', 'grace_minutes'])
      .select([
        sql<number>`extract(epoch from starts_at)::float * 1000`.as('starts_ms'),
        sql<number>`extract(epoch from ends_at)::float * 1000`.as('ends_ms'),
        sql<number | null>`extract(epoch from sold_until)::float * 1000`.as('sold_until_ms'),
      ])
      .where(
        'time_spans.id',
        '=',
        sql<number>`any(array(
          select orders.time_span_id union
          select time_span_id from order_items where order_id = orders.id and kind = 'set'))`,
      ),
  ),
)

export interface OrderedSpan {
  readonly id: number
  readonly sale_type: string
  readonly visit_date: string
  readonly grace_minutes: number
  /** Milliseconds since 1970. */
  readonly starts_ms: number
  readonly ends_ms: number
  readonly sold_until_ms: number | null
}

/** One of the time spans of an order. @throws when it is not among them. */
export function spanIn(spans: readonly OrderedSpan[], id: number): OrderedSpan {
  const span = spans.find(one => one.id === id)
  if (span === undefined) throw new Error(`an order without its time span ${id}`)
  return span
}

/** The earliest end of sale of an order's time spans; ms since 1970. */
export function firstSaleEnd(spans: readonly OrderedSpan[]): number {
  return Math.min(
    ...spans.map(span =>
      saleEndOf({
        saleType: v.parse(saleType, span.sale_type),
        startsAt: jstIso(span.starts_ms),
        endsAt: jstIso(span.ends_ms),
        visitDate: span.visit_date,
        graceMinutes: span.grace_minutes,
        soldUntil: span.sold_until_ms === null ? null : jstIso(span.sold_until_ms),
      }),
    ),
  )
}
