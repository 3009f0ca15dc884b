import { type RawBuilder, sql } from 'kysely'

import { listed } from '../../platform/db/list.ts'
import { lockWholeHolds } from '../../stock/whole-holds.ts'
import type { OrderRecord } from './find-order.ts'

/** Which order, and in which version it was read. */
export type OrderAsRead = Pick<OrderRecord, 'id' | 'version'>

/**
 * Part of a statement: `locked_orders` (id), those that nobody has changed since they were read and that meet `condition`, which
 * names the row `o`. Nobody changes them until the commit.
 */
export function lockOrdersAsRead(
  orders: readonly OrderAsRead[],
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`locked_orders as materialized (
    select o.id from orders o
      join ${listed('a', {
        asked_id: ['uuid', orders.map(({ id }) => id)],
        was: ['int', orders.map(({ version }) => version)],
      })} on a.asked_id = o.id
     where o.version = a.was and ${condition}
     order by o.id for no key update of o
  )`
}

/** For each change, whether its order is among the rows that a statement about them returned. */
export function writtenOnes(
  changes: ReadonlyArray<{ readonly order: OrderAsRead }>,
  rows: ReadonlyArray<{ readonly id: string }>,
): Array<true | undefined> {
  const written = new Set(rows.map(({ id }) => id))
  return changes.map(({ order }) => written.has(order.id) || undefined)
}

/** An order as it was read, and of how many time spans it wants to hold something. */
export interface WholeOrder {
  readonly order: OrderAsRead
  readonly spans: number
}

/**
 * Part of a statement: as {@link lockOrdersAsRead}, and `whole_holds` (order_id), those of them that still hold all they
 * want.
 */
export function lockWholeOrders(
  orders: readonly WholeOrder[],
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const locked = lockOrdersAsRead(
    orders.map(({ order }) => order),
    condition,
  )
  const holds = orders.map(({ order, spans }) => ({ orderId: order.id, spans }))
  return sql`${locked}, ${lockWholeHolds(holds, sql`select id from locked_orders`)}`
}
