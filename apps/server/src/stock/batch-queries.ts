import { entryOf } from '@kippu/domain/known'
import type { SpanRoom } from '@kippu/domain/stock/channel-shares'
import { wantedUnits } from '@kippu/domain/stock/grant'
import type { UnprovenShares } from '@kippu/domain/stock/unproven-shares'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { fixed } from '../platform/db/fixed.ts'
import { list, listed } from '../platform/db/list.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import { dayKey, type Holder, type NewOrder, type ProductDay, wantsOf } from './hold-queue.ts'

export interface SpanStock {
  readonly id: number
  readonly capacity: number
  readonly taken: number
  /** How many channels have a share of it. */
  readonly shares: number
  /** Whether it is sold: from the commit that stops it on, nothing more of it is taken. */
  readonly isOpen: boolean
}

/**
 * Locks time spans until the transaction ends, always in the order of their ids, and reads their stock. One that is gone
 * is left out. NO KEY: a second write to an order has the database check that its span exists, and that check must not
 * wait for a lock of stock, whose holder may wait for the order.
 */
export async function lockSpans(tx: Tx, ids: readonly number[]): Promise<SpanStock[]> {
  return selectSpans(tx, ids).forNoKeyUpdate().execute()
}

const IS_OPEN = sql<boolean>`sale_state = 'open'`

/** The query of {@link lockSpans} without its lock: tests leave the lock out to prove that it is needed. */
export function selectSpans(
  tx: Tx,
  ids: readonly number[],
): SelectQueryBuilder<Schema, 'time_spans', SpanStock> {
  return tx
    .selectFrom('time_spans')
    .select(['id', 'capacity', 'taken', 'shares', IS_OPEN.as('isOpen')])
    .where('id', '=', sql<number>`any(${list('int', ids)}::int[])`)
    .orderBy('id')
}

export interface HeldOrders {
  readonly orders: readonly NewOrder[]
  /** How long those are held that do not say it themselves. */
  readonly holdSeconds: number
}

/**
 * The units kept of the time spans in `locked`, locked after them: rows that a lock makes wait are read as they are
 * then. `kept` is what is left of a share that has not become common.
 */
const LOCKED_SHARES = fixed(sql`locked_shares as materialized (
  select time_span_id, channel, share, used, uses_pool,
         case when coalesce(release_at, 'infinity') > now() then greatest(0, share - used) else 0 end as kept
    from channel_shares where time_span_id = any(array(select id from locked where shares > 0))
   order by time_span_id, channel for no key update)`)

/**
 * As `unitsFor` of the domain, for all channels of a batch at once: what they take of their own shares has room in the house, and what
 * they take of the common units leaves the others what is kept for them. Where a share was added or removed meanwhile, their number
 * differs from what the locked time span says, and the batch is decided one by one. A time span that is gone is not locked.
 */
const ENOUGH = fixed(sql`rooms_of_channels as (
  select s.time_span_id as id, count(*) as shares,
         bool_and(s.uses_pool or s.used + coalesce(w.units, 0) <= s.share) as fits_shares,
         sum(least(coalesce(w.units, 0), s.kept)) as own,
         sum(greatest(0, s.kept - coalesce(w.units, 0))) as still_kept
    from locked_shares s left join wanted_of_channels w on w.id = s.time_span_id and w.channel = s.channel
   group by s.time_span_id
), enough as materialized (
  select count(*) = (select count(*) from wanted) as is_enough
    from locked l left join rooms_of_channels r on r.id = l.id
   where l.units > 0 and l.is_open
     and case when l.shares = 0 then l.taken + l.units <= l.capacity
              else r.shares = l.shares and r.fits_shares
                   and case when r.own = l.units then 0 else r.still_kept end <= l.capacity - l.taken - l.units end)`)

export const IS_ENOUGH = sql`(select is_enough from enough)`

/**
 * The units that orders hold of the days before they are paid, summed when all locks are held: the argument of the
 * function needs them. Days are left out of which so little is taken that no share can be full. The first time span of a
 * day is locked with those that are wanted, so of two batches for one day the second sums what the first holds.
 */
const UNPAID_NOW = fixed(sql`unpaid_now as materialized (
  select d.place, u.network, u.unproven, u.unpaid from days d
   cross join lateral unpaid_units_beyond(
     case when ${IS_ENOUGH} then d.product_id end, d.visit_date,
     (least(d.most, d.most_of_network, d.most_unpaid, d.most_of_code) - d.units - d.units_of_codes)::bigint) u)`)

const DAY_HAS_ROOM = sql`not exists (
  select from days d
   where d.units > 0
     and d.units + coalesce((select sum(u.unproven) from unpaid_now u where u.place = d.place), 0) > d.most)`

const HOLDER_HAS_ROOM = sql`not exists (
  select from wanted_of_holders n
    join days d on d.place = n.place
    left join unpaid_now u on u.place = n.place and u.network = n.network
   where (not n.is_proved and n.units + coalesce(u.unproven, 0) > d.most_of_network)
      or n.units + coalesce(u.unpaid, 0) > case when n.is_proved then d.most_of_code else d.most_unpaid end)`

/** There is enough for all of a batch: of every time span, and of the shares of what is not paid. */
export const HAS_ROOM_FOR_ALL = fixed(sql`${IS_ENOUGH} and ${DAY_HAS_ROOM} and ${HOLDER_HAS_ROOM}`)

/**
 * Part of a statement: locks what the orders want and decides whether it is to be had, up to `ending` (begins_at), which has a row where
 * `condition` is met. Columns travel as arrays, so the text is the same for any number of orders.
 * @param locks parts that `condition` needs beside {@link IS_ENOUGH}, which lock what comes after time spans.
 */
export function askForPlaces(
  held: readonly NewOrder[],
  condition: RawBuilder<unknown>,
  locks: readonly RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  const wanted = [...wantedUnits(held.map(wantsOf))]
  const ofChannels = wantedOfChannels(held)
  const days = [...wantedOfDays(held).values()]
  const holders = days.flatMap(({ holders: ofDay }, place) =>
    Array.from(ofDay.values(), one => ({ ...one, place: place + 1 })),
  )
  return sql`wanted as (
      select id, units from ${listed('w', {
        id: ['int', wanted.map(([id]) => id)],
        units: ['int', wanted.map(([, units]) => units)],
      })}
    ), wanted_of_channels as (
      select id, channel, units from ${listed('c', {
        id: ['int', ofChannels.map(({ id }) => id)],
        channel: ['text', ofChannels.map(({ channel }) => channel)],
        units: ['int', ofChannels.map(({ units }) => units)],
      })}
    ), days as materialized (
      select d.place, d.units, d.units_of_codes, d.product_id, d.visit_date::date as visit_date, min(s.id) as first_span,
             greatest(d.least, floor(d.part * sum(s.capacity))) as most,
             greatest(d.least_of_network, floor(d.part_of_network * sum(s.capacity))) as most_of_network,
             greatest(d.least_unpaid, floor(d.part_unpaid * sum(s.capacity))) as most_unpaid,
             greatest(d.least_of_code, floor(d.part_of_code * sum(s.capacity))) as most_of_code
        from ${listed(
          'd',
          {
            product_id: ['int', days.map(({ day }) => day.productId)],
            visit_date: ['text', days.map(({ day }) => day.visitDate)],
            units: ['int', days.map(({ units }) => units)],
            units_of_codes: ['int', days.map(({ unitsOfCodes }) => unitsOfCodes)],
            part: ['float8', days.map(({ shares }) => shares.day.part)],
            least: ['int', days.map(({ shares }) => shares.day.least)],
            part_of_network: ['float8', days.map(({ shares }) => shares.network.part)],
            least_of_network: ['int', days.map(({ shares }) => shares.network.least)],
            part_unpaid: ['float8', days.map(({ shares }) => shares.unpaidNetwork.part)],
            least_unpaid: ['int', days.map(({ shares }) => shares.unpaidNetwork.least)],
            part_of_code: ['float8', days.map(({ shares }) => shares.doorCode.part)],
            least_of_code: ['int', days.map(({ shares }) => shares.doorCode.least)],
          },
          'place',
        )}
        join time_spans s on s.product_id = d.product_id and s.visit_date = d.visit_date::date
       group by d.place, d.units, d.units_of_codes, d.product_id, d.visit_date, d.part, d.least, d.part_of_network,
                d.least_of_network, d.part_unpaid, d.least_unpaid, d.part_of_code, d.least_of_code
    ), wanted_of_holders as (
      select place, network, is_proved, units from ${listed('n', {
        place: ['int', holders.map(({ place }) => place)],
        network: ['bytea', holders.map(({ holder }) => holder.hash)],
        is_proved: ['boolean', holders.map(({ holder }) => holder.by === 'code')],
        units: ['int', holders.map(({ units }) => units)],
      })}
    ), locked as materialized (
      select t.id, t.capacity, t.taken, t.shares, t.sale_state = 'open' as is_open, coalesce(wanted.units, 0) as units
        from time_spans t left join wanted on wanted.id = t.id
       where t.id = any(array(select id from wanted union select first_span from days))
       order by t.id for no key update of t
    ), ${sql.join([LOCKED_SHARES, ENOUGH, UNPAID_NOW, ...locks])}, ending as (
      select now() as begins_at where ${condition}
    )`
}

/** Part of a statement behind {@link askForPlaces}: the holds, what is taken with them, and what is used of shares. */
export function takePlaces({ orders, holdSeconds }: HeldOrders): RawBuilder<unknown> {
  const holds = orders.flatMap(order =>
    Array.from(wantsOf(order), ([timeSpanId, units]) => ({
      orderId: order.id,
      timeSpanId,
      units,
      network: order.holder?.hash,
      isProved: order.holder?.by === 'code',
      channel: order.channel,
      seconds: order.holdSeconds ?? holdSeconds,
    })),
  )
  return sql`new_holds as (
      insert into holds (order_id, time_span_id, units, network, is_proved, channel, expires_at)
      select h.order_id, h.time_span_id, h.units, h.network, h.is_proved, h.channel, ending.begins_at + make_interval(secs => h.seconds)
      from ending, ${listed('h', {
        order_id: ['uuid', holds.map(hold => hold.orderId)],
        time_span_id: ['int', holds.map(hold => hold.timeSpanId)],
        units: ['int', holds.map(hold => hold.units)],
        network: ['bytea', holds.map(hold => hold.network)],
        is_proved: ['boolean', holds.map(hold => hold.isProved)],
        channel: ['text', holds.map(hold => hold.channel)],
        seconds: ['float8', holds.map(hold => hold.seconds)],
      })}
    ), raised as (
      -- From what was read under the lock. Where a row has changed since the statement began, PostgreSQL evaluates this part
      -- again, and a sum over the new holds would then count them twice.
      update time_spans set taken = locked.taken + locked.units
      from locked, ending where time_spans.id = locked.id and locked.units > 0
    ), used as (
      update channel_shares set used = locked_shares.used + w.units
      from locked_shares join wanted_of_channels w on w.id = locked_shares.time_span_id and w.channel = locked_shares.channel, ending
      where channel_shares.time_span_id = w.id and channel_shares.channel = w.channel
    )`
}

/** The units that the channels want of each time span. */
function wantedOfChannels(
  orders: readonly NewOrder[],
): ReadonlyArray<{ readonly id: number; readonly channel: string; readonly units: number }> {
  return Array.from(Map.groupBy(orders, ({ channel }) => channel)).flatMap(([channel, of]) =>
    Array.from(wantedUnits(of.map(wantsOf)), ([id, units]) => ({ id, channel, units })),
  )
}

interface ShareRow {
  readonly id: number
  readonly channel: string
  readonly share: number
  readonly used: number
  readonly usesPool: boolean
  readonly isKept: boolean
}

/**
 * The units of time spans that can be sold now; none of one that is stopped. The caller has locked them, and their
 * shares with them.
 */
export async function findRooms(tx: Tx, all: readonly SpanStock[]): Promise<ReadonlyMap<number, SpanRoom>> {
  const spans = all.filter(({ isOpen }) => isOpen)
  const shared = spans.filter(({ shares }) => shares > 0).map(({ id }) => id)
  const { rows } =
    shared.length === 0
      ? { rows: [] }
      : await sql<ShareRow>`
          select time_span_id as id, channel, share, used, uses_pool as "usesPool",
                 coalesce(release_at, 'infinity') > now() as "isKept"
            from channel_shares where time_span_id = any(${list('int', shared)}::int[])`.execute(tx)
  const byId = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    spans.map(({ id, capacity, taken }) => [id, { left: capacity - taken, shares: byId.get(id) ?? [] }]),
  )
}

/** A day as the decision about its shares needs it. */
export interface DayUnits {
  readonly key: string
  readonly shares: UnprovenShares
  /** The one that is locked for the whole day. */
  readonly firstSpan: number
  readonly spans: readonly number[]
  readonly capacity: number
}

/** The days on which bounded ones of the orders want something. */
export async function findDays(tx: Tx, orders: readonly NewOrder[]): Promise<readonly DayUnits[]> {
  const wanted = wantedOfDays(orders)
  const days = Array.from(wanted.values(), ({ day }) => day)
  if (days.length === 0) return []
  const { rows } = await sql<Omit<DayUnits, 'key' | 'shares'> & ProductDay>`
    select s.product_id as "productId", s.visit_date as "visitDate", min(s.id) as "firstSpan", array_agg(s.id) as spans,
           sum(s.capacity)::float8 as capacity
      from ${listed('d', {
        product_id: ['int', days.map(day => day.productId)],
        visit_date: ['text', days.map(day => day.visitDate)],
      })}
      join time_spans s on s.product_id = d.product_id and s.visit_date = d.visit_date::date
     group by s.product_id, s.visit_date`.execute(tx)
  return rows.map(row => ({ ...row, key: dayKey(row), shares: entryOf(wanted, dayKey(row)).shares }))
}

/** Units that a network, or a code of the door, holds of a day before they are paid. */
export interface UnpaidUnits {
  /** In hexadecimal. */
  readonly network: string
  readonly unproven: number
  /** The unproven ones included. */
  readonly unpaid: number
}

/** The caller has locked the first spans of the days. */
export async function unpaidUnits(
  tx: Tx,
  days: readonly Pick<DayUnits, 'key' | 'spans'>[],
): Promise<ReadonlyMap<string, readonly UnpaidUnits[]>> {
  const held = new Map<string, readonly UnpaidUnits[]>()
  for (const { key, spans } of days) {
    const { rows } = await sql<UnpaidUnits>`
      select encode(network, 'hex') as network, unproven::integer, unpaid::integer
        from unpaid_units(${spans}::integer[])`.execute(tx)
    held.set(key, rows)
  }
  return held
}

interface WantedOfDay {
  readonly day: ProductDay
  /** As the first of the orders knows them: a site may have changed them while they came. */
  readonly shares: UnprovenShares
  /** Units that networks want, and those that are wanted with codes of the door. */
  units: number
  unitsOfCodes: number
  readonly holders: Map<string, { readonly holder: Holder; units: number }>
}

/** The units that the bounded ones of the orders want of each day, together and by holder; by {@link dayKey}. */
function wantedOfDays(orders: readonly NewOrder[]): ReadonlyMap<string, WantedOfDay> {
  const days = new Map<string, WantedOfDay>()
  for (const order of orders) {
    const { holder } = order
    if (holder === null) continue
    const name = holder.hash.toString('latin1')
    for (const day of [order, ...order.sets]) {
      const key = dayKey(day)
      const wanted = days.get(key) ?? {
        day,
        shares: holder.shares,
        units: 0,
        unitsOfCodes: 0,
        holders: new Map(),
      }
      const ofHolder = wanted.holders.get(name) ?? { holder, units: 0 }
      if (holder.by === 'code') wanted.unitsOfCodes += day.quantity
      else wanted.units += day.quantity
      ofHolder.units += day.quantity
      wanted.holders.set(name, ofHolder)
      days.set(key, wanted)
    }
  }
  return days
}
