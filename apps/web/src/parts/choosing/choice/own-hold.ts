import type { TimeSpan } from '@kippu/contract/products'
import { epochMsOf } from '@kippu/domain/jst-date'

import { serverNow } from '../../../api/server-clock.ts'
import type { SavedOrder } from '../../../session/pieces.ts'

/**
 * Stock including the units of the visitor's own order, which they may order again. Without them the last tickets would
 * look sold out to the very visitor who holds them. A hold that has ended adds nothing, nor does an order without
 * places.
 */
export function withOwnHold<Stock extends { readonly time_spans: readonly TimeSpan[] }>(
  stock: Stock,
  held: SavedOrder | null,
): Stock & { readonly time_spans: readonly TimeSpan[] } {
  if (held === null || held.isHeld === false || epochMsOf(held.expiresAt) <= serverNow()) return stock
  const units = unitsOf(held)
  return {
    ...stock,
    time_spans: stock.time_spans.map(span => {
      const own = units.get(span.time_span_id) ?? 0
      return { ...span, stock_count: span.stock_count + own, remaining_stock: span.remaining_stock + own }
    }),
  }
}

/** Units of an order by time span: its tickets, the extras with them, and its set products. */
function unitsOf({
  productTimespanID,
  productOptions,
  setProducts,
}: SavedOrder): ReadonlyMap<number, number> {
  const tickets = productOptions.filter(({ type }) => type === 'ticket_type')
  const units = new Map([[productTimespanID, tickets.reduce((sum, { count }) => sum + count, 0)]])
  for (const { timeSpanId, count } of setProducts) units.set(timeSpanId, (units.get(timeSpanId) ?? 0) + count)
  return units
}
