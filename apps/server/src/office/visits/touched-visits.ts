import { createHash } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'

/** A reservation with tickets for time spans, as far as they admit somebody. */
export interface TouchedVisit {
  readonly reservationId: string
  readonly reservationNumber: string
  /** The order that gave it its day. */
  readonly orderId: string
  readonly lang: string
  /** The method of its newest payment; null: it has none. */
  readonly method: string | null
  /** A reseller has the money, and its guest. */
  readonly isOfReseller: boolean
  /** The visit itself is among them; otherwise set products alone are. */
  readonly isVisit: boolean
  /** Numbers of the tickets that cannot be used: all of the reservation where its visit is among them. */
  readonly tickets: readonly number[]
  /** How many of these somebody has entered with. */
  readonly used: number
  /** The price of these, in yen. */
  readonly yen: number
}

/**
 * The reservations that time spans touch. Where the visit itself is touched, all tickets of the reservation are: a set product at another
 * time goes with the visit that it was bought for.
 */
export async function findTouched(
  read: Read,
  spanIds: readonly number[],
  which: RawBuilder<boolean>,
): Promise<TouchedVisit[]> {
  const spans = sql`any(${list('int', spanIds)}::int[])`
  return select(read, {
    spans,
    near: sql`select distinct reservation_id as id from tickets where time_span_id = ${spans} and revoked_at is null`,
    which,
  })
}

/** As {@link findTouched}, of one reservation; undefined where they do not touch it any more. */
export async function findTouchedOf(
  read: Read,
  spanIds: readonly number[],
  reservationId: string,
): Promise<TouchedVisit | undefined> {
  const spans = sql`any(${list('int', spanIds)}::int[])`
  const [found] = await select(read, {
    spans,
    near: sql`select ${reservationId}::uuid as id`,
    which: sql`true`,
  })
  return found
}

interface Selected {
  readonly spans: RawBuilder<unknown>
  /** A query of ids of reservations. */
  readonly near: RawBuilder<unknown>
  /** A condition on the reservation `r` and its newest completed order `o`. */
  readonly which: RawBuilder<boolean>
}

async function select(read: Read, { spans, near, which }: Selected): Promise<TouchedVisit[]> {
  const { rows } = await sql<TouchedVisit>`
    with live as (
      select r.id, r.number, r.order_id, o.lang, o.channel, k.id as ticket, k.type, k.price, k.used_at,
             k.time_span_id = ${spans} as is_on,
             (select a.method from reservation_payments p join payment_attempts a on a.id = p.attempt_id
               where p.reservation_id = r.id order by p.created_at desc, a.id limit 1) as method
        from (${near}) near join reservations r on r.id = near.id join orders o on o.id = r.order_id
        join tickets k on k.reservation_id = r.id
       where k.revoked_at is null and ${which}
    ), judged as (
      select *, bool_or(is_on and type = 'gate') over (partition by id) as is_visit from live
    )
    select id as "reservationId", number as "reservationNumber", order_id as "orderId", lang, method, channel = 'OTA' as "isOfReseller", is_visit as "isVisit",
           array_agg(ticket order by ticket) as tickets, count(used_at)::integer as used, sum(price)::integer as yen
      from judged where is_on or is_visit
     group by id, number, order_id, lang, channel, method, is_visit order by number, id`.execute(read)
  return rows
}

/** Names a list of visits: another ticket, another order, and it is another one. */
export function digestOf(visits: readonly TouchedVisit[]): string {
  const named = visits.map(({ reservationId, orderId, tickets, used }) => [
    reservationId,
    orderId,
    tickets,
    used,
  ])
  return createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 12)
}
