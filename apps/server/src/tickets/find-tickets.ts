import type { Language } from '@kippu/domain/language'

import type { Read } from '../db/database.ts'
import { wordsOf } from '../db/words-of.ts'

export interface TicketRow {
  readonly id: number
  readonly uid: string | null
  readonly code_version: number
  /** What it cost, in yen. */
  readonly price: number
  readonly type: string
  /** Null on a ticket for a set product. */
  readonly option_value_id: number | null
  readonly used_at: Date | null
  /** When its money went back. */
  readonly revoked_at: Date | null
  readonly option_name: string | null
  readonly product_name: string | null
  readonly starts_at: Date
  readonly ends_at: Date
}

/**
 * Tickets of a reservation by their number, each with the name and the times of what it admits to. One that an older
 * program issued for the visit itself has neither product nor time span of its own: the order then says them. Names in
 * `lang` or the site's first language.
 */
export async function findTickets(read: Read, reservationId: string, lang: Language): Promise<TicketRow[]> {
  const words = wordsOf(lang, 'reservations.site_key')
  return read
    .selectFrom('tickets')
    .innerJoin('reservations', 'reservations.id', 'tickets.reservation_id')
    .innerJoin('orders', 'orders.id', 'reservations.order_id')
    .innerJoin('products', join =>
      join.on(eb =>
        eb(
          'products.id',
          '=',
          eb.fn.coalesce('tickets.product_id', 'tickets.set_product_id', 'orders.product_id'),
        ),
      ),
    )
    .innerJoin('time_spans', join =>
      join.on(eb => eb('time_spans.id', '=', eb.fn.coalesce('tickets.time_span_id', 'orders.time_span_id'))),
    )
    .select([
      'tickets.id',
      'tickets.uid',
      'tickets.code_version',
      'tickets.price',
      'tickets.type',
      'tickets.option_value_id',
      'tickets.used_at',
      'tickets.revoked_at',
    ])
    .select(['time_spans.starts_at', 'time_spans.ends_at'])
    .select([
      words('option_value_texts', 'name', 'tickets.option_value_id').as('option_name'),
      words('product_texts', 'name', 'products.id').as('product_name'),
    ])
    .where('tickets.reservation_id', '=', reservationId)
    .orderBy('tickets.id')
    .execute()
}
