import { type RawBuilder, sql } from 'kysely'

import { listed } from '../platform/db/list.ts'

/** An order whose visit moves to another one. */
export interface PassedHolds {
  readonly from: string
  readonly to: string
  /** Units of time spans that set products keep: they pass from one to the other. */
  readonly carried: ReadonlyArray<{ readonly timeSpanId: number; readonly units: number }>
}

/** Part of a statement: `left_spans` (id, taken), the time spans that the orders behind `from`, a query of ids, hold, locked. */
export function lockSpansHeldBy(from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left_spans as materialized (
    select id, taken from time_spans where id in (select time_span_id from holds where order_id in (${from}))
     order by id for no key update
  )`
}

/**
 * Part of a statement behind {@link lockSpansHeldBy}: for those whose new order is behind `ready`, a query of ids, what set products keep
 * passes to it, the rest of what the former order holds is given back, and what the new one holds itself never ends from now on.
 */
export function passHolds(passes: readonly PassedHolds[], ready: RawBuilder<unknown>): RawBuilder<unknown> {
  const carried = passes.flatMap(({ from, to, carried: spans }) => spans.map(span => ({ ...span, from, to })))
  return sql`moving_holds as (
    select m.from_id, m.to_id from ${listed('m', {
      from_id: ['uuid', passes.map(({ from }) => from)],
      to_id: ['uuid', passes.map(({ to }) => to)],
    })} where m.to_id in (${ready})
  ), carried_holds as (
    select c.from_id, c.to_id, c.time_span_id, c.units from ${listed('c', {
      from_id: ['uuid', carried.map(({ from }) => from)],
      to_id: ['uuid', carried.map(({ to }) => to)],
      time_span_id: ['int', carried.map(({ timeSpanId }) => timeSpanId)],
      units: ['int', carried.map(({ units }) => units)],
    })} where c.to_id in (${ready})
  ), former_holds as materialized (
    select h.order_id, h.time_span_id, h.units from holds h where h.order_id in (select from_id from moving_holds)
     order by h.order_id, h.time_span_id for update
  ), freed_units as materialized (
    select f.time_span_id as id, sum(f.units - coalesce(c.units, 0))::integer as units
      from former_holds f left join carried_holds c on c.from_id = f.order_id and c.time_span_id = f.time_span_id
     group by f.time_span_id
  ), lowered_spans as (
    -- From what was read under the lock.
    update time_spans t set taken = s.taken - u.units
      from left_spans s join freed_units u on u.id = s.id where t.id = s.id and u.units <> 0
  ), given_back_holds as (
    delete from holds h using former_holds f where h.order_id = f.order_id and h.time_span_id = f.time_span_id
    returning h.order_id, count_used(h.time_span_id, h.channel, -h.units)
  ), held_anew as (
    -- Given back before it is taken: a channel may have no more than its share.
    update holds h set expires_at = null, network = null,
           units = h.units + coalesce((
             select c.units from carried_holds c where c.to_id = h.order_id and c.time_span_id = h.time_span_id), 0)
     where h.order_id in (select to_id from moving_holds) and (select count(*) from given_back_holds) >= 0
    returning count_used(h.time_span_id, h.channel, (
      select c.units from carried_holds c where c.to_id = h.order_id and c.time_span_id = h.time_span_id))
  ), passed_holds as (
    insert into holds (order_id, time_span_id, units, channel, expires_at)
    select c.to_id, c.time_span_id, c.units, o.channel, null from carried_holds c join orders o on o.id = c.to_id
     where not exists (select from holds h where h.order_id = c.to_id and h.time_span_id = c.time_span_id)
       and (select count(*) from given_back_holds) >= 0
    returning count_used(time_span_id, channel, units)
  )`
}
