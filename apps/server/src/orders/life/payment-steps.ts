import type { OrderStatus } from '@kippu/domain/states/order'
import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { endOrder } from './end-order.ts'
import { lockWholeOrders, type WholeOrder } from './lock-as-read.ts'
import { isOneOf } from './move-order.ts'
import { endHoldsWith, keepCountedHoldsOf, keepHoldsOf } from '../../stock/whole-holds.ts'

/**
 * The effects of a payment on its order: parts of the statement that changes its attempt. A part changes only orders
 * that are where it may begin: of two callers one wins.
 */

const BEING_PAID = ['payment_pending', 'payment_3ds'] as const satisfies readonly OrderStatus[]

/** Hold that is left at least once a payment has begun, in minutes. */
const MINUTES_TO_PAY = 15

/** An order to be paid. Nobody has proved the address of one that is `isUnproved`: it is ready with its payment (docs/decisions/0117). */
export interface ClaimedOrder extends WholeOrder {
  readonly isUnproved: boolean
}

/**
 * Part of a statement: `claimed_orders` (id), those with a payment from now on: `ready_checkout` → `payment_pending`. Their holds
 * never end by themselves then. Left out is what has changed since it was read, has ended, or no longer holds all it wants.
 */
export function claimOrders(orders: readonly ClaimedOrder[]): RawBuilder<unknown> {
  const unproved = orders.flatMap(({ order, isUnproved }) => (isUnproved ? [order.id] : []))
  const isUnproved = sql`id = any(${list('uuid', unproved)}::uuid[])`
  const isReady = isOneOf(['ready_checkout'])
  const mayBePaid =
    unproved.length === 0
      ? isReady
      : sql`case when ${isUnproved} then ${isOneOf(['temporary', 'mail_sent'])} else ${isReady} end`
  const claimed = sql`select id from claimed_orders`
  const holds =
    unproved.length === 0
      ? keepHoldsOf(claimed)
      : sql`${keepHoldsOf(sql`${claimed} where not ${isUnproved}`)}, ${keepCountedHoldsOf(sql`${claimed} where ${isUnproved}`)}`
  return sql`${lockWholeOrders(orders, sql`o.expires_at > now()`)}, claimed_orders as (
    update orders set status = 'payment_pending', version = ${VERSION_RAISED},
      expires_at = greatest(expires_at, now() + make_interval(mins => ${sql.lit(MINUTES_TO_PAY)}))
    where id in (select order_id from whole_holds) and ${mayBePaid}
    returning id
  ), ${holds}`
}

/**
 * Part of a statement: the provider asked for 3-D Secure for the orders behind `asked`, a query of ids. The table knows
 * one move from `ready_checkout` to `payment_3ds`; we make it in two, because the order is claimed before the provider
 * is asked.
 */
export function markThreeDSecure(asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`challenged_orders as (
    update orders set status = 'payment_3ds', version = ${VERSION_RAISED} where id in (${beingPaid(asked)})
  )`
}

/** Hold that is left at least when a payment has failed, in minutes. */
const MINUTES_TO_TRY_AGAIN = 5

/**
 * Part of a statement: `returned_orders` (id), the orders behind `failed`, a query of ids, whose payment failed and may
 * be tried again: back to `ready_checkout` with five minutes of hold at least. Their attempts are fenced before.
 */
export function returnOrders(failed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`returned_orders as (
    update orders set status = 'ready_checkout', version = ${VERSION_RAISED},
      expires_at = greatest(expires_at, now() + make_interval(mins => ${sql.lit(MINUTES_TO_TRY_AGAIN)}))
    where id in (${beingPaid(failed)})
    returning id, expires_at
  ), ${endHoldsWith(sql`returned_orders`)}`
}

/** Locks those of the orders that are being paid. */
function beingPaid(orders: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id from orders where id in (${orders}) and ${isOneOf(BEING_PAID)}
    order by id for no key update`
}

/** As {@link returnOrders}, for one order. False: no payment is open. */
export async function returnToCheckout(tx: Tx, { orderId }: { readonly orderId: string }): Promise<boolean> {
  const { rows } = await sql`
    with ${returnOrders(sql`select ${orderId}::uuid`)} select id from returned_orders`.execute(tx)
  return rows.length === 1
}

/** How an order ends whose attempt is fenced or refunded. */
export type Abandoned = keyof typeof ABANDONED_FROM

/** Ends an order whose attempt is fenced or refunded; its stock goes back now. False: it is not where this may begin. */
export async function abandonOrder(
  tx: Tx,
  { orderId, status }: { readonly orderId: string; readonly status: Abandoned },
): Promise<boolean> {
  return endOrder(tx, { orderId, to: status, from: ABANDONED_FROM[status] })
}

const ABANDONED_FROM = {
  expired: BEING_PAID,
  refunded: [...BEING_PAID, 'expired'],
  refund_failed: [...BEING_PAID, 'expired'],
} as const satisfies Record<string, readonly OrderStatus[]>
