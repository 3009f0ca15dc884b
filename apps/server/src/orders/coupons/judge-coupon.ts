import {
  checkCoupon,
  checkCouponAgain,
  type CouponedOrder,
  type CouponFault,
} from '@kippu/domain/coupon-check'

import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { COUPON_REFUSALS, type CouponError } from './coupon-refusals.ts'
import type { CouponRecord, OrderCoupon } from './queries.ts'

export type CannotUse = Refusal<CouponError>

/** The facts by which coupons of an order are judged, without the coupons themselves. */
export type CouponFacts = Omit<CouponedOrder, 'couponsBefore'>

/** Why an order that has the coupons `before` may not use a coupon as well. */
export function judgeCoupon(
  coupon: CouponRecord,
  facts: CouponFacts,
  before: readonly OrderCoupon[],
): CannotUse | undefined {
  // The order's own use is no other's.
  const isOwn = before.some(({ id, isCounted }) => id === coupon.id && isCounted)
  const usedByOthers = coupon.taken - (isOwn ? 1 : 0)
  return refusalOf(checkCoupon({ ...coupon, usedByOthers }, { ...facts, couponsBefore: before }))
}

function refusalOf(fault: CouponFault | null): CannotUse | undefined {
  return fault === null ? undefined : refuse(COUPON_REFUSALS[fault])
}

/**
 * Judges all coupons of an order again, as if they were added now, before anything is charged; one that a login has
 * made worthless since stands in nobody's way.
 */
export function judgeCouponsAgain(
  coupons: readonly OrderCoupon[],
  facts: CouponFacts,
): CannotUse | undefined {
  for (const [index, coupon] of coupons.entries()) {
    const usedByOthers = coupon.taken - (coupon.isCounted ? 1 : 0)
    const couponsBefore = coupons.slice(0, index)
    const refusal = refusalOf(checkCouponAgain({ ...coupon, usedByOthers }, { ...facts, couponsBefore }))
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** Whether a use is to be counted before the order is paid: of a coupon that was without a limit when it was added. */
export function hasUncountedUse(coupons: readonly OrderCoupon[]): boolean {
  return coupons.some(({ isCounted, usageLimit }) => !isCounted && usageLimit !== null)
}
