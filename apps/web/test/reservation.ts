import type { Reservation } from '@kippu/contract/reservations'

import { buildOrder } from './order.ts'

/** A bought visit of two adults; a change of what the contract says of one does not compile until it is here. */
export function buildReservation(change: Partial<Reservation> = {}): Reservation {
  return {
    reservation_number: 'ABCDEFGH23',
    reservation_token: 'rsv_1',
    status: 'active',
    sales_channel: 'web',
    booking_type: 'time',
    main_product: buildOrder().main_product,
    set_products: [],
    price: 6400,
    tickets_count: 2,
    changes: 0,
    shared: null,
    ...change,
    permissions: {
      change: { allowed: true, until: '2099-12-02T10:00:00+09:00', reason: null },
      share: { allowed: true, reason: null, by_mail: true },
      receipt: { allowed: true },
      ...change.permissions,
    },
  }
}
