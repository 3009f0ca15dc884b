import type { PricedPromotion } from '@kippu/domain/membership-discount'
import { priceOrder, type OrderPrice } from '@kippu/domain/order-price'

import type { Tx } from '../../db/database.ts'
import {
  findPricedCoupons,
  findPromotion,
  type StoredCoupon,
  updateCouponDiscount,
  updatePrice,
  updateShares,
} from './price-queries.ts'
import { findStoredLines, type StoredLine } from './stored-lines.ts'

/**
 * Computes the price of an order anew from its lines, set products, promotion and coupons, and writes it with all its
 * parts: the one way in which a coupon or a login changes what an order costs (S-3.01, S-3.13). The prices of the units
 * stay as they were when the order was created (S-1.16). The caller holds the lock of the order, which is not being paid.
 */
export async function repriceOrder(tx: Tx, orderId: string): Promise<OrderPrice> {
  const lines = await findStoredLines(tx, orderId)
  const promotion = await findPromotion(tx, orderId)
  const coupons = await findPricedCoupons(tx, orderId)
  return writePrice(tx, orderId, { lines, promotion, coupons })
}

/** What an order costs is made of. */
export interface PricedContents {
  readonly lines: readonly StoredLine[]
  readonly promotion: PricedPromotion | null
  readonly coupons: readonly StoredCoupon[]
}

/** As {@link repriceOrder}, with contents that the caller has read under the lock. */
export async function writePrice(
  tx: Tx,
  orderId: string,
  { lines, promotion, coupons }: PricedContents,
): Promise<OrderPrice> {
  const priced = priceOrder({ lines, promotion, coupons })
  await updatePrice(tx, orderId, priced)
  for (const [index, { id: couponId }] of coupons.entries()) {
    await updateCouponDiscount(tx, { orderId, couponId, discount: priced.couponDiscounts[index] ?? 0 })
  }
  await updateShares(tx, { orderId, lines, shares: priced.lineDiscounts })
  return priced
}
