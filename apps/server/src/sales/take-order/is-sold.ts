import { jstIso } from '@kippu/domain/jst-date'
import { isTimeSpanOnSale } from '@kippu/domain/stock/availability'

import { isOnSale } from '../../catalogue/products/catalogue.ts'
import type { OrderedProduct } from './catalogue-cache.ts'
import type { SpanFacts } from './catalogue-queries.ts'

/** Whether a time span of a product is sold at this moment; how much is left of it is another matter. */
export function isSold(product: OrderedProduct, span: SpanFacts, nowMs: number): boolean {
  if (span.isClosed || span.isSoldOutDisplay || !isOnSale(product, nowMs)) return false
  return isTimeSpanOnSale({
    saleType: product.saleType,
    startsAt: jstIso(span.startsAt.getTime()),
    endsAt: jstIso(span.endsAt.getTime()),
    visitDate: span.visitDate,
    graceMinutes: product.graceMinutes,
    soldUntil: span.soldUntil && jstIso(span.soldUntil.getTime()),
    nowMs,
  })
}
