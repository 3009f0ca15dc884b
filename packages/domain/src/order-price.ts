import { itemAt } from './known.ts'
import { allocate } from './allocation.ts'
import { couponDiscount, type PricedCoupon } from './coupon.ts'
import { membershipDiscount, type PricedPromotion } from './membership-discount.ts'
import { methodDiscount, type MethodDiscount } from './method-discount.ts'
import { subtotalOf, unitCostOf, type PricedLine } from './order-line.ts'
import { sumOf } from './sum.ts'

/** Everything that a price is computed from. Coupons are in the order they were added. */
export interface PriceQuestion {
  readonly lines: readonly PricedLine[]
  readonly promotion?: PricedPromotion | null
  readonly coupons?: readonly PricedCoupon[]
  /** Discount of the chosen payment method. */
  readonly method?: MethodDiscount | null
}

/** Deductions of one line, in yen; over all lines they sum to the deductions of the order. */
export interface LineDiscounts {
  readonly membership: number
  readonly coupon: number
  readonly method: number
}

/** A price and its parts. Whole yen, nothing below 0. */
export interface OrderPrice {
  /** Sum of the lines before any deduction. */
  readonly subtotal: number
  readonly membershipDiscount: number
  /** The discount of each coupon, in their order. */
  readonly couponDiscounts: readonly number[]
  /** Payable before the payment-method discount. */
  readonly price: number
  readonly methodDiscount: number
  /** The amount to charge. */
  readonly payable: number
  /** One for each line, in their order. */
  readonly lineDiscounts: readonly LineDiscounts[]
}

/**
 * The price of an order. Browser and server both call this, so the price on the page is the price charged. Membership,
 * then coupons in their order, then the payment method; each is capped at the remaining price.
 */
export function priceOrder({
  lines,
  promotion = null,
  coupons = [],
  method = null,
}: PriceQuestion): OrderPrice {
  const membership = lines.map(line => membershipDiscount(line, promotion))
  const afterMembership = lines.map(
    (line, index) => unitCostOf(line) * line.quantity - itemAt(membership, index),
  )
  const taken = takeCoupons(lines, coupons, afterMembership)
  const price = sumOf(taken.left)
  const byMethod = methodDiscount(price, method)
  const methodShares = allocate(byMethod, taken.left)
  return {
    subtotal: subtotalOf(lines),
    membershipDiscount: sumOf(membership),
    couponDiscounts: taken.discounts,
    price,
    methodDiscount: byMethod,
    payable: price - byMethod,
    lineDiscounts: lines.map((_, index) => ({
      membership: itemAt(membership, index),
      coupon: itemAt(afterMembership, index) - itemAt(taken.left, index),
      method: itemAt(methodShares, index),
    })),
  }
}

interface TakenCoupons {
  readonly discounts: readonly number[]
  /** The remaining price of each line. */
  readonly left: readonly number[]
}

/** Subtracts the coupons one after the other from the remaining price of each line. */
function takeCoupons(
  lines: readonly PricedLine[],
  coupons: readonly PricedCoupon[],
  costs: readonly number[],
): TakenCoupons {
  const subtotal = subtotalOf(lines)
  return coupons.reduce<TakenCoupons>(
    ({ discounts, left }, coupon, position) => {
      const before = coupons.slice(0, position)
      const invitationsBefore = before.filter(({ kind }) => kind === 'invitation').length
      const { discount, lineIndex } = couponDiscount(coupon, { lines, subtotal, invitationsBefore })
      const amount = Math.min(discount, sumOf(left))
      const shares = sharesOf(amount, left, lineIndex)
      return {
        discounts: [...discounts, amount],
        left: left.map((rest, index) => rest - itemAt(shares, index)),
      }
    },
    { discounts: [], left: costs },
  )
}

/**
 * Shares of a deduction: a free ticket's own line first, the rest in proportion to the remaining price of each line.
 */
function sharesOf(amount: number, left: readonly number[], lineIndex: number | null): number[] {
  if (lineIndex === null) return allocate(amount, left)
  const own = Math.min(amount, itemAt(left, lineIndex))
  const others = left.map((rest, index) => (index === lineIndex ? rest - own : rest))
  return allocate(amount - own, others).map((share, index) => (index === lineIndex ? share + own : share))
}
