import type { Ticket } from '@kippu/contract/reservations'

/** The state of a ticket as it is shown: ready, used, or not valid now. */
export type TicketLook = 'available' | 'used' | 'invalid_time' | 'invalid'

export function lookOf({ status }: Pick<Ticket, 'status'>): TicketLook {
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
