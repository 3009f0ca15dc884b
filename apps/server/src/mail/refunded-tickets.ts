import { sumOf } from '@kippu/domain/sum'

import type { TicketRow } from '../tickets/ticket-rows.ts'
import type { RefundedTickets } from './templates/refund.ts'

/** Tickets of a reservation whose money goes back; those with the same name share one line. */
export function refundedTickets(
  tickets: readonly TicketRow[],
  numbers: readonly number[],
): RefundedTickets[] {
  const given = tickets.filter(({ id }) => numbers.includes(id))
  const names = Map.groupBy(given, ticket => ticket.option_name ?? ticket.product_name ?? '')
  return Array.from(names, ([name, same]) => ({
    name,
    count: same.length,
    amount: sumOf(same.map(({ price }) => price)),
  }))
}
