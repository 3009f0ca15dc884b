import type { Language } from '@kippu/domain/language'

import type { Tx } from '../db/database.ts'
import { hashToken, isTokenOf } from '../tokens.ts'

export interface ReservationRow {
  readonly id: string
  readonly number: string
  readonly status: string
  readonly order_id: string
  readonly channel: string
  readonly lang: string
  readonly price: number
  readonly quantity: number
}

export interface TicketRow {
  readonly id: number
  readonly type: string
  readonly option_value_id: number
  readonly used_at: Date | null
  readonly option_name: string | null
}

/** A reservation of the site that the token opens, with what its order says; never the buyer's address (S-8.09). */
export async function findReservationByToken(
  tx: Tx,
  { siteKey, token }: { readonly siteKey: string; readonly token: string },
): Promise<ReservationRow | undefined> {
  if (!isTokenOf('reservation', token)) return undefined
  return tx
    .selectFrom('reservations')
    .innerJoin('orders', 'orders.id', 'reservations.order_id')
    .select(['reservations.id', 'reservations.number', 'reservations.status', 'orders.id as order_id'])
    .select(['orders.channel', 'orders.lang', 'orders.price', 'orders.quantity'])
    .where('reservations.token_hash', '=', hashToken(token))
    .where('reservations.site_key', '=', siteKey)
    .executeTakeFirst()
}

/** Tickets of a reservation by their number, with the name of what was chosen in `lang` or the site's first language. */
export async function findTickets(tx: Tx, reservationId: string, lang: Language): Promise<TicketRow[]> {
  return tx
    .selectFrom('tickets')
    .innerJoin('reservations', 'reservations.id', 'tickets.reservation_id')
    .innerJoin('languages', join =>
      join.onRef('languages.site_key', '=', 'reservations.site_key').on('languages.is_default', '=', true),
    )
    .leftJoin('option_value_texts as asked', join =>
      join.onRef('asked.option_value_id', '=', 'tickets.option_value_id').on('asked.lang', '=', lang),
    )
    .leftJoin('option_value_texts as fallback', join =>
      join
        .onRef('fallback.option_value_id', '=', 'tickets.option_value_id')
        .onRef('fallback.lang', '=', 'languages.id'),
    )
    .select(['tickets.id', 'tickets.type', 'tickets.option_value_id', 'tickets.used_at'])
    .select(eb => eb.fn.coalesce('asked.name', 'fallback.name').as('option_name'))
    .where('tickets.reservation_id', '=', reservationId)
    .orderBy('tickets.id')
    .execute()
}
