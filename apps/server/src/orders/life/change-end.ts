import { changeEndOf, changeTermsOf } from '@kippu/domain/time-change'
import { sql } from 'kysely'

import type { Read } from '../../db/database.ts'

/** The settings of a site whose key begins with `Time_Change_`, in a statement that has `orders` among its tables. */
export const CHANGE_SETTINGS = sql<Readonly<Record<string, string>>>`(
  select coalesce(json_object_agg(key, value), '{}') from settings
   where settings.site_key = orders.site_key and starts_with(key, 'Time_Change_'))`

/** The first moment at which the visit that an order bought is no longer moved (S-11.14), in ms since 1970. */
export async function findChangeEnd(read: Read, orderId: string): Promise<number> {
  const { startsAtMs, settings } = await read
    .selectFrom('orders')
    .innerJoin('time_spans', 'time_spans.id', 'orders.time_span_id')
    .select([
      sql<number>`extract(epoch from starts_at)::float * 1000`.as('startsAtMs'),
      CHANGE_SETTINGS.as('settings'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return changeEndOf({ startsAtMs }, changeTermsOf(new Map(Object.entries(settings))))
}
