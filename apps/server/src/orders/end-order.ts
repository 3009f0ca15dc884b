import type { OrderStatus } from '@kippu/domain/states/order'

import type { Tx } from '../db/database.ts'
import { findOrderById } from './find-order.ts'
import { giveBackHold, lockTimeSpan } from './held-stock.ts'
import { moveOrder } from './move-order.ts'

/** Ends of an order that give its stock back. */
export type EndStatus = Extract<OrderStatus, 'cancelled' | 'expired' | 'refunded' | 'refund_failed'>

/**
 * Ends an order and gives its stock back in the same transaction; `from` narrows the states it may leave. False,
 * and nothing is changed, when the order is in none of them any more.
 */
export async function endOrder(
  tx: Tx,
  {
    orderId,
    to,
    from,
  }: { readonly orderId: string; readonly to: EndStatus; readonly from?: readonly OrderStatus[] },
): Promise<boolean> {
  const order = await findOrderById(tx, orderId)
  if (order === undefined) return false
  await lockTimeSpan(tx, order.timeSpanId)
  if (!(await moveOrder(tx, { orderId, to, ...(from && { from }) }))) return false
  await giveBackHold(tx, orderId)
  return true
}
