import { allocate } from '@kippu/domain/allocation'

import type { Tx } from '../db/database.ts'
import { findStoredLines, updateMethodShares } from './price-queries.ts'

/**
 * Writes what the payment method took off a paid order, in shares of what each line cost after membership and coupons
 * (S-4.03): as `priceOrder` shares it, from figures that are stored, so that nobody computes the past again.
 */
export async function keepMethodDiscount(
  tx: Tx,
  { orderId, discount }: { readonly orderId: string; readonly discount: number },
): Promise<void> {
  if (discount === 0) return
  const lines = await findStoredLines(tx, orderId)
  const left = lines.map(line => line.basePrice * line.quantity - line.discounts)
  await updateMethodShares(tx, { orderId, discount, lines, shares: allocate(discount, left) })
}
