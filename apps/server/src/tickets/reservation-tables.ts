import type { Language } from '@kippu/domain/language'
import { type RawBuilder, sql } from 'kysely'

import { askedRows } from '../platform/db/asked.ts'
import { shownLanguages } from '../orders/bought/shown-languages.ts'
import { askedByTokens, type TokenQuestion } from '../orders/bought/token-question.ts'
import { orderWhere } from '../orders/life/find-order.ts'

/**
 * The tables of a statement about reservations that tokens open: `asked`, `reservation`, its newest completed order as
 * `orders`, and `shown`.
 */
export function reservationsByToken(questions: readonly TokenQuestion[]): RawBuilder<unknown> {
  const condition = sql`reservations.token_hash = asked.hash and reservations.site_key = asked.site`
  return tables(askedByTokens(['reservation'], questions), condition, shownLanguages(sql`asked.lang`))
}

/**
 * As {@link reservationsByToken}, for the reservations of which a part was handed on, by the token of the link or that of the accepted part:
 * `share` beside them is its row, and `share.is_holder` whether the token is that of the accepted part.
 */
export function reservationsByShare(questions: readonly TokenQuestion[]): RawBuilder<unknown> {
  const share = sql`cross join lateral (
    select id, reservation_id, accepted_at is not null as is_accepted, holder_hash is not distinct from asked.hash as is_holder
      from shares
     where id = coalesce((select s.id from shares s where s.holder_hash = asked.hash),
                         (select s.id from shares s where s.token_hash = asked.hash))
       and taken_back_at is null and site_key = asked.site offset 0) as share`
  return tables(
    sql`${askedByTokens(['share', 'shared'], questions)} ${share}`,
    sql`reservations.id = share.reservation_id`,
    shownLanguages(sql`asked.lang`),
  )
}

/** A reservation by its id, and the language that its words are wanted in; null stands for that of its order. */
interface IdQuestion {
  readonly reservationId: string
  readonly lang: Language | null
}

/** As {@link reservationsByToken}, for reservations with these ids. */
export function reservationsById(questions: readonly IdQuestion[]): RawBuilder<unknown> {
  const asked = askedRows({
    id: ['uuid', questions.map(({ reservationId }) => reservationId)],
    lang: ['text', questions.map(({ lang }) => lang)],
  })
  return tables(asked, sql`reservations.id = asked.id`, shownLanguages(sql`asked.lang`))
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
