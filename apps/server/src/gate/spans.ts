import { type RawBuilder, sql } from 'kysely'

/**
 * The columns, of `t`, of the tickets of time spans, with their time span as `span`, in a statement: `spans` is a query of ids. They are
 * looked up time by time, so that no plan reads the tickets of all times as the table grows. Tickets that an older program issued, and
 * that are not filled yet, have the time of their order. A cancelled reservation has revoked tickets alone.
 */
export function ticketsOfSpans(
  columns: RawBuilder<unknown>,
  spans: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select asked.id as span, own.*
      from (${spans}) as asked cross join lateral (select ${columns} from tickets t where t.time_span_id = asked.id offset 0) as own
    union all
    select o.time_span_id, ${columns}
      from tickets t join reservations r on r.id = t.reservation_id join orders o on o.id = r.order_id
     where t.time_span_id is null and o.time_span_id in (${spans})`
}
