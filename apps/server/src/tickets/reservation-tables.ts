import { type RawBuilder, sql } from 'kysely'

import { askedRows } from '../db/asked.ts'
import { askedLanguage, shownLanguages } from '../orders/bought/shown-languages.ts'
import { orderWhere } from '../orders/life/find-order.ts'
import { hashToken, isTokenOf } from '../tokens.ts'

/** Which reservation is asked for, and in which language; `lang` is as the visitor sent it. */
export interface ReservationQuestion {
  readonly siteKey: string
  readonly token: string
  readonly lang: string | undefined
}

/**
 * The tables of a statement about reservations that tokens open: `asked`, `reservation`, its newest completed order as
 * `orders`, and `shown`.
 */
export function reservationsByToken(questions: readonly ReservationQuestion[]): RawBuilder<unknown> {
  const asked = askedRows({
    hash: [
      'bytea',
      questions.map(({ token }) => (isTokenOf('reservation', token) ? hashToken(token) : null)),
    ],
    site: ['text', questions.map(({ siteKey }) => siteKey)],
    lang: ['text', questions.map(({ lang }) => askedLanguage(lang))],
  })
  const condition = sql`reservations.token_hash = asked.hash and reservations.site_key = asked.site`
  return tables(asked, condition, shownLanguages(sql`asked.lang`))
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
      select reservations.id, reservations.number, reservations.status, reservations.order_id
        from reservations where ${condition} offset 0) as reservation
    cross join ${orderWhere(sql`orders.id = reservation.order_id`)}
    cross join ${shown}`
}
