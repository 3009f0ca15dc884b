import { itemAt } from '@kippu/domain/known'
import type { MethodDiscount } from '@kippu/domain/method-discount'
import { taxOf } from '@kippu/domain/consumption-tax'
import { type OrderPrice, priceOrder } from '@kippu/domain/order-price'

import type { StoredLine } from './stored-lines.ts'

/**
 * The discount of a payment method on the prices of an order's lines after membership and coupons, by `priceOrder`:
 * from figures that are stored, so that nobody computes the past again.
 */
function priceByMethod(lines: readonly StoredLine[], method: MethodDiscount | null): OrderPrice {
  const left = lines.map(line => ({
    kind: line.kind,
    basePrice: line.basePrice * line.quantity - line.discounts,
    addCost: 0,
    quantity: 1,
  }))
  return priceOrder({ lines: left, method })
}

/** The amount charged for an order by one method, in yen. */
export interface MethodPrice extends Pick<OrderPrice, 'methodDiscount' | 'payable'> {
  /** Consumption tax contained in what is payable. */
  readonly tax: number
}

/** The prices of lines by a method with this discount. */
export function priceLinesByMethod(
  lines: readonly StoredLine[],
  discount: MethodDiscount | null,
): MethodPrice {
  const { methodDiscount, payable, lineDiscounts } = priceByMethod(lines, discount)
  const shares = lineDiscounts.map(({ method }) => method)
  const paid = lines.map(({ taxRate, basePrice, quantity, discounts }, index) => ({
    taxRate,
    yen: basePrice * quantity - discounts - itemAt(shares, index),
  }))
  return { methodDiscount, payable, tax: taxOf(paid) }
}

/** The share of each line in the yen that the payment method takes off an order. */
export function methodShares(lines: readonly StoredLine[], discount: number): number[] {
  const { lineDiscounts } = priceByMethod(lines, { type: 'fixed', amount: discount })
  return lineDiscounts.map(({ method }) => method)
}
