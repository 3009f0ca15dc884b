import { percentOf } from './money.ts'

/** The discount of a payment method: `fixed` yen or `percent` of the price; any other type takes nothing off. */
export interface MethodDiscount {
  readonly type: string
  readonly amount: number
}

/** Discount of a payment method on a price after membership and coupons, rounded down, at most the price. */
export function methodDiscount(price: number, method: MethodDiscount | null): number {
  if (method === null) return 0
  if (method.type === 'fixed') return Math.min(method.amount, price)
  return method.type === 'percent' ? Math.min(percentOf(price, method.amount), price) : 0
}
