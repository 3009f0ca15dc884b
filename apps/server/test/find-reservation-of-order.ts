import type { Read } from '../src/platform/db/database.ts'
import type { IssuedReservation } from '../src/tickets/find-reservation.ts'

/** The reservation that an order became, if it did. */
export async function findReservationOfOrder(
  read: Read,
  orderId: string,
): Promise<IssuedReservation | undefined> {
  return read
    .selectFrom('reservations')
    .select(['id as reservationId', 'number as reservationNumber'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}
