import { type RawBuilder, sql } from 'kysely'

/** The reseller that sold an order with its own reference, who is its buyer to the house; null for any other. */
export function soldBy(orderId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select concat_ws(' ', w.name, b.reseller_reference) from reseller_bookings b
    join resellers w on w.id = b.reseller_id where b.order_id = ${orderId})`
}

const GUEST = sql`coalesce(nullif(b.contact ->> 'fullName', ''), concat_ws(' ', b.contact ->> 'firstName', b.contact ->> 'lastName'))`

/** The guest of a reseller's order as it told them, empty where it did not; null for an order that the house sold itself. */
export function guestOf(orderId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select ${GUEST} from reseller_bookings b where b.order_id = ${orderId})`
}

/** The guest with the reseller, for those at the door. */
export function guestAtDoor(orderId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select concat_ws(', ', nullif(${GUEST}, ''), w.name) from reseller_bookings b
    join resellers w on w.id = b.reseller_id where b.order_id = ${orderId})`
}
