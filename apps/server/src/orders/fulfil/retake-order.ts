import { canMoveOrder } from '@kippu/domain/states/order'

import type { Tx } from '../../db/database.ts'
import { takeMissingUses } from '../coupons/coupon-uses.ts'
import { lockWithStock } from '../life/end-order.ts'
import { keepOrRetakeHolds } from '../stock/held-stock.ts'
import type { PaidAmount } from './complete-order.ts'

/**
 * Takes stock and coupons again of an order that is paid after it had given them back (S-2.06), so that it can be completed
 * in the same transaction. False, and it holds no more than before: the stock is gone, the order ended otherwise, or its price is
 * another one.
 */
export async function retakeOrder(
  tx: Tx,
  orderId: string,
  { amount, methodDiscount }: PaidAmount,
): Promise<boolean> {
  const order = await lockWithStock(tx, orderId)
  if (order === undefined || !canMoveOrder(order.status, 'completed')) return false
  if (order.price !== amount + methodDiscount) return false
  if (!(await keepOrRetakeHolds(tx, orderId))) return false
  if (order.status === 'expired') await takeMissingUses(tx, orderId)
  return true
}
