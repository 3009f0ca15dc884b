import type { PaidLine } from '@kippu/domain/ticket-prices'

import type { Read } from '../../db/database.ts'
import type { NewTicket } from '../../tickets/issue.ts'
import { findStoredLines, type StoredLine } from '../price/stored-lines.ts'

/** A line of an order with what is paid for it, and what its tickets say. */
export interface TicketedLine extends PaidLine {
  readonly ticket: Omit<NewTicket, 'price'>
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

function ticketOf({ kind, productId, timeSpanId, optionValueId }: StoredLine): TicketedLine['ticket'] {
  return { type: kind === 'set' ? 'set' : 'gate', productId, timeSpanId, optionValueId }
}
