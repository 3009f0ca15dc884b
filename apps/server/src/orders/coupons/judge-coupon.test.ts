import { expect, test } from 'vitest'

import { refuse } from '../../platform/http/refusal.ts'
import { type CouponFacts, hasUncountedUse, judgeCoupon, judgeCouponsAgain } from './judge-coupon.ts'
import type { OrderCoupon } from './queries.ts'

/** A coupon of one use, which somebody has taken. */
const COUPON: OrderCoupon = {
  id: 'one',
  kind: 'flat_rate',
  discountType: 'fixed',
  discountAmount: 500,
  shouldApplyPerTicket: false,
  isActive: true,
  channels: ['web'],
  startsOn: null,
  endsOn: null,
  visitsFrom: null,
  visitsUntil: null,
  visitWeekdays: null,
  productIds: [],
  minQuantity: 1,
  usageLimit: 1,
  taken: 1,
  isCounted: true,
}
const FACTS: CouponFacts = {
  today: '2026-11-21',
  channel: 'web',
  productId: 7,
  visitDate: '2026-12-01',
  lines: [{ kind: 'ticket', basePrice: 3_200, addCost: 0, quantity: 2 }],
  promotion: null,
}
const LIMIT = refuse('coupon limit reached')

test('S-3.09, S-3.12: the use that an order has counted is its own, one that it has not is anybody’s', () => {
  expect(judgeCoupon(COUPON, FACTS, [{ ...COUPON, isCounted: false }])).toEqual(LIMIT)
  expect(judgeCoupon(COUPON, FACTS, [COUPON])).toEqual(refuse('multiple flat-rate coupons'))
  expect(judgeCouponsAgain([COUPON], FACTS)).toBeUndefined()
  expect(judgeCouponsAgain([{ ...COUPON, isCounted: false }], FACTS)).toEqual(LIMIT)
})

test('a use is missing where a coupon has a limit and none is counted', () => {
  expect(hasUncountedUse([COUPON])).toBe(false)
  expect(hasUncountedUse([COUPON, { ...COUPON, isCounted: false }])).toBe(true)
  expect(hasUncountedUse([{ ...COUPON, isCounted: false, usageLimit: null }])).toBe(false)
})
