import { type RawBuilder, sql } from 'kysely'

/**
 * The tickets of time spans in a statement: `t` and its reservation `r`, a row each, with the time span `span`. Tickets that an older
 * program issued, and that are not filled yet, have that of their order.
 */
export function ticketsOfSpans(
  columns: RawBuilder<unknown>,
  spans: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select t.time_span_id as span, ${columns}
      from tickets t join reservations r on r.id = t.reservation_id
     where t.time_span_id in (${spans})
    union all
    select o.time_span_id, ${columns}
      from tickets t join reservations r on r.id = t.reservation_id join orders o on o.id = r.order_id
     where t.time_span_id is null and o.time_span_id in (${spans})`
}
