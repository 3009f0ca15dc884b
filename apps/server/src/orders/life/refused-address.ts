import { sql } from 'kysely'

import { ANSWERED_ADDRESS } from '../buyers/answered-address.ts'
import { buyerColumns, buyerOf, withAddress } from '../buyers/buyer.ts'
import type { Tx } from '../../platform/db/database.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { IS_CHANGE_UNDER_WAY } from './find-order.ts'

/** A mail about a reservation that the mail server refused for good. */
export interface RefusedMail {
  readonly reservationId: string
  /** Where it went, as the buyer typed it. */
  readonly address: string
}

/**
 * Marks the newest completed order of a reservation, so that its address may be corrected. A mail to an address that
 * was corrected since marks nothing.
 */
export async function noteRefusedAddress(tx: Tx, { reservationId, address }: RefusedMail): Promise<void> {
  await sql`
    update orders set email_refused_at = now(), version = ${VERSION_RAISED}
     where id = (select order_id from reservations where id = ${reservationId}::uuid)
       and ${ANSWERED_ADDRESS} = lower(${address}::text)`.execute(tx)
}

/** The orders that have the address of a reservation: the newest completed one, and the change of it under way. */
export interface AddressedOrders {
  readonly ids: readonly string[]
  /** The mail server refused the address, and nobody has corrected it. */
  readonly isRefused: boolean
}

/** Locks the orders that have the address of a reservation, by their ids as everybody locks them, until the transaction ends. */
export async function lockAddressedOrders(
  tx: Tx,
  { reservationId, orderId }: { readonly reservationId: string; readonly orderId: string },
): Promise<AddressedOrders> {
  const { rows } = await sql<{ id: string; isRefused: boolean }>`
    select id, email_refused_at is not null as "isRefused"
      from orders
     where id = ${orderId}::uuid
        or (replaces = ${reservationId}::uuid and ${IS_CHANGE_UNDER_WAY})
     order by id for update`.execute(tx)
  return {
    ids: rows.map(({ id }) => id),
    isRefused: rows.some(({ id, isRefused }) => id === orderId && isRefused),
  }
}

/** Stores another address in the answers of orders, and that nobody has refused it. The caller has locked them. */
export async function replaceAddress(tx: Tx, ids: readonly string[], email: string): Promise<void> {
  for (const id of ids) {
    const { customer_info } = await tx
      .selectFrom('orders')
      .select('customer_info')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const answers = withAddress(buyerOf(customer_info).answers, email)
    await tx
      .updateTable('orders')
      .set({ ...buyerColumns(answers), email_refused_at: null, emptied_at: null, version: VERSION_RAISED })
      .where('id', '=', id)
      .execute()
  }
}
