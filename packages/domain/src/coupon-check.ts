import { isCalculable, type CouponKind, type PricedCoupon } from './coupon.ts'
import { weekdayOf, type IsoDate } from './jst-date.ts'
import { ticketCountOf, type PricedLine } from './order-line.ts'
import { priceOrder } from './order-price.ts'
import type { PricedPromotion } from './membership-discount.ts'

/** The venue's terms for a coupon, and the number of its uses. Days are days in Japan, both ends included. */
export interface CheckedCoupon extends PricedCoupon {
  readonly id: string
  readonly isActive: boolean
  readonly channels: readonly string[]
  /** Days on which it may be used; null is without end. */
  readonly startsOn: IsoDate | null
  readonly endsOn: IsoDate | null
  /** Visits it covers: a range of days, and days of the week from 0 (Sunday); null means all. */
  readonly visitsFrom: IsoDate | null
  readonly visitsUntil: IsoDate | null
  readonly visitWeekdays: readonly number[] | null
  /** Products it is for; none means all. */
  readonly productIds: readonly number[]
  /** Minimum number of tickets in an order. */
  readonly minQuantity: number
  readonly usageLimit: number | null
  /** Number of live and completed orders that use it, not counting the order that is being checked. */
  readonly usedByOthers: number
}

/** The order that the coupon is to be used on. */
export interface CouponedOrder {
  /** Today in Japan. */
  readonly today: IsoDate
  readonly channel: string
  readonly productId: number
  readonly visitDate: IsoDate
  readonly lines: readonly PricedLine[]
  readonly promotion: PricedPromotion | null
  /** The coupons before this one, in the order they were added. */
  readonly couponsBefore: ReadonlyArray<PricedCoupon & { readonly id: string }>
}

/**
 * Whether an order may use a coupon: the first of {@link CHECKS} that fails, or null. The caller has already
 * checked that the code exists and that the order may still be changed.
 */
export function checkCoupon(coupon: CheckedCoupon, order: CouponedOrder): CouponFault | null {
  const question = { coupon, order }
  return CHECKS.find(({ fails }) => fails(question))?.fault ?? null
}

/**
 * Like {@link checkCoupon}, for a coupon that the order has already. It is then no fault that no discount is left for
 * it: a login may have made the order free, and a free order can still be completed.
 */
export function checkCouponAgain(coupon: CheckedCoupon, order: CouponedOrder): CouponFault | null {
  const question = { coupon, order }
  return CHECKS.find(({ fault, fails }) => fault !== 'nothing_left' && fails(question))?.fault ?? null
}

export type CouponFault = (typeof CHECKS)[number]['fault']

interface Question {
  readonly coupon: CheckedCoupon
  readonly order: CouponedOrder
}

const CHECKS = [
  { fault: 'inactive', fails: ({ coupon }: Question) => !coupon.isActive },
  {
    fault: 'wrong_channel',
    fails: ({ coupon, order }: Question) => !coupon.channels.includes(order.channel),
  },
  { fault: 'not_started', fails: ({ coupon, order }: Question) => isBefore(order.today, coupon.startsOn) },
  { fault: 'expired', fails: ({ coupon, order }: Question) => hasEnded(coupon, order.today) },
  {
    fault: 'visit_not_covered',
    fails: ({ coupon, order }: Question) => !coversVisit(coupon, order.visitDate),
  },
  { fault: 'wrong_order', fails: (question: Question) => !isForOrder(question) },
  {
    fault: 'limit_reached',
    fails: ({ coupon: { usageLimit, usedByOthers } }: Question) =>
      usageLimit !== null && usedByOthers >= usageLimit,
  },
  // The same code twice is reported before a forbidden combination.
  { fault: 'invitation_twice', fails: (question: Question) => isSameInvitation(question) },
  { fault: 'campaign_and_other', fails: (question: Question) => clashes(question, 'campaign') },
  { fault: 'two_flat_rates', fails: (question: Question) => clashes(question, 'flat_rate', 'flat_rate') },
  { fault: 'two_fixed_rates', fails: (question: Question) => clashes(question, 'fixed_rate', 'fixed_rate') },
  {
    fault: 'flat_and_fixed_rate',
    fails: (question: Question) => clashes(question, 'flat_rate', 'fixed_rate'),
  },
  {
    fault: 'invitation_and_flat_rate',
    fails: (question: Question) => clashes(question, 'invitation', 'flat_rate'),
  },
  {
    fault: 'invitation_and_fixed_rate',
    fails: (question: Question) => clashes(question, 'invitation', 'fixed_rate'),
  },
  { fault: 'more_invitations_than_tickets', fails: (question: Question) => exceedsTickets(question) },
  { fault: 'nothing_left', fails: (question: Question) => priceBefore(question) === 0 },
  { fault: 'not_calculable', fails: ({ coupon }: Question) => !isCalculable(coupon) },
  // A code is not used up without a discount: an invitation for a ticket that is free already, or 1 % of 50 yen.
  { fault: 'nothing_left', fails: (question: Question) => discountOf(question) === 0 },
] as const

function isBefore(today: IsoDate, first: IsoDate | null): boolean {
  return first !== null && today < first
}

function isAfter(today: IsoDate, last: IsoDate | null): boolean {
  return last !== null && today > last
}

/** Whether a coupon may no longer be used. */
export function hasEnded({ endsOn }: Pick<CheckedCoupon, 'endsOn'>, today: IsoDate): boolean {
  return isAfter(today, endsOn)
}

/** Whether a coupon is for visits on this day. */
export function coversVisit(
  {
    visitsFrom,
    visitsUntil,
    visitWeekdays,
  }: Pick<CheckedCoupon, 'visitsFrom' | 'visitsUntil' | 'visitWeekdays'>,
  visitDate: IsoDate,
): boolean {
  if (isBefore(visitDate, visitsFrom) || isAfter(visitDate, visitsUntil)) return false
  return visitWeekdays === null || visitWeekdays.includes(weekdayOf(visitDate))
}

/** Only the product of the visit counts; set products come along with it. */
function isForOrder({ coupon: { productIds, minQuantity }, order }: Question): boolean {
  const isForProduct = productIds.length === 0 || productIds.includes(order.productId)
  return isForProduct && ticketCountOf(order.lines) >= minQuantity
}

function isSameInvitation({ coupon, order }: Question): boolean {
  return coupon.kind === 'invitation' && order.couponsBefore.some(({ id }) => id === coupon.id)
}

/**
 * Whether the coupon and an earlier one are of these two kinds, in either order. Without `other`: whether one of them
 * is of the kind `one`.
 */
function clashes({ coupon, order }: Question, one: CouponKind, other?: CouponKind): boolean {
  return order.couponsBefore.some(({ kind }) => {
    if (other === undefined) return coupon.kind === one || kind === one
    return (coupon.kind === one && kind === other) || (coupon.kind === other && kind === one)
  })
}

/** Whether there are more invitations than tickets. */
function exceedsTickets({ coupon, order: { couponsBefore, lines } }: Question): boolean {
  const invitationsBefore = couponsBefore.filter(({ kind }) => kind === 'invitation').length
  return coupon.kind === 'invitation' && invitationsBefore >= ticketCountOf(lines)
}

function priceBefore({ order: { lines, promotion, couponsBefore } }: Question): number {
  return priceOrder({ lines, promotion, coupons: couponsBefore }).price
}

function discountOf({ coupon, order: { lines, promotion, couponsBefore } }: Question): number {
  const coupons = [...couponsBefore, coupon]
  return priceOrder({ lines, promotion, coupons }).couponDiscounts.at(-1) ?? 0
}
