import { type RawBuilder, sql } from 'kysely'

/**
 * The columns, of `t`, of the tickets of time spans, with their time span as `span`, in a statement: `spans` is a query of ids. They are
 * looked up time by time, so that no plan reads the tickets of all times as the table grows. A cancelled reservation has revoked tickets
 * alone.
 */
export function ticketsOfSpans(
  columns: RawBuilder<unknown>,
  spans: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select asked.id as span, own.*
      from (${spans}) as asked cross join lateral (select ${columns} from tickets t where t.time_span_id = asked.id offset 0) as own`
}
