import { sql } from 'kysely'

import type { Database } from '../src/platform/db/database.ts'

/** All rows about an order, by table: the same before and after whatever must not touch it. */
export async function rowsOfOrder(db: Database, orderId: string): Promise<unknown> {
  const { rows } = await db.read(read =>
    sql<{ name: string; row: unknown }>`
      with attempts as (select * from payment_attempts where order_id = ${orderId}),
           bought as (select * from reservations where order_id = ${orderId})
      select 'orders' as name, to_jsonb(x) as row from orders x where id = ${orderId}
      union all select 'order_items', to_jsonb(x) from order_items x where order_id = ${orderId}
      union all select 'order_coupons', to_jsonb(x) from order_coupons x where order_id = ${orderId}
      union all select 'holds', to_jsonb(x) from holds x where order_id = ${orderId}
      union all select 'payment_attempts', to_jsonb(x) from attempts x
      union all select 'provider_events', to_jsonb(x) from provider_events x join attempts a on a.id = x.attempt_id
      union all select 'ledger_entries', to_jsonb(x) from ledger_entries x where order_id = ${orderId}
      union all select 'refunds', to_jsonb(x) from refunds x where order_id = ${orderId}
      union all select 'reservations', to_jsonb(x) from bought x
      union all select 'tickets', to_jsonb(x) from tickets x join bought b on b.id = x.reservation_id
      union all select 'reservation_payments', to_jsonb(x) from reservation_payments x join bought b on b.id = x.reservation_id
      union all select 'refund_requests', to_jsonb(x) from refund_requests x join bought b on b.id = x.reservation_id
      order by 1, 2`.execute(read),
  )
  return rows
}
