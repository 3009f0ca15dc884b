import { type SelectQueryBuilder, sql } from 'kysely'

import { list, listed } from '../../db/list.ts'
import type { Tx } from '../../db/database.ts'
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

/**
 * Writes orders, their lines and holds, and raises what is taken, in one statement: columns travel as
 * arrays, so the text is the same for any number of orders. Answers when the holds end.
 */
export async function insertHeldOrders(tx: Tx, { orders, holdSeconds }: HeldOrders): Promise<Date> {
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
    with ending as (
      select now() + make_interval(secs => ${holdSeconds}) as expires_at
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
      from ${listed('i', {
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
      returning time_span_id, units
    ), raised as (
      update time_spans set taken = taken + sold.units
      from (select time_span_id, sum(units)::int as units from new_holds group by time_span_id) as sold
      where time_spans.id = sold.time_span_id
    )
    select expires_at from ending`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('an insert of orders answered nothing')
  return row.expires_at
}
