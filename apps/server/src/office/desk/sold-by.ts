import { type RawBuilder, sql } from 'kysely'

/** The reseller that sold an order with its own reference, who is its buyer to the house; null for any other. */
export function soldBy(orderId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select concat_ws(' ', w.name, b.reseller_reference) from reseller_bookings b
    join resellers w on w.id = b.reseller_id where b.order_id = ${orderId})`
}
