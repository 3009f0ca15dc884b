import { changeEndOf, changeTermsOf } from '@kippu/domain/time-change'
import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'

/** The settings of a site whose key begins with `Time_Change_`, in a statement that has `orders` among its tables. */
export const CHANGE_SETTINGS = sql<Readonly<Record<string, string>>>`(
  select coalesce(json_object_agg(key, value), '{}') from settings
   where settings.site_key = orders.site_key and starts_with(key, 'Time_Change_'))`

/** The end of a cancelled visit that may be moved, whichever letter told of it. */
export const MAY_BE_MOVED = 'may be moved'

/** Until when the visit of the newest completed order `orders` may be moved because its house has cancelled it, in seconds since 1970; null where it takes place. */
export const MOVES_UNTIL = sql<number | null>`(
  select extract(epoch from max(c.moves_until))::float
    from visit_cancellation_items i join visit_cancellations c on c.id = i.cancellation_id
   where i.order_id = orders.id and i.state = 'done' and i.code = ${sql.lit(MAY_BE_MOVED)})`

/** Whether the house has cancelled the visit of the order `orders`, which may be moved or waits for what is decided about it. */
export const IS_OPEN_CALLED_OFF = sql<boolean>`exists (
  select from visit_cancellation_items i join visit_cancellations c on c.id = i.cancellation_id
   where i.order_id = orders.id and orders.time_span_id = any(c.span_ids)
     and (i.state in ('waiting', 'needs_person') or (i.state = 'done' and i.code = ${sql.lit(MAY_BE_MOVED)})))`

/** Whether the house has cancelled the visit that the order `o` bought: not that of a set product beside it alone. */
export const IS_CALLED_OFF = sql<boolean>`exists (
  select from visit_cancellation_items i join visit_cancellations c on c.id = i.cancellation_id
   where i.order_id = o.id and o.time_span_id = any(c.span_ids))`

/** As {@link IS_CALLED_OFF}, of one order. */
export async function isCalledOff(read: Read, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${IS_CALLED_OFF} as "is" from orders o where o.id = ${orderId}`.execute(read)
  return rows[0]?.is ?? false
}

/** The first moment at which the visit that an order bought is no longer moved, in ms since 1970. */
export async function findChangeEnd(read: Read, orderId: string): Promise<number> {
  const { startsAtMs, settings, movesUntil } = await read
    .selectFrom('orders')
    .innerJoin('time_spans', 'time_spans.id', 'orders.time_span_id')
    .select([
      sql<number>`extract(epoch from starts_at)::float * 1000`.as('startsAtMs'),
      CHANGE_SETTINGS.as('settings'),
      MOVES_UNTIL.as('movesUntil'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const movesUntilMs = movesUntil === null ? null : movesUntil * 1000
  return changeEndOf({ startsAtMs, movesUntilMs }, changeTermsOf(new Map(Object.entries(settings))))
}
