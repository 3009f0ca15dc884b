import { itemAt } from '@kippu/domain/known'
import { type RawBuilder, sql } from 'kysely'

import type { Read, Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { forgetOrders, lockOrders } from '../persons/forget-orders.ts'
import type { Batch } from './batch.ts'

/** Those that an order `o` bought, moved or paid for; each by an index of its own, where one condition for all three would read all reservations for each order. */
const reservationsOf = sql`
  select id from reservations where order_id = o.id
  union select o.replaces
  union select p.reservation_id from payment_attempts a join reservation_payments p on p.attempt_id = a.id where a.order_id = o.id`

/** The visit that an order bought, and that to which it was moved, are over; nothing of it is open, and nothing went back since. */
const isOver = (before: Date): RawBuilder<boolean> => sql<boolean>`
  o.emptied_at is null
  and not exists (select from time_spans s where s.id = o.time_span_id and s.ends_at >= ${before})
  and not exists (select from order_items i join time_spans s on s.id = i.time_span_id where i.order_id = o.id and s.ends_at >= ${before})
  and not exists (
    select from (${reservationsOf}) near join reservations r on r.id = near.id
      join orders newest on newest.id = r.order_id join time_spans s on s.id = newest.time_span_id
     where s.ends_at >= ${before}
        or exists (select from refund_requests q where q.reservation_id = r.id and (not q.is_spread or q.created_at >= ${before}))
        or exists (select from visit_cancellation_items i where i.reservation_id = r.id and i.state in ('waiting', 'refunding', 'needs_person')))
  and not exists (
    select from payment_attempts a where a.order_id = o.id
       and (a.state in ('created', 'executing', 'action_required', 'pending', 'authorized') or a.operation is not null or a.needs_person))
  and not exists (select from refunds f where f.order_id = o.id and (f.state = 'requested' or f.needs_person))`

/**
 * Those that were bought, by the index of those whose buyer is known; and those that ended otherwise with money in the books, which the
 * index of unpaid ones still has, long after they could have been cleared as unpaid.
 */
const due = (before: Date): RawBuilder<{ id: string }> => sql`
  select o.id from orders o where o.completed_at is not null and o.completed_at < ${before} and ${isOver(before)}
  union all
  select o.id from orders o
   where o.check_at is null and o.completed_at is null and o.created_at < ${before} and o.expires_at < ${before} and ${isOver(before)}
     and exists (select from ledger_entries l where l.order_id = o.id)`

export async function countBought(read: Read, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${due(before)}) as due`.execute(read)
  return itemAt(rows, 0).count
}

/** Empties orders whose visit is long over: they are judged again once they are locked. */
export async function emptyBought(tx: Tx, { before, now, most }: Batch): Promise<number> {
  const { rows: seen } = await sql<{ id: string }>`${due(before)} limit ${most}`.execute(tx)
  const locked = await lockOrders(
    tx,
    seen.map(({ id }) => id),
    'skip locked',
  )
  const { rows } = await sql<{ id: string; reservationId: string | null }>`
    select o.id, r.id as "reservationId" from orders o left join reservations r on r.order_id = o.id
     where o.id = any(${list('uuid', locked)}::uuid[]) and ${isOver(before)}`.execute(tx)
  const gone = await forgetOrders(
    tx,
    {
      orderIds: rows.map(({ id }) => id),
      reservationIds: rows.flatMap(({ reservationId }) => (reservationId === null ? [] : [reservationId])),
    },
    now,
  )
  return gone['orders'] ?? 0
}
