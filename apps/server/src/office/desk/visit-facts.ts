import type { VisitFacts } from '@kippu/domain/visit-state'
import { type RawBuilder, sql } from 'kysely'

/** In SQL, the facts of the visit of a reservation whose order is `o` and whose time span is `s`; null where nothing is paid. */
export function visitFacts(reservationId: RawBuilder<unknown>): RawBuilder<VisitFacts | null> {
  return sql<VisitFacts | null>`(
    select jsonb_build_object(
             'tickets', count(*), 'left', count(*) filter (where t.revoked_at is null),
             'inside', count(*) filter (where t.revoked_at is null and t.last_in_at is not null
                                          and (t.last_out_at is null or t.last_out_at < t.last_in_at)),
             'yenKept', coalesce(sum(t.price) filter (where t.revoked_at is null), 0),
             'hasRefunds', exists (select from refund_requests q where q.reservation_id = ${reservationId} and q.amount > 0),
             'isMoved', o.kind = 'time_change',
             'isCancelled', exists (select from visit_cancellation_items i
                                     where i.reservation_id = ${reservationId} and i.order_id = o.id),
             'endsAtMs', (extract(epoch from s.ends_at) * 1000)::bigint)
      from tickets t where t.reservation_id = ${reservationId} having count(*) > 0)`
}
