import type { Ticket } from '@kippu/contract/reservations'

/** The state of a ticket as it is shown: ready, used, not valid now, or in other hands. */
export type TicketLook = 'available' | 'used' | 'invalid_time' | 'invalid' | 'shared'

export function lookOf({ status, shared }: Pick<Ticket, 'status' | 'shared'>): TicketLook {
  if (shared) return 'shared'
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
