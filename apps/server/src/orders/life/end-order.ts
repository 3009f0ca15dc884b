import type { OrderStatus } from '@kippu/domain/states/order'

import type { Tx } from '../../platform/db/database.ts'
import { releaseCoupons } from '../coupons/coupon-uses.ts'
import { lockSpans } from '../../stock/batch-queries.ts'
import { findUnitsOfOrder, giveBackHolds, lockSpansOfOrder } from '../../stock/held-stock.ts'
import { lockOrder, type OrderRecord } from './find-order.ts'
import { moveOrder } from './move-order.ts'

/** Ends of an order that give its stock back, and the uses of its coupons. */
export type EndStatus = Extract<OrderStatus, 'cancelled' | 'expired' | 'refunded' | 'refund_failed'>

export interface OrderEnd {
  readonly orderId: string
  readonly to: EndStatus
  readonly from?: readonly OrderStatus[]
}

/**
 * Ends an order and gives back its stock and the uses of its coupons in the same transaction; `from` narrows the states
 * it may leave. False, and nothing is changed, when the order is in none of them any more.
 */
export async function endOrder(tx: Tx, end: OrderEnd): Promise<boolean> {
  await lockSpansOfOrder(tx, end.orderId)
  return endOrderOfLockedSpans(tx, end)
}

/** Locks an order and what it holds, in the one order in which both are locked, until the transaction ends. */
export async function lockWithStock(tx: Tx, orderId: string): Promise<OrderRecord | undefined> {
  await lockSpansOfOrder(tx, orderId)
  return lockOrder(tx, orderId)
}

/** As {@link lockWithStock}, for several orders: all time spans first, then the orders by their ids. */
export async function lockAllWithStock(tx: Tx, orderIds: readonly string[]): Promise<readonly OrderRecord[]> {
  const spans = new Set<number>()
  for (const id of orderIds) for (const span of (await findUnitsOfOrder(tx, id)).keys()) spans.add(span)
  await lockSpans(tx, [...spans])
  const orders: OrderRecord[] = []
  for (const id of orderIds.toSorted()) {
    const order = await lockOrder(tx, id)
    if (order !== undefined) orders.push(order)
  }
  return orders
}

/** As {@link endOrder}; the caller has locked the time spans of the order. */
export async function endOrderOfLockedSpans(tx: Tx, end: OrderEnd): Promise<boolean> {
  if (!(await moveOrder(tx, end))) return false
  await giveBackHolds(tx, end.orderId)
  await releaseCoupons(tx, end.orderId)
  return true
}
