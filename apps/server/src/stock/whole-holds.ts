import { sumOf } from '@kippu/domain/sum'
import { type RawBuilder, sql } from 'kysely'

import { listed } from '../platform/db/list.ts'

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
    update holds set expires_at = null, network = null
     where order_id in (${ready}) and (coalesce(expires_at, 'infinity') < 'infinity' or network is not null)
  )`
}

/** Part of a statement: as {@link keepHoldsOf}, and what they hold counts in its shares until {@link keepHoldsOf}. */
export function keepCountedHoldsOf(ready: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`counted_holds as (update holds set expires_at = 'infinity' where order_id in (${ready}))`
}

/** Part of a statement: the holds of `orders`, rows of (id, expires_at), end when their orders end. */
export function endHoldsWith(orders: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`ending_holds as (
    update holds set expires_at = o.expires_at from ${orders} as o where order_id = o.id
  )`
}

/** Part of a statement: the holds of `orders`, rows of (id, expires_at), count among what is not paid alone from now on, and end when their orders end. */
export function proveHoldsOf(orders: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`proved_holds as (
    update holds set is_proved = true, expires_at = o.expires_at from ${orders} as o where order_id = o.id
  )`
}

/** Units of a time span that an order takes. */
export interface TakenUnits {
  readonly orderId: string
  /** The hash of the network that they count for until they are paid. */
  readonly network: Buffer | undefined
  readonly timeSpanId: number
  readonly units: number
}

/**
 * Part of a statement: new holds of `orders`, rows of (id, channel, expires_at, email) whose address is proved, and what is taken with them. The
 * caller has locked the time spans in a statement before.
 */
export function takeHolds(taken: readonly TakenUnits[], orders: RawBuilder<unknown>): RawBuilder<unknown> {
  const bySpan = Map.groupBy(taken, ({ timeSpanId }) => timeSpanId)
  const sums = Array.from(bySpan, ([id, ofSpan]) => [id, sumOf(ofSpan.map(({ units }) => units))] as const)
  return sql`new_holds as (
    insert into holds (order_id, time_span_id, units, network, is_proved, channel, mail_domain, expires_at)
    select h.order_id, h.time_span_id, h.units, h.network, true, o.channel, nullif(split_part(o.email, '@', 2), ''), o.expires_at
      from ${orders} as o join ${listed('h', {
        order_id: ['uuid', taken.map(({ orderId }) => orderId)],
        time_span_id: ['int', taken.map(({ timeSpanId }) => timeSpanId)],
        units: ['int', taken.map(({ units }) => units)],
        network: ['bytea', taken.map(({ network }) => network)],
      })} on h.order_id = o.id
    returning count_used(time_span_id, channel, units)
  ), raised_spans as (
    update time_spans t set taken = t.taken + w.units
      from ${listed('w', {
        span_id: ['int', sums.map(([id]) => id)],
        units: ['int', sums.map(([, units]) => units)],
      })} where t.id = w.span_id
  )`
}

/**
 * Part of a statement: the holds of `orders`, rows of (id, expires_at, mail_domain, is_proved), end when their orders end, and count as
 * those of the mail domain that was given.
 */
export function nameMailDomainOf(orders: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`named_holds as (
    update holds set expires_at = o.expires_at, mail_domain = o.mail_domain,
           is_proved = holds.is_proved or o.is_proved
      from ${orders} as o where order_id = o.id
  )`
}
