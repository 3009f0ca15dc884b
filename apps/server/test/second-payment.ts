import { sql } from 'kysely'

import type { Database } from '../src/platform/db/database.ts'

export interface TwoOrders {
  /** A bought visit. */
  readonly orderId: string
  /** Another visit with as many tickets, which becomes the change of the first one's date. */
  readonly changeId: string
}

/**
 * Leaves two bought orders as the change of a visit's date leaves them: one reservation with the tickets and the number of
 * the first, at the time and with the places of the second, paid by both payments.
 */
export async function joinPayments(db: Database, { orderId, changeId }: TwoOrders): Promise<void> {
  await db.transaction(async tx => {
    await sql`
      with first as (select id from reservations where order_id = ${orderId}),
           second as (select id from reservations where order_id = ${changeId}),
           dearer as (
             update tickets t set price = t.price + other.price, time_span_id = other.time_span_id
             from tickets other, first, second
             where t.reservation_id = first.id and other.reservation_id = second.id and other.id = t.id
             returning t.id
           ),
           moved as (
             update reservation_payments p set reservation_id = first.id, created_at = clock_timestamp()
             from first, second where p.reservation_id = second.id returning p.attempt_id
           ),
           freed as (delete from holds where order_id = ${orderId} returning time_span_id, units)
      update time_spans s set taken = s.taken - freed.units from freed where s.id = freed.time_span_id`.execute(
      tx,
    )
    await sql`delete from tickets t using reservations r where r.id = t.reservation_id and r.order_id = ${changeId}`.execute(
      tx,
    )
    await sql`delete from reservations where order_id = ${changeId}`.execute(tx)
    await sql`
      update orders o set kind = 'time_change', replaces = r.id, credit = before.price - before.method_discount
      from orders before join reservations r on r.order_id = before.id
      where o.id = ${changeId} and before.id = ${orderId}`.execute(tx)
    await sql`update reservations set order_id = ${changeId} where order_id = ${orderId}`.execute(tx)
  })
}
