import { faultOfReservationNumber, normaliseReservationNumber } from '@kippu/domain/reservation-number'
import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'

/** An order, or a visit with the newest of its orders. */
export interface NamedOrder {
  readonly orderId: string
  readonly reservationId: string | null
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

/** The order of a site that somebody names by its number, its id or the id of its reservation. */
export async function findNamed(read: Read, siteKey: string, words: string): Promise<NamedOrder | undefined> {
  const typed = words.trim()
  if (faultOfReservationNumber(typed) === null) {
    return read
      .selectFrom('reservations')
      .select(['order_id as orderId', 'id as reservationId'])
      .where('site_key', '=', siteKey)
      .where('number', '=', normaliseReservationNumber(typed))
      .executeTakeFirst()
  }
  const id = typed.toLowerCase()
  if (!UUID.test(id)) return undefined
  const { rows } = await sql<NamedOrder>`
    select o.id as "orderId", coalesce(o.replaces, (select r.id from reservations r where r.order_id = o.id)) as "reservationId"
      from orders o where o.id = ${id}::uuid and o.site_key = ${siteKey}
    union all select order_id, id from reservations where id = ${id}::uuid and site_key = ${siteKey}
    limit 1`.execute(read)
  return rows[0]
}

/** All orders of what was named: those that were bought, and those that moved the visit. */
export async function ordersOf(
  read: Read,
  { orderId, reservationId }: NamedOrder,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where id = ${orderId}::uuid or replaces = ${reservationId}::uuid
    union select a.order_id from reservation_payments p join payment_attempts a on a.id = p.attempt_id where p.reservation_id = ${reservationId}::uuid`.execute(
    read,
  )
  return rows.map(({ id }) => id)
}

/** Everything that a line of the staff may call it by: its number and the ids of its reservation, orders, payments and refunds. */
export async function subjectsOf(read: Read, named: NamedOrder): Promise<readonly string[]> {
  const own = sql`(select unnest(${list('uuid', await ordersOf(read, named))}::uuid[]))`
  const { rows } = await sql<{ subject: string }>`
    select id::text as subject from orders where id in ${own}
    union select number from reservations where id = ${named.reservationId}::uuid
    union select id::text from reservations where id = ${named.reservationId}::uuid
    union select id::text from payment_attempts where order_id in ${own}
    union select id::text from refunds where order_id in ${own}`.execute(read)
  return rows.map(({ subject }) => subject)
}
