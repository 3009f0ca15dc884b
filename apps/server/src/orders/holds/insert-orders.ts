import { type RawBuilder, sql } from 'kysely'

import type { GroupedWrite, Tx, Write } from '../../platform/db/database.ts'
import { grouped } from '../../platform/db/grouped.ts'
import { listed, type ListedColumns } from '../../platform/db/list.ts'
import { askForPlaces, HAS_ROOM_FOR_ALL, type HeldOrders, takePlaces } from '../../stock/batch-queries.ts'
import type { NewOrder } from '../../stock/hold-queue.ts'

/** Orders of which some take their places later. */
export interface GrantedOrders extends HeldOrders {
  readonly later: readonly NewOrder[]
}

/** Writes orders, their lines and holds, and raises what is taken. The caller has locked the stock. Answers when the holds begin. */
export async function insertHeldOrders(tx: Tx, granted: GrantedOrders): Promise<Date> {
  const begin = await insertTogether(tx, granted, sql`true`)
  if (begin === undefined) throw new Error('an insert of orders answered nothing')
  return begin
}

/**
 * As {@link insertHeldOrders}, in a statement of its own: all orders of the batch or, when a time span has not enough for all of
 * them, or a share, none and `undefined`. Holds that have ended still count as taken: who is told `undefined`
 * looks for them.
 */
export const insertWhereEnough: GroupedWrite<HeldOrders, Date | undefined> = grouped(
  (write, batches) =>
    Promise.all(batches.map(held => insertTogether(write, { ...held, later: [] }, HAS_ROOM_FOR_ALL))),
  { most: 1 },
)

async function insertTogether(
  on: Tx | Write,
  granted: GrantedOrders,
  condition: RawBuilder<unknown>,
): Promise<Date | undefined> {
  const { rows } = await sql<{ begins_at: Date }>`
    with ${askForPlaces(granted.orders, condition)}, ${writeOrders(granted)}, ${takePlaces(granted)}
    select begins_at from ending`.execute(on)
  return rows[0]?.begins_at
}

/** Part of a statement behind `ending`: the orders and their lines. All of them move a reservation, or none. */
export function writeOrders({ orders: held, later, holdSeconds }: GrantedOrders): RawBuilder<unknown> {
  const orders = [...held, ...later]
  const { ofOrders, ofItems } = columnsOfChanges(orders)
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
  return sql`new_orders as (
      insert into orders (id, site_key, channel, token_hash, status, lang, product_id, time_span_id, quantity,
                          subtotal, promotion_id, membership_discount, price, places_at_proof, expires_at,
                          check_at, created_at${ofOrders.names})
      select o.id, o.site_key, o.channel, o.token_hash, o.status, o.lang, o.product_id, o.time_span_id, o.quantity,
             o.subtotal, o.promotion_id, o.membership_discount, o.price, o.places_at_proof,
             ending.begins_at + make_interval(secs => o.seconds), ending.begins_at + make_interval(secs => o.seconds),
             ending.begins_at${ofOrders.values}
      from ending, ${listed('o', {
        id: ['uuid', orders.map(order => order.id)],
        site_key: ['text', orders.map(order => order.siteKey)],
        channel: ['text', orders.map(order => order.channel)],
        token_hash: ['bytea', orders.map(order => order.tokenHash)],
        status: ['text', orders.map(order => (order.isReady === true ? 'ready_checkout' : 'temporary'))],
        lang: ['text', orders.map(order => order.lang)],
        product_id: ['int', orders.map(order => order.productId)],
        time_span_id: ['int', orders.map(order => order.timeSpanId)],
        quantity: ['int', orders.map(order => order.quantity)],
        subtotal: ['int', orders.map(order => order.subtotal)],
        promotion_id: ['uuid', orders.map(order => order.promotionId)],
        membership_discount: ['int', orders.map(order => order.membershipDiscount)],
        price: ['int', orders.map(order => order.price)],
        places_at_proof: ['boolean', orders.map((_, index) => index >= held.length)],
        seconds: ['float8', orders.map(order => order.holdSeconds ?? holdSeconds)],
        ...ofOrders.lists,
      })}${ofOrders.join}
    ), new_items as (
      insert into order_items (order_id, position, kind, product_id, time_span_id, option_value_id, quantity, base_price,
                               add_cost, unit_price, membership_discount, tax_rate${ofItems.names})
      select i.order_id, i.position, i.kind, i.product_id, i.time_span_id, i.option_value_id, i.quantity, i.base_price,
             i.add_cost, i.unit_price, i.membership_discount, i.tax_rate${ofItems.values}
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
        ...ofItems.lists,
      })}
    )`
}

/** Columns that only orders have that move a reservation, and their lines: names, values, and the lists behind them. */
function columnsOfChanges(orders: readonly NewOrder[]) {
  const changes = orders.flatMap(({ change }) => change ?? [])
  const none = { names: sql``, values: sql``, lists: {}, join: sql`` }
  if (changes.length === 0) return { ofOrders: none, ofItems: none }
  const stocks = orders.flatMap(({ lines, sets }) => [
    ...lines.map(() => 'held'),
    ...sets.map(({ stock }) => stock),
  ])
  return {
    ofOrders: {
      names: sql`, kind, replaces, moves_from, credit, refund_due, member_id, customer_info, email, mails_after_payment`,
      values: sql`, 'time_change', o.replaces, b.id, o.credit, o.refund_due, b.member_id, b.customer_info, b.email,
             b.mails_after_payment`,
      join: sql` join orders b on b.id = o.moves_from`,
      lists: {
        replaces: ['uuid', changes.map(({ reservationId }) => reservationId)],
        moves_from: ['uuid', changes.map(({ movesFrom }) => movesFrom)],
        credit: ['int', changes.map(({ credit }) => credit)],
        refund_due: ['int', changes.map(({ refundDue }) => refundDue)],
      } satisfies ListedColumns,
    },
    ofItems: {
      names: sql`, stock, former_price, coupon_discount`,
      values: sql`, i.stock, i.former_price, i.coupon_discount`,
      lists: {
        stock: ['text', stocks],
        former_price: ['int', changes.flatMap(({ formerPrices }) => formerPrices)],
        coupon_discount: ['int', changes.flatMap(({ couponDiscounts }) => couponDiscounts)],
      } satisfies ListedColumns,
    },
  }
}
