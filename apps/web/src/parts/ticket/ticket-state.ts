import type { Ticket } from '@kippu/contract/reservations'

/** The state of a ticket as it is shown: good, used, not valid now, given back, or in other hands. */
export type TicketLook = 'available' | 'used' | 'invalid_time' | 'invalid' | 'refunded' | 'shared'

export function lookOf({
  status,
  shared,
  refunded,
}: Pick<Ticket, 'status' | 'shared' | 'refunded'>): TicketLook {
  if (shared) return 'shared'
  if (refunded) return 'refunded'
  switch (status) {
    case 'success':
    case 'used':
      return 'used'
    case 'available':
    case 'invalid_time':
    case 'invalid':
      return status
  }
}

/** Whether there is a code that may be held to a reader; a ticket that was handed on has none. */
export function isShownAtGate(ticket: Pick<Ticket, 'status' | 'code' | 'shared' | 'refunded'>): boolean {
  const look = lookOf(ticket)
  return ticket.code !== '' && (look === 'available' || look === 'invalid_time')
}

/** Whether it lets somebody in, now or when its time has come. */
export function isGood(ticket: Pick<Ticket, 'status' | 'code' | 'shared' | 'refunded'>): boolean {
  return ticket.code !== '' && lookOf(ticket) === 'available'
}

/** The label of a ticket: its kind for a person, the product for a set product. */
export function nameOfTicket({
  type,
  option_name: kind,
  product_name: product,
}: Pick<Ticket, 'type' | 'option_name' | 'product_name'>): string {
  return type === 'set' ? product : kind
}

/** `Adult × 2`, in the order of the tickets. */
export function kindsOf(tickets: readonly Pick<Ticket, 'type' | 'option_name' | 'product_name'>[]): string[] {
  const counts = new Map<string, number>()
  for (const name of tickets.map(nameOfTicket)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Array.from(counts, ([name, count]) => `${name} × ${count}`)
}
