import { sql } from 'kysely'

import { countRows } from '../db/count-rows.ts'
import type { Read, Tx } from '../db/database.ts'

/** Tickets that an older program issued, without uid, product or time span of their own. */
const UNFILLED = sql<boolean>`uid is null or product_id is null or time_span_id is null`

export function countUnfilledTickets(read: Read): Promise<number> {
  return countRows(read, sql`tickets where ${UNFILLED}`)
}

/** Gives `limit` of them what their order says; answers how many. */
export async function fillTickets(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update tickets as t
       set uid = coalesce(t.uid, gen_random_uuid()),
           product_id = coalesce(t.product_id, t.set_product_id, o.product_id),
           time_span_id = coalesce(t.time_span_id, o.time_span_id)
      from reservations r join orders o on o.id = r.order_id
     where r.id = t.reservation_id
       and (t.reservation_id, t.id) in (select reservation_id, id from tickets where ${UNFILLED} limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Reservations whose payment an older program wrote down as theirs alone. */
const UNPAID = sql<boolean>`r.attempt_id is not null and not exists (
  select from reservation_payments p where p.reservation_id = r.id)`

export function countUnfilledPayments(read: Read): Promise<number> {
  return countRows(read, sql`reservations as r where ${UNPAID}`)
}

/** Writes `limit` of them to the payments of their reservation; answers how many. */
export async function fillPayments(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into reservation_payments (reservation_id, attempt_id, amount, created_at)
    select r.id, a.id, a.amount, r.created_at
      from reservations r join payment_attempts a on a.id = r.attempt_id
     where ${UNPAID} limit ${limit}
        on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
