import type { Read } from '../platform/db/database.ts'
import type { AskedOrder } from '../orders/life/find-order.ts'
import { hashToken } from '../platform/tokens.ts'

export interface IssuedReservation {
  readonly reservationId: string
  /** For people. */
  readonly reservationNumber: string
}

export interface FoundReservation extends IssuedReservation {
  /** The newest completed order of it. */
  readonly orderId: string
}

/** A reservation of a site by its number, as it stands on the ticket. */
export async function findReservationByNumber(
  read: Read,
  { siteKey, number }: { readonly siteKey: string; readonly number: string },
): Promise<FoundReservation | undefined> {
  return read
    .selectFrom('reservations')
    .select(['id as reservationId', 'number as reservationNumber', 'order_id as orderId'])
    .where('site_key', '=', siteKey)
    .where('number', '=', number)
    .executeTakeFirst()
}

/** The reservation of a site that a token opens: its id and number, and the id of its newest completed order. */
export async function findReservationByToken(
  read: Read,
  { siteKey, token }: AskedOrder,
): Promise<{ readonly id: string; readonly number: string; readonly orderId: string } | undefined> {
  return read
    .selectFrom('reservations')
    .select(['id', 'number', 'order_id as orderId'])
    .where('token_hash', '=', hashToken(token))
    .where('site_key', '=', siteKey)
    .executeTakeFirst()
}

/** The payments of a reservation, the newest first. Each attempt paid for one reservation. */
export async function findPaymentsOf(read: Read, reservationId: string): Promise<readonly string[]> {
  const rows = await read
    .selectFrom('reservation_payments')
    .select('attempt_id')
    .where('reservation_id', '=', reservationId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(row => row.attempt_id)
}
