import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { listed } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import type { OrderCoupon } from './queries.ts'

/**
 * Uses of coupons: `taken` is always the number of a coupon's counted rows in `order_coupons`, so every statement here
 * that touches one touches the other. Coupons without a limit are not counted: a code that everybody uses must not
 * become a row that everybody waits for.
 *
 * A use changes only under the lock of its order, whose version it raises. Rows are locked in one order everywhere:
 * time spans, order, holds, then coupons by their ids.
 */

/** The coupons of an order before and after a change, each list in the order they were added. */
export interface ChangedUses {
  readonly orderId: string
  readonly before: readonly OrderCoupon[]
  /** With the yen that each takes off. */
  readonly after: ReadonlyArray<OrderCoupon & { readonly discount: number }>
}

/** A use is left of the coupon `c` for the order `u` and those before it in its group. */
const IS_LEFT = sql<boolean>`c.usage_limit is null or c.taken + u.wanted <= c.usage_limit`

/**
 * Part of a statement: `used_orders` (id), those of the orders behind `locked`, a query of ids, for which every use is
 * left that they want. Their uses are counted and given back. Nobody else counts these coupons until the commit.
 * @param isLeft Tests leave the guard out to prove that it is needed.
 */
export function changeUses(
  orders: readonly ChangedUses[],
  locked: RawBuilder<unknown>,
  isLeft: RawBuilder<boolean> = IS_LEFT,
): RawBuilder<unknown> {
  const rows = orders.flatMap(({ orderId, before, after }) => [
    ...without(after, before).map(coupon => ({ orderId, coupon, uses: 1 })),
    ...without(before, after).map(coupon => ({ orderId, coupon, uses: -1 })),
  ])
  const counted = rows.filter(({ coupon }) => coupon.isCounted)
  const dropped = rows.filter(({ uses }) => uses < 0)
  const kept = orders.flatMap(({ orderId, after }) =>
    after.map((coupon, index) => ({ orderId, coupon, position: index + 1 })),
  )
  return sql`changed_uses as materialized (
    select order_id, coupon_id, uses, sum(greatest(uses, 0)) over (partition by coupon_id order by order_id) as wanted
      from ${listed('u', {
        order_id: ['uuid', counted.map(({ orderId }) => orderId)],
        coupon_id: ['uuid', counted.map(({ coupon }) => coupon.id)],
        uses: ['int', counted.map(({ uses }) => uses)],
      })}
     where order_id in (${locked})
  ), locked_coupons as materialized (
    select id, taken, usage_limit from coupons where id in (select coupon_id from changed_uses)
     order by id for no key update
  ), used_orders as materialized (
    select o.id from (${locked}) as o
     where not exists (
       select from changed_uses u join locked_coupons c on c.id = u.coupon_id
        where u.order_id = o.id and u.uses > 0 and not (${isLeft}))
  ), counted_coupons as (
    update coupons c set taken = c.taken + u.uses
      from (select coupon_id, sum(uses)::integer as uses from changed_uses
             where order_id in (select id from used_orders) group by coupon_id) as u
     where c.id = u.coupon_id
  ), dropped_coupons as (
    delete from order_coupons as d
     using ${listed('g', {
       order_id: ['uuid', dropped.map(({ orderId }) => orderId)],
       coupon_id: ['uuid', dropped.map(({ coupon }) => coupon.id)],
     })}
     where d.order_id = g.order_id and d.coupon_id = g.coupon_id and d.order_id in (select id from used_orders)
  ), kept_coupons as (
    insert into order_coupons (order_id, coupon_id, position, discount, is_counted)
    select order_id, coupon_id, position, discount, is_counted
      from ${listed('k', {
        order_id: ['uuid', kept.map(({ orderId }) => orderId)],
        coupon_id: ['uuid', kept.map(({ coupon }) => coupon.id)],
        position: ['smallint', kept.map(({ position }) => position)],
        discount: ['int', kept.map(({ coupon }) => coupon.discount)],
        is_counted: ['boolean', kept.map(({ coupon }) => coupon.isCounted)],
      })}
     where order_id in (select id from used_orders)
    on conflict (order_id, coupon_id) do update set position = excluded.position, discount = excluded.discount
  )`
}

/** Those of some coupons that are not among others. */
function without(coupons: readonly OrderCoupon[], others: readonly OrderCoupon[]): readonly OrderCoupon[] {
  return coupons.filter(({ id }) => !others.some(other => other.id === id))
}

/**
 * Gives back the uses of an order that has ended, once. Its rows stay: a payment that arrives late was made for this
 * price.
 */
export async function releaseCoupons(tx: Tx, orderId: string): Promise<void> {
  await sql`
    with ${lockCouponsOf(orderId, sql<boolean>`u.is_counted`)}, marked_uses as (
      update order_coupons set is_counted = false
       where order_id = ${orderId}::uuid and coupon_id in (select id from locked_coupons)
    )
    update coupons set taken = taken - 1 where id in (select id from locked_coupons)`.execute(tx)
}

/**
 * Counts what is not counted, so far as uses are left. False: not all could be. That is for a payment that begins; an order
 * that had given its uses back and is paid late takes what is left, for money that was charged is never refused for a
 * coupon.
 */
export async function takeMissingUses(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ isWhole: boolean }>`
    with ${lockCouponsOf(orderId, sql<boolean>`not u.is_counted and c.usage_limit is not null`)}, raised_coupons as (
      update coupons set taken = taken + 1
       where id in (select id from locked_coupons) and taken < usage_limit
      returning id
    ), marked_uses as (
      update order_coupons set is_counted = true
       where order_id = ${orderId}::uuid and coupon_id in (select id from raised_coupons)
    )
    update orders set version = ${VERSION_RAISED} where id = ${orderId}::uuid
    returning not exists (
      select from locked_coupons where id not in (select id from raised_coupons)) as "isWhole"`.execute(tx)
  return rows[0]?.isWhole === true
}

/** Part of a statement: `locked_coupons` (id), those of an order whose use `u` or row `c` meets a condition. */
function lockCouponsOf(orderId: string, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`locked_coupons as materialized (
    select c.id from coupons c join order_coupons u on u.coupon_id = c.id
     where u.order_id = ${orderId}::uuid and ${condition}
     order by c.id for no key update of c
  )`
}

/** A coupon that a change of time takes along, in the order in which they were added. */
export interface CarriedCoupon {
  readonly orderId: string
  readonly couponId: string
  readonly position: number
  readonly discount: number
}

/**
 * Part of a statement behind `ending`: coupons of new changes of time. Their uses are those of the orders that were bought first,
 * and are not counted again.
 */
export function carryCoupons(coupons: readonly CarriedCoupon[]): RawBuilder<unknown> {
  return sql`carried_coupons as (
    insert into order_coupons (order_id, coupon_id, position, discount, is_counted)
    select c.order_id, c.coupon_id, c.position, c.discount, false
      from ending, ${listed('c', {
        order_id: ['uuid', coupons.map(({ orderId }) => orderId)],
        coupon_id: ['uuid', coupons.map(({ couponId }) => couponId)],
        position: ['smallint', coupons.map(({ position }) => position)],
        discount: ['int', coupons.map(({ discount }) => discount)],
      })}
  )`
}
