import type { MethodDiscount } from '@kippu/domain/method-discount'
import { type OrderPrice, priceOrder } from '@kippu/domain/order-price'

import type { Read, Tx } from '../../db/database.ts'
import { updateMethodShares } from './price-queries.ts'
import { findStoredLines, type StoredLine } from './stored-lines.ts'

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

/** What an order costs by a method with this discount. */
export async function readPriceByMethod(
  read: Read,
  { orderId, discount }: { readonly orderId: string; readonly discount: MethodDiscount | null },
): Promise<Pick<OrderPrice, 'methodDiscount' | 'payable'>> {
  return priceByMethod(await findStoredLines(read, orderId), discount)
}

/** Writes the yen that the payment method took off a paid order, and the share of each line. */
export async function keepMethodDiscount(
  tx: Tx,
  { orderId, discount }: { readonly orderId: string; readonly discount: number },
): Promise<void> {
  if (discount === 0) return
  const lines = await findStoredLines(tx, orderId)
  const { lineDiscounts } = priceByMethod(lines, { type: 'fixed', amount: discount })
  const shares = lineDiscounts.map(({ method }) => method)
  await updateMethodShares(tx, { orderId, discount, lines, shares })
}
