import type { MethodDiscount } from '@kippu/domain/method-discount'
import { taxIncluded } from '@kippu/domain/money'
import { type OrderPrice, priceOrder } from '@kippu/domain/order-price'
import { sumOf } from '@kippu/domain/sum'

import type { StoredLine } from './stored-lines.ts'

/**
 * What a payment method takes off what the lines of an order still cost after membership and coupons (S-4.03), by
 * `priceOrder`: from figures that are stored, so that nobody computes the past again.
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

/** What is charged for an order by one method, in yen. */
export interface MethodPrice extends Pick<OrderPrice, 'methodDiscount' | 'payable'> {
  /** Consumption tax contained in what is payable. */
  readonly tax: number
}

/** What lines cost by a method with this discount. */
export function priceLinesByMethod(
  lines: readonly StoredLine[],
  discount: MethodDiscount | null,
): MethodPrice {
  const { methodDiscount, payable, lineDiscounts } = priceByMethod(lines, discount)
  const shares = lineDiscounts.map(({ method }) => method)
  return { methodDiscount, payable, tax: taxOf(lines, shares) }
}

/** Rounded once for each rate, never per line (S-14.05). */
function taxOf(lines: readonly StoredLine[], methodShares: readonly number[]): number {
  const paid = lines.map((line, index) => ({
    rate: line.taxRate,
    yen: line.basePrice * line.quantity - line.discounts - (methodShares[index] ?? 0),
  }))
  const rates = Map.groupBy(paid, ({ rate }) => rate)
  return sumOf(Array.from(rates, ([rate, same]) => taxIncluded(sumOf(same.map(({ yen }) => yen)), rate)))
}

/** The share of each line in the yen that the payment method takes off an order. */
export function methodShares(lines: readonly StoredLine[], discount: number): number[] {
  const { lineDiscounts } = priceByMethod(lines, { type: 'fixed', amount: discount })
  return lineDiscounts.map(({ method }) => method)
}
