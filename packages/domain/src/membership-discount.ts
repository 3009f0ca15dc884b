import { percentOf } from './money.ts'
import { unitCostOf, type PricedLine } from './order-line.ts'

/** What a membership brings: `fixed` yen a ticket or `percent` of it; any other type brings nothing (D-24). */
export interface PricedPromotion {
  readonly type: string
  readonly amount: number
}

/** What a promotion takes off a line, in yen: per ticket, never more than the ticket; only tickets have it. */
export function membershipDiscount(line: PricedLine, promotion: PricedPromotion | null): number {
  if (promotion === null || line.kind !== 'ticket') return 0
  const unit = unitCostOf(line)
  return Math.min(unit, perTicket(unit, promotion)) * line.quantity
}

function perTicket(unit: number, { type, amount }: PricedPromotion): number {
  if (type === 'fixed') return amount
  return type === 'percent' ? percentOf(unit, amount) : 0
}
