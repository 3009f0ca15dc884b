import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'

/** Takes what bookings know of their guests; what was booked, and what is owed, stays. Answers how many it took it of. */
export async function emptyBookings(tx: Tx, which: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update reseller_bookings
       set contact = '{}', notes = null, cancel_reason = null, emptied_at = now(),
           unit_items = (select coalesce(jsonb_agg(item || '{"contact": {}}' order by place), '[]')
                           from jsonb_array_elements(unit_items) with ordinality as items (item, place))
     where emptied_at is null and ${which}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Takes bookings whose orders go: a reseller who asks for one is answered as if it had never been. */
export async function dropBookings(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('reseller_bookings')
    .where('order_id', '=', sql<string>`any(${list('uuid', orderIds)}::uuid[])`)
    .execute()
}

interface Guest {
  readonly orderIds: readonly string[]
  /** In lower case; none where the whole booking is meant. */
  readonly addresses: readonly string[]
}

/**
 * Takes what bookings know of one guest, with what was noted. Their other guests stay; a unit without an address belongs to whom the
 * booking names.
 */
export async function emptyGuest(tx: Tx, { orderIds, addresses }: Guest): Promise<number> {
  const ofOrders = sql<boolean>`order_id = any(${list('uuid', orderIds)}::uuid[])`
  if (addresses.length === 0) return emptyBookings(tx, ofOrders)
  const { contact, unitItems } = guestParts(addresses)
  const { numAffectedRows } = await sql`
    update reseller_bookings x
       set contact = case when ${contact} then '{}' else x.contact end, notes = null, cancel_reason = null,
           unit_items = ${unitItems(sql`item || '{"contact": {}}'`, sql`item`)}
     where x.emptied_at is null and ${ofOrders}`.execute(tx)
  await emptyBookings(
    tx,
    sql`${ofOrders} and contact = '{}'
      and not exists (select from jsonb_array_elements(unit_items) as item where item -> 'contact' <> '{}')`,
  )
  return Number(numAffectedRows ?? 0n)
}

/** The row of a booking `x` as one of its guests may read it. */
export function rowForGuest(addresses: readonly string[]): RawBuilder<unknown> {
  if (addresses.length === 0) return sql`to_jsonb(x)`
  const { contact, unitItems } = guestParts(addresses)
  return sql`to_jsonb(x) || jsonb_build_object('contact', case when ${contact} then x.contact else '{}' end,
    'unit_items', ${unitItems(sql`item`, sql`item || '{"contact": {}}'`)})`
}

/** Whether the booking `x` is of a guest with these addresses, and its units, each as it is where it is theirs and where it is not. */
function guestParts(addresses: readonly string[]) {
  const own = sql`any(${list('text', addresses)}::text[])`
  const contact = sql<boolean>`coalesce(lower(x.contact ->> 'emailAddress') = ${own}, false)`
  const address = sql`lower(item #>> '{contact,emailAddress}')`
  const unitItems = (theirs: RawBuilder<unknown>, others: RawBuilder<unknown>) => sql`(
    select coalesce(jsonb_agg(case when ${address} = ${own} or (${address} is null and ${contact}) then ${theirs} else ${others} end
                              order by place), '[]')
      from jsonb_array_elements(x.unit_items) with ordinality as items (item, place))`
  return { contact, unitItems }
}
