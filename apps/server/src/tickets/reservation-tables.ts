import { type RawBuilder, sql } from 'kysely'

import { askedRows } from '../db/asked.ts'
import { shownLanguages } from '../orders/bought/shown-languages.ts'
import { askedByTokens, type TokenQuestion } from '../orders/bought/token-question.ts'
import { orderWhere } from '../orders/life/find-order.ts'

/**
 * The tables of a statement about reservations that tokens open: `asked`, `reservation`, its newest completed order as
 * `orders`, and `shown`.
 */
export function reservationsByToken(questions: readonly TokenQuestion[]): RawBuilder<unknown> {
  const condition = sql`reservations.token_hash = asked.hash and reservations.site_key = asked.site`
  return tables(askedByTokens('reservation', questions), condition, shownLanguages(sql`asked.lang`))
}

/** As {@link reservationsByToken}, for reservations with these ids, in the languages of their orders. */
export function reservationsById(ids: readonly string[]): RawBuilder<unknown> {
  return tables(askedRows({ id: ['uuid', ids] }), sql`reservations.id = asked.id`, shownLanguages())
}

function tables(
  asked: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  shown: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`${asked}
    cross join lateral (
      select reservations.id, reservations.number, reservations.status, reservations.order_id, reservations.token_hash,
             reservations.token_generation
        from reservations where ${condition} offset 0) as reservation
    cross join ${orderWhere(sql`orders.id = reservation.order_id`)}
    cross join ${shown}`
}
