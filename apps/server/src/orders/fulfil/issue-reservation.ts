import { ticketPrices } from '@kippu/domain/ticket-prices'

import type { Tx } from '../../db/database.ts'
import type { IssuedReservation } from '../../tickets/find-reservation.ts'
import { issueTickets, type IssueTickets } from '../../tickets/issue.ts'
import { findPaidLines } from './paid-lines.ts'

/**
 * Turns a paid visit into a reservation with one gate ticket a person (S-8.04) and one ticket a unit of a set product. Their
 * prices sum up to what was charged: the discounts of each line are stored before.
 */
export async function issueReservation(
  tx: Tx,
  visit: Omit<IssueTickets, 'tickets'>,
): Promise<IssuedReservation> {
  const lines = await findPaidLines(tx, visit.orderId)
  const prices = ticketPrices(lines)
  const tickets = lines.flatMap((line, index) =>
    (prices[index] ?? []).map(price => ({ ...line.ticket, price })),
  )
  return issueTickets(tx, { ...visit, tickets })
}
