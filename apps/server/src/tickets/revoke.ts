import { sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import { tellPasses } from './tell-passes.ts'

/** A ticket as it is seen by the code that takes it back. */
export interface HeldTicket {
  /** Number inside its reservation. */
  readonly number: number
  /** The price, in yen. */
  readonly price: number
  /** Where its place is held: that of the visit, or of the set product. */
  readonly timeSpanId: number
  readonly isUsed: boolean
  readonly isRevoked: boolean
  /** Somebody else has accepted it from its buyer. */
  readonly isAccepted: boolean
}

/** The tickets of a reservation by their number, locked until the transaction ends. */
export async function lockTickets(tx: Tx, reservationId: string): Promise<HeldTicket[]> {
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id as number', 'price', 'share_id as shareId', 'time_span_id as timeSpanId'])
    .select([
      sql<boolean>`used_at is not null`.as('isUsed'),
      sql<boolean>`revoked_at is not null`.as('isRevoked'),
    ])
    .where('reservation_id', '=', reservationId)
    .orderBy('id')
    .forUpdate()
    .execute()
  // Only now: a transaction that accepts locks the tickets before their share.
  const shares = await tx
    .selectFrom('shares')
    .select('id')
    .where('reservation_id', '=', reservationId)
    .where('accepted_at', 'is not', null)
    .execute()
  const accepted = new Set(shares.map(({ id }) => id))
  return tickets.map(({ shareId, ...ticket }) => ({
    ...ticket,
    isAccepted: shareId !== null && accepted.has(shareId),
  }))
}

/** These tickets admit nobody from now on. */
export async function revokeTickets(
  tx: Tx,
  { reservationId, numbers }: { readonly reservationId: string; readonly numbers: readonly number[] },
): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ revoked_at: sql<Date>`now()` })
    .where('reservation_id', '=', reservationId)
    .where('id', 'in', [...numbers])
    .execute()
  await tellPasses(tx, reservationId)
}

/** No ticket of the reservation is left. */
export async function cancelReservation(tx: Tx, reservationId: string): Promise<void> {
  await tx.updateTable('reservations').set({ status: 'cancelled' }).where('id', '=', reservationId).execute()
}

export interface LowerPrices {
  readonly reservationId: string
  readonly numbers: readonly number[]
  /** Yen that went back of each, in the same order. */
  readonly parts: readonly number[]
}

/** Tickets cost less after a part of their price went back. */
export async function lowerPrices(tx: Tx, { reservationId, numbers, parts }: LowerPrices): Promise<void> {
  await sql`
    update tickets as t set price = t.price - part.yen
      from unnest(${[...numbers]}::int[], ${[...parts]}::int[]) as part (id, yen)
     where t.reservation_id = ${reservationId} and t.id = part.id`.execute(tx)
}
