import { wantedUnits } from '@kippu/domain/stock/grant'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { list, listed } from '../../db/list.ts'
import type { GroupedWrite, Tx, Write } from '../../db/database.ts'
import { grouped } from '../../db/grouped.ts'
import type { Schema } from '../../db/schema.ts'
import { type NewOrder, wantsOf } from './hold-queue.ts'

export interface SpanStock {
  readonly id: number
  readonly capacity: number
  readonly taken: number
}

/**
 * Locks time spans until the transaction ends, always in the order of their ids, and reads their stock. One that is gone
 * is left out. NO KEY: a second write to an order has the database check that its span exists, and that check must not
 * wait for a lock of stock, whose holder may wait for the order.
 */
export async function lockSpans(tx: Tx, ids: readonly number[]): Promise<SpanStock[]> {
  return selectSpans(tx, ids).forNoKeyUpdate().execute()
}

/** The query of {@link lockSpans} without its lock: tests leave the lock out to prove that it is needed. */
export function selectSpans(
  tx: Tx,
  ids: readonly number[],
): SelectQueryBuilder<Schema, 'time_spans', SpanStock> {
  return tx
    .selectFrom('time_spans')
    .select(['id', 'capacity', 'taken'])
    .where('id', '=', sql<number>`any(${list('int', ids)}::int[])`)
    .orderBy('id')
}

export interface HeldOrders {
  readonly orders: readonly NewOrder[]
  readonly holdSeconds: number
}

/** Writes orders, their lines and holds, and raises what is taken. The caller has locked the stock. Answers when the holds end. */
export async function insertHeldOrders(tx: Tx, held: HeldOrders): Promise<Date> {
  const end = await insertTogether(tx, held, sql`true`)
  if (end === undefined) throw new Error('an insert of orders answered nothing')
  return end
}

/**
 * As {@link insertHeldOrders}, in a statement of its own: all orders of the batch or, when a time span has not enough for all of
 * them, none and `undefined`. Holds that have ended still count: who is told `undefined` looks for them.
 */
export const insertWhereEnough: GroupedWrite<HeldOrders, Date | undefined> = grouped(
  (write, batches) => Promise.all(batches.map(held => insertTogether(write, held, IS_ENOUGH))),
  { most: 1 },
)

/** A time span that is gone is not locked. */
const IS_ENOUGH = sql`(select count(*) = (select count(*) from wanted) from locked where taken + units <= capacity)`

/** In one statement: columns travel as arrays, so the text is the same for any number of orders. */
async function insertTogether(
  on: Tx | Write,
  { orders, holdSeconds }: HeldOrders,
  condition: RawBuilder<unknown>,
): Promise<Date | undefined> {
  const wanted = [...wantedUnits(orders.map(wantsOf))]
  const items = orders.flatMap(order => [
    ...order.lines.map((line, position) => ({
      ...line,
      orderId: order.id,
      position,
      productId: order.productId,
      timeSpanId: order.timeSpanId,
    })),
    ...order.sets.map((set, position) => ({
      ...set,
      orderId: order.id,
      position,
      kind: 'set',
      optionValueId: null,
      basePrice: set.unitPrice,
      addCost: 0,
      membershipDiscount: 0,
    })),
  ])
  const holds = orders.flatMap(order =>
    Array.from(wantsOf(order), ([timeSpanId, units]) => ({ orderId: order.id, timeSpanId, units })),
  )
  const { rows } = await sql<{ expires_at: Date }>`
    with wanted as (
      select id, units from ${listed('w', {
        id: ['int', wanted.map(([id]) => id)],
        units: ['int', wanted.map(([, units]) => units)],
      })}
    ), locked as materialized (
      select t.id, t.capacity, t.taken, wanted.units from time_spans t join wanted on wanted.id = t.id
       order by t.id for no key update of t
    ), ending as (
      select now() + make_interval(secs => ${holdSeconds}) as expires_at where ${condition}
    ), new_orders as (
      insert into orders (id, site_key, channel, token_hash, status, lang, product_id, time_span_id, quantity,
                          subtotal, promotion_id, membership_discount, price, expires_at, created_at)
      select o.id, o.site_key, o.channel, o.token_hash, 'temporary', o.lang, o.product_id, o.time_span_id, o.quantity,
             o.subtotal, o.promotion_id, o.membership_discount, o.price, ending.expires_at, now()
      from ending, ${listed('o', {
        id: ['uuid', orders.map(order => order.id)],
        site_key: ['text', orders.map(order => order.siteKey)],
        channel: ['text', orders.map(order => order.channel)],
        token_hash: ['bytea', orders.map(order => order.tokenHash)],
        lang: ['text', orders.map(order => order.lang)],
        product_id: ['int', orders.map(order => order.productId)],
        time_span_id: ['int', orders.map(order => order.timeSpanId)],
        quantity: ['int', orders.map(order => order.quantity)],
        subtotal: ['int', orders.map(order => order.subtotal)],
        promotion_id: ['uuid', orders.map(order => order.promotionId)],
        membership_discount: ['int', orders.map(order => order.membershipDiscount)],
        price: ['int', orders.map(order => order.price)],
      })}
    ), new_items as (
      insert into order_items (order_id, position, kind, product_id, time_span_id, option_value_id, quantity, base_price,
                               add_cost, unit_price, membership_discount, tax_rate)
      select i.order_id, i.position, i.kind, i.product_id, i.time_span_id, i.option_value_id, i.quantity, i.base_price,
             i.add_cost, i.unit_price, i.membership_discount, i.tax_rate
      from ending, ${listed('i', {
        order_id: ['uuid', items.map(item => item.orderId)],
        position: ['smallint', items.map(item => item.position)],
        kind: ['text', items.map(item => item.kind)],
        product_id: ['int', items.map(item => item.productId)],
        time_span_id: ['int', items.map(item => item.timeSpanId)],
        option_value_id: ['int', items.map(item => item.optionValueId)],
        quantity: ['int', items.map(item => item.quantity)],
        base_price: ['int', items.map(item => item.basePrice)],
        add_cost: ['int', items.map(item => item.addCost)],
        unit_price: ['int', items.map(item => item.unitPrice)],
        membership_discount: ['int', items.map(item => item.membershipDiscount)],
        tax_rate: ['smallint', items.map(item => item.taxRate)],
      })}
    ), new_holds as (
      insert into holds (order_id, time_span_id, units, expires_at)
      select h.order_id, h.time_span_id, h.units, ending.expires_at
      from ending, ${listed('h', {
        order_id: ['uuid', holds.map(hold => hold.orderId)],
        time_span_id: ['int', holds.map(hold => hold.timeSpanId)],
        units: ['int', holds.map(hold => hold.units)],
      })}
    ), raised as (
      -- From what was read under the lock. Where a row has changed since the statement began, PostgreSQL evaluates this part
      -- again, and a sum over the new holds would then count them twice.
      update time_spans set taken = locked.taken + locked.units
      from locked, ending where time_spans.id = locked.id
    )
    select expires_at from ending`.execute(on)
  return rows[0]?.expires_at
}
