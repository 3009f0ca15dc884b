import { jstIso } from '@kippu/domain/jst-date'
import { saleEndOf } from '@kippu/domain/stock/availability'
import * as v from 'valibot'

import type { Read } from '../../db/database.ts'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'

const saleType = v.picklist(BOOKING_TYPES)

/** When the sale ends of the first time span of an order, those of its set products included (S-2.10); ms since 1970. */
export async function findSaleEnd(read: Read, orderId: string): Promise<number> {
  const spans = await read
    .selectFrom('time_spans')
    .innerJoin('products', 'products.id', 'time_spans.product_id')
    .select(['sale_type', 'starts_at', 'ends_at', 'visit_date', 'grace_minutes'])
    .where('time_spans.id', 'in', query =>
      query
        .selectFrom('orders')
        .select('time_span_id')
        .where('id', '=', orderId)
        .union(
          query
            .selectFrom('order_items')
            .select(eb => eb.ref('time_span_id').$notNull().as('time_span_id'))
            .where('order_id', '=', orderId)
            .where('kind', '=', 'set'),
        ),
    )
    .execute()
  return Math.min(
    ...spans.map(span =>
      saleEndOf({
        saleType: v.parse(saleType, span.sale_type),
        startsAt: jstIso(span.starts_at.getTime()),
        endsAt: jstIso(span.ends_at.getTime()),
        visitDate: span.visit_date,
        graceMinutes: span.grace_minutes,
      }),
    ),
  )
}
