import type { OrderStatus } from '@kippu/domain/states/order'

import type { Tx } from '../db/database.ts'
import { findOrderById } from './find-order.ts'
import { giveBackHold, lockTimeSpan } from './held-stock.ts'
import { moveOrder } from './move-order.ts'

/** Ends of an order that give its stock back. */
export type EndStatus = Extract<OrderStatus, 'cancelled' | 'expired' | 'refunded' | 'refund_failed'>

export interface OrderEnd {
  readonly orderId: string
  readonly to: EndStatus
  readonly from?: readonly OrderStatus[]
}

/**
 * Ends an order and gives its stock back in the same transaction; `from` narrows the states it may leave. False,
 * and nothing is changed, when the order is in none of them any more.
 */
export async function endOrder(tx: Tx, end: OrderEnd): Promise<boolean> {
  const order = await findOrderById(tx, end.orderId)
  if (order === undefined) return false
  await lockTimeSpan(tx, order.timeSpanId)
  return endOrderOfLockedSpan(tx, end)
}

/** As {@link endOrder}; the caller has locked the time span of the order. */
export async function endOrderOfLockedSpan(tx: Tx, end: OrderEnd): Promise<boolean> {
  if (!(await moveOrder(tx, end))) return false
  await giveBackHold(tx, end.orderId)
  return true
}
