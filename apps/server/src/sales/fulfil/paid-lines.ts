import { itemAt } from '@kippu/domain/known'
import type { PaidLine } from '@kippu/domain/ticket-prices'

import type { NewTicket } from '../../tickets/issue.ts'
import type { StoredLine } from '../../orders/price/stored-lines.ts'

/** A line of an order with what is paid for it, and what its tickets say. */
export interface TicketedLine extends PaidLine {
  readonly ticket: Omit<NewTicket, 'price'>
}

/** The amount paid for each line when the payment method takes these shares off, one for each line. */
export function paidLines(lines: readonly StoredLine[], methodShares: readonly number[]): TicketedLine[] {
  return lines.map((line, index) => ({
    kind: line.kind,
    quantity: line.quantity,
    paid: line.basePrice * line.quantity - line.discounts - itemAt(methodShares, index),
    ticket: ticketOf(line),
  }))
}

function ticketOf({ kind, productId, timeSpanId, optionValueId }: StoredLine): TicketedLine['ticket'] {
  return { type: kind === 'set' ? 'set' : 'gate', productId, timeSpanId, optionValueId }
}
