import { percentOf } from './money.ts'
import { ticketCountOf, unitCostOf, type PricedLine } from './order-line.ts'

/** Flat-rate is an amount, fixed-rate a percentage (D-22). */
export const COUPON_KINDS = ['flat_rate', 'fixed_rate', 'invitation', 'campaign'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]

/** The parts of a coupon that decide what it takes off (R-3.01–3.03). */
export interface PricedCoupon {
  readonly kind: CouponKind
  /** `fixed` or `percent`; any other type takes nothing. */
  readonly discountType: string
  /** Yen or percent points. */
  readonly discountAmount: number
  /** A fixed amount for each ticket instead of once; no matter for percent. */
  readonly shouldApplyPerTicket: boolean
}

export interface CouponQuestion {
  readonly lines: readonly PricedLine[]
  /** Of the whole order, before any deduction: the base of every percentage (D-21). */
  readonly subtotal: number
  /** Tickets of each line that invitations cover already; this coupon's own is added. */
  readonly covered: Map<number, number>
}

export interface CouponDiscount {
  /** Yen, at most the subtotal; what remains of the price may cap it further. */
  readonly discount: number
  /** The line whose ticket became free, for an invitation. */
  readonly lineIndex: number | null
}

/** What a coupon takes off an order (R-9.01–9.05, S-3.02–3.05). */
export function couponDiscount(coupon: PricedCoupon, question: CouponQuestion): CouponDiscount {
  if (coupon.kind === 'invitation') return freeTicket(question)
  const { lines, subtotal } = question
  const { discountType, discountAmount, shouldApplyPerTicket } = coupon
  const times = shouldApplyPerTicket ? ticketCountOf(lines) : 1
  if (discountType === 'fixed')
    return { discount: Math.min(discountAmount * times, subtotal), lineIndex: null }
  if (discountType === 'percent') return { discount: percentOf(subtotal, discountAmount), lineIndex: null }
  return { discount: 0, lineIndex: null }
}

/** The dearest ticket that no invitation covers yet (S-3.04); of equal ones the first. */
function freeTicket({ lines, covered }: CouponQuestion): CouponDiscount {
  let dearest: number | null = null
  for (const [index, line] of lines.entries()) {
    const isFree = line.kind === 'ticket' && line.quantity > (covered.get(index) ?? 0)
    if (isFree && (dearest === null || unitCostOf(line) > costAt(lines, dearest))) dearest = index
  }
  if (dearest === null) return { discount: 0, lineIndex: null }
  covered.set(dearest, (covered.get(dearest) ?? 0) + 1)
  return { discount: costAt(lines, dearest), lineIndex: dearest }
}

function costAt(lines: readonly PricedLine[], index: number): number {
  const line = lines[index]
  return line === undefined ? 0 : unitCostOf(line)
}
