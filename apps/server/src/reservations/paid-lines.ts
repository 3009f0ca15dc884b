import type { PaidLine } from '@kippu/domain/ticket-prices'
import type { Insertable } from 'kysely'

import type { Read } from '../db/database.ts'
import type { TicketsTable } from '../db/schema.ts'
import { findStoredLines, type StoredLine } from '../orders/price/stored-lines.ts'

/** A line of an order with what is paid for it, and what its tickets say. */
export interface TicketedLine extends PaidLine {
  readonly ticket: Pick<
    Insertable<TicketsTable>,
    'type' | 'option_value_id' | 'set_product_id' | 'time_span_id'
  >
}

/** All lines of an order, those of its visit before its set products. */
export async function findPaidLines(read: Read, orderId: string): Promise<TicketedLine[]> {
  const lines = await findStoredLines(read, orderId)
  return lines.map(line => ({
    kind: line.kind,
    quantity: line.quantity,
    paid: line.basePrice * line.quantity - line.discounts - line.methodDiscount,
    ticket: ticketOf(line),
  }))
}

function ticketOf({ optionValueId, set }: StoredLine): TicketedLine['ticket'] {
  return set === null
    ? { type: 'gate', option_value_id: optionValueId, set_product_id: null, time_span_id: null }
    : { type: 'set', option_value_id: null, set_product_id: set.productId, time_span_id: set.timeSpanId }
}
