import type { Read, Tx } from '../../db/database.ts'
import {
  type CouponRecord,
  deleteUse,
  findCouponsOfOrder,
  lowerTaken,
  markUse,
  type OrderCoupon,
  raiseTaken,
} from './queries.ts'

/**
 * Uses of coupons: `taken` is always the number of a coupon's counted rows in `order_coupons`, so every verb here that
 * touches one touches the other in the same transaction (S-3.11). Coupons without a limit are not counted: a code that
 * everybody uses must not become a row that everybody waits for.
 *
 * A use changes only under the lock of its order. Rows are locked in one order everywhere: time spans, order, holds, then
 * coupons by their ids.
 */

/** `unlimited`: nothing to count. */
export type TakenUse = 'counted' | 'unlimited' | 'none_left'

/** Takes one use of a coupon; exact, however many take one at once. */
export async function takeUse(tx: Tx, { id, usageLimit }: CouponRecord): Promise<TakenUse> {
  if (usageLimit === null) return 'unlimited'
  return (await raiseTaken(tx, id)) ? 'counted' : 'none_left'
}

/** Takes a coupon out of an order, with its use. */
export async function dropUse(
  tx: Tx,
  orderId: string,
  { id: couponId, isCounted }: OrderCoupon,
): Promise<void> {
  await deleteUse(tx, { orderId, couponId })
  if (isCounted) await lowerTaken(tx, couponId)
}

/**
 * Gives back the uses of an order that has ended, once (S-3.11). Its rows stay: a payment that arrives late was made for
 * this price.
 */
export async function releaseCoupons(tx: Tx, orderId: string): Promise<void> {
  for (const { id: couponId, isCounted } of await findInLockOrder(tx, orderId)) {
    if (!isCounted) continue
    await markUse(tx, { orderId, couponId, isCounted: false })
    await lowerTaken(tx, couponId)
  }
}

/**
 * Counts what is not counted, so far as uses are left. False: not all could be. That is for a payment that begins; an order
 * that had given its uses back and is paid late takes what is left, for money that was charged is never refused for a
 * coupon.
 */
export async function takeMissingUses(tx: Tx, orderId: string): Promise<boolean> {
  let isWhole = true
  for (const coupon of await findInLockOrder(tx, orderId)) {
    if (coupon.isCounted) continue
    const use = await takeUse(tx, coupon)
    if (use === 'counted') await markUse(tx, { orderId, couponId: coupon.id, isCounted: true })
    if (use === 'none_left') isWhole = false
  }
  return isWhole
}

async function findInLockOrder(read: Read, orderId: string): Promise<OrderCoupon[]> {
  const coupons = await findCouponsOfOrder(read, orderId)
  return coupons.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
