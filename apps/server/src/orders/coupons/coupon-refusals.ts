import type { COUPON_ERRORS } from '@kippu/contract/order-coupons'
import type { CouponFault } from '@kippu/domain/coupon-check'

export type CouponError = (typeof COUPON_ERRORS)[number]

/** The answer to a visitor for each way in which a coupon cannot be used. */
export const COUPON_REFUSALS: Readonly<Record<CouponFault, CouponError>> = {
  inactive: 'coupon not available',
  wrong_channel: 'invalid channel',
  not_started: 'out of coverage dates of the coupon',
  expired: 'expired coupon',
  visit_not_covered: 'out of coverage dates',
  wrong_order: 'coupon cannot be applied to specified order',
  limit_reached: 'coupon limit reached',
  invitation_twice: 'duplicated invitation code',
  campaign_and_other: 'campaign coupon and other coupons',
  two_flat_rates: 'multiple flat-rate coupons',
  two_fixed_rates: 'multiple fixed-rate coupons',
  flat_and_fixed_rate: 'flat-rate and fixed-rate coupons',
  invitation_and_flat_rate: 'invitation and flat-rate coupons',
  invitation_and_fixed_rate: 'invitation and fixed-rate coupons',
  more_invitations_than_tickets: 'invitation coupon codes exceeding tickets bought',
  nothing_left: 'no further discounts available',
  not_calculable: 'discount amount could not be calculated correctly',
}
