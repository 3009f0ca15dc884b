import type { Tx } from '../../platform/db/database.ts'
import { takeMissingUses } from '../../orders/coupons/coupon-uses.ts'
import type { OrderRecord } from '../../orders/life/find-order.ts'
import { keepOrRetakeHolds } from '../../stock/held-stock.ts'

/**
 * Takes stock and coupons again of an order that is paid after it had given them back, so that it can be completed in
 * the same transaction, which has locked it with its stock. False, and it holds no more than before: the stock is gone.
 */
export async function retakeOrder(
  tx: Tx,
  { id, status }: Pick<OrderRecord, 'id' | 'status'>,
): Promise<boolean> {
  if (!(await keepOrRetakeHolds(tx, id))) return false
  if (status === 'expired') await takeMissingUses(tx, id)
  return true
}
