import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { Person } from './find-person.ts'

/** Why a person can't be erased now. `ahead` may be overruled: the tickets then stay good, and nobody can be told of a change. */
export type Obstacle = 'ordering' | 'paying' | 'refunding' | 'cancelling' | 'ahead'

/** Everything that stands in the way, of a visit that is to come at this moment too. */
export async function findObstacles(
  read: Read,
  { orderIds, reservationIds }: Person,
  now: Date,
): Promise<readonly Obstacle[]> {
  const orders = sql`any(${list('uuid', orderIds)}::uuid[])`
  const reservations = sql`any(${list('uuid', reservationIds)}::uuid[])`
  const { rows } = await sql<{ obstacle: Obstacle }>`
    select obstacle from (
      select 'ordering' as obstacle, exists (
        select from orders where id = ${orders}
           and status in ('temporary', 'mail_sent', 'ready_checkout', 'payment_pending', 'payment_3ds')) as stands
      union all select 'paying', exists (
        select from payment_attempts where order_id = ${orders} and (
          state in ('created', 'executing', 'action_required', 'pending', 'authorized') or operation is not null or needs_person))
      union all select 'refunding', exists (
        select from refunds where order_id = ${orders} and (state = 'requested' or needs_person))
        or exists (select from refund_requests where reservation_id = ${reservations} and not is_spread)
      union all select 'cancelling', exists (
        select from visit_cancellation_items where reservation_id = ${reservations} and state in ('waiting', 'refunding', 'needs_person'))
      union all select 'ahead', exists (
        select from reservations r join tickets t on t.reservation_id = r.id join time_spans s on s.id = t.time_span_id
         where r.id = ${reservations} and r.status = 'active' and t.revoked_at is null and s.ends_at > ${now})
    ) as found where stands`.execute(read)
  return rows.map(({ obstacle }) => obstacle)
}
