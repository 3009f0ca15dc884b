import { sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { emptyBuyers } from '../../orders/life/empty-buyers.ts'
import { forgetNetworks } from '../../stock/forget-networks.ts'
import { emptyEvents } from '../../payments/addresses/empty-events.ts'
import { forgetVisitors } from '../../payments/attempts/forget-visitors.ts'
import { emptyGuest } from '../../resellers/bookings/empty-bookings.ts'
import { removeShareMails } from '../../tickets/shares/remove-mails.ts'
import { removePasses } from '../../tickets/wallet/passes/remove-passes.ts'

export interface ForgottenOrders {
  readonly orderIds: readonly string[]
  /** The reservations of these orders. */
  readonly reservationIds: readonly string[]
  /** The person's alone, where not everybody of these orders is forgotten: a reseller's booking has others. */
  readonly addresses?: readonly string[]
}

/** How much went, by what it was. */
export type Gone = Readonly<Record<string, number>>

/**
 * Takes everything that orders, and what hangs on them, know of their visitors, and nothing that the books, the stock or the gate read. The caller has locked
 * their payments and them.
 */
export async function forgetOrders(
  tx: Tx,
  { orderIds, reservationIds, addresses = [] }: ForgottenOrders,
  now: Date,
): Promise<Gone> {
  await forgetVisitors(tx, orderIds)
  await forgetNetworks(tx, orderIds)
  return {
    orders: await emptyBuyers(tx, orderIds, now),
    notifications: await emptyEvents(tx, orderIds),
    share_mails: await removeShareMails(tx, reservationIds),
    wallet_passes: await removePasses(tx, reservationIds),
    reseller_bookings: await emptyGuest(tx, { orderIds, addresses }),
  }
}

/** Locks orders after their payments, as everybody does. @param otherwise what to do about rows that somebody else has locked. */
export async function lockOrders(
  tx: Tx,
  orderIds: readonly string[],
  otherwise: 'wait' | 'skip locked',
): Promise<string[]> {
  const ids = sql`any(${list('uuid', orderIds)}::uuid[])`
  const skip = otherwise === 'wait' ? sql`` : sql`skip locked`
  const { rows: payments } = await sql<{ id: string }>`
    select id from payment_attempts where order_id = ${ids} order by id for update ${skip}`.execute(tx)
  const locked = list(
    'uuid',
    payments.map(({ id }) => id),
  )
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o
     where o.id = ${ids} and not exists (
       select from payment_attempts p where p.order_id = o.id and p.id <> all(${locked}::uuid[]))
     order by o.id for update ${skip}`.execute(tx)
  return rows.map(({ id }) => id)
}
