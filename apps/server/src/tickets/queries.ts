import { sql } from 'kysely'

import type { Read } from '../db/database.ts'
import { hashToken, isTokenOf } from '../tokens.ts'

export interface ReservationRow {
  readonly id: string
  readonly number: string
  readonly status: string
  readonly order_id: string
  readonly channel: string
  readonly lang: string
  /** What was paid, in yen. */
  readonly paid: number
  /** Tickets that it has, of both types. */
  readonly tickets: number
}

/** A reservation of the site that the token opens, with what its order says; never the buyer's address (S-8.09). */
export async function findReservationByToken(
  read: Read,
  { siteKey, token }: { readonly siteKey: string; readonly token: string },
): Promise<ReservationRow | undefined> {
  if (!isTokenOf('reservation', token)) return undefined
  return read
    .selectFrom('reservations')
    .innerJoin('orders', 'orders.id', 'reservations.order_id')
    .select(['reservations.id', 'reservations.number', 'reservations.status', 'orders.id as order_id'])
    .select(['orders.channel', 'orders.lang'])
    .select(eb => eb('orders.price', '-', eb.ref('orders.method_discount')).as('paid'))
    .select(
      sql<number>`(select count(*) from tickets where reservation_id = reservations.id)::integer`.as(
        'tickets',
      ),
    )
    .where('reservations.token_hash', '=', hashToken(token))
    .where('reservations.site_key', '=', siteKey)
    .executeTakeFirst()
}
