import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'

export interface ValidTicket {
  /** Number inside its reservation. */
  readonly id: number
  /** What it cost, in yen. */
  readonly price: number
  /** Where its place is held: that of the visit, or of the set product. */
  readonly timeSpanId: number
  readonly isUsed: boolean
  readonly isRevoked: boolean
}

/** The tickets of a reservation, locked until the transaction ends. */
export async function lockTickets(tx: Tx, reservationId: string): Promise<ValidTicket[]> {
  return tx
    .selectFrom('tickets')
    .innerJoin('reservations', 'reservations.id', 'tickets.reservation_id')
    .innerJoin('orders', 'orders.id', 'reservations.order_id')
    .select(['tickets.id', 'tickets.price'])
    .select(eb => eb.fn.coalesce('tickets.time_span_id', 'orders.time_span_id').as('timeSpanId'))
    .select([
      sql<boolean>`tickets.used_at is not null`.as('isUsed'),
      sql<boolean>`tickets.revoked_at is not null`.as('isRevoked'),
    ])
    .where('tickets.reservation_id', '=', reservationId)
    .orderBy('tickets.id')
    .forUpdate('tickets')
    .execute()
}

export async function revokeTickets(
  tx: Tx,
  { reservationId, ids }: { readonly reservationId: string; readonly ids: readonly number[] },
): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ revoked_at: sql<Date>`now()` })
    .where('reservation_id', '=', reservationId)
    .where('id', 'in', [...ids])
    .execute()
}
