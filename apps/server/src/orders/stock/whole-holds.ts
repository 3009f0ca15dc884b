import { type RawBuilder, sql } from 'kysely'

import { listed } from '../../db/list.ts'
/** An order, and the number of time spans of which it wants to hold something. */
export interface WantedHold {
  readonly orderId: string
  readonly spans: number
}

/**
 * Part of a statement: `whole_holds` (order_id), those of the orders behind `locked` that still hold all that they want.
 * Nobody takes it from them until the commit.
 */
export function lockWholeHolds(
  orders: readonly WantedHold[],
  locked: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`whole_holds as materialized (
    select h.order_id
      from (select order_id from holds where order_id in (${locked}) order by order_id, time_span_id for update) as h
      join ${listed('w', {
        order_id: ['uuid', orders.map(({ orderId }) => orderId)],
        spans: ['int', orders.map(({ spans }) => spans)],
      })} on w.order_id = h.order_id
     group by h.order_id, w.spans having count(*) = w.spans
  )`
}

/** Part of a statement: the holds of the orders behind `ready`, a query of ids, never end by themselves from now on. */
export function keepHoldsOf(ready: RawBuilder<unknown>): RawBuilder<unknown> {
  // Not "is not null": where many holds end, the planner would read all of them by the index of those, instead of these few by key.
  return sql`kept_holds as (
    update holds set expires_at = null where order_id in (${ready}) and coalesce(expires_at, 'infinity') < 'infinity'
  )`
}

/** Part of a statement: the holds of `orders`, rows of (id, expires_at), end when their orders end. */
export function endHoldsWith(orders: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`ending_holds as (
    update holds set expires_at = o.expires_at from ${orders} as o where order_id = o.id
  )`
}
