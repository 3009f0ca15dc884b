import { percentOf } from './money.ts'
import { ticketCountOf, unitCostOf, type PricedLine } from './order-line.ts'

/** Flat-rate is an amount, fixed-rate a percentage. */
export const COUPON_KINDS = ['flat_rate', 'fixed_rate', 'invitation', 'campaign'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]

/** The parts of a coupon that decide its discount. */
export interface PricedCoupon {
  readonly kind: CouponKind
  /** `fixed` or `percent`; any other type takes nothing off. */
  readonly discountType: string
  /** Yen or percent points; an amount below 0 takes nothing off. */
  readonly discountAmount: number
  /** Takes a fixed amount off each ticket instead of once; without effect on a percentage. */
  readonly shouldApplyPerTicket: boolean
}

export interface CouponQuestion {
  readonly lines: readonly PricedLine[]
  /** The price of the whole order, before any deduction: the base of every percentage. */
  readonly subtotal: number
  /** Invitations that were added before this coupon: each has freed one of the most expensive tickets. */
  readonly invitationsBefore: number
}

export interface CouponDiscount {
  /** Yen, capped by what remains of the price. */
  readonly discount: number
  /** The line whose ticket became free, for an invitation that found one. */
  readonly lineIndex: number | null
}

const NOTHING: CouponDiscount = { discount: 0, lineIndex: null }

/** The discount of a coupon on an order. */
export function couponDiscount(coupon: PricedCoupon, question: CouponQuestion): CouponDiscount {
  const { lines, subtotal, invitationsBefore } = question
  if (coupon.kind === 'invitation') return freeTicket(lines, invitationsBefore)
  const { discountType, shouldApplyPerTicket } = coupon
  const discountAmount = Math.max(coupon.discountAmount, 0)
  switch (discountType) {
    case 'fixed': {
      const times = shouldApplyPerTicket ? ticketCountOf(lines) : 1
      return { discount: Math.min(discountAmount * times, subtotal), lineIndex: null }
    }
    case 'percent':
      return { discount: percentOf(subtotal, discountAmount), lineIndex: null }
    default:
      return NOTHING
  }
}

/**
 * Whether a coupon defines its discount: a flat rate in yen, a fixed rate in percent, a campaign in either. An
 * invitation needs neither type nor amount. A coupon that does not is a mistake of the venue.
 */
export function isCalculable({ kind, discountType, discountAmount }: PricedCoupon): boolean {
  if (kind === 'invitation') return true
  return discountAmount >= 0 && TYPES_OF[kind].some(type => type === discountType)
}

const TYPES_OF = {
  flat_rate: ['fixed'],
  fixed_rate: ['percent'],
  campaign: ['fixed', 'percent'],
} as const

/** The most expensive ticket that no earlier invitation has freed; of lines that cost the same the first. */
function freeTicket(lines: readonly PricedLine[], invitationsBefore: number): CouponDiscount {
  const byCost = lines
    .map((line, index) => ({ index, kind: line.kind, cost: unitCostOf(line), quantity: line.quantity }))
    .filter(({ kind }) => kind === 'ticket')
    .toSorted((a, b) => b.cost - a.cost || a.index - b.index)
  let passed = 0
  for (const { index, cost, quantity } of byCost) {
    passed += quantity
    if (passed > invitationsBefore) return { discount: cost, lineIndex: index }
  }
  return NOTHING
}
