import { entryOf } from '@kippu/domain/known'
import { type OrderPrice, priceOrder } from '@kippu/domain/order-price'
import { type PricedLine, unitCostOf } from '@kippu/domain/order-line'

import type { PayableOrder } from '../../orders/life/payable-order.ts'
import type { LiveLine } from './live-lines.ts'

/** The prices of the new time in the catalogue, in yen. */
export interface NewPrices {
  /** The price of the day. */
  readonly basePrice: number
  /** By option value. */
  readonly addCosts: ReadonlyMap<number, number>
  /** The price of a unit, by set product. */
  readonly setPrices: ReadonlyMap<number, number>
  /** Those of a reseller's contract instead, of what the catalogue says. */
  readonly priceOf?: ((optionValueId: number, retail: number) => number) | undefined
}

/** A line as it is priced at the new time. @throws when the catalogue has lost what was bought. */
export function pricedAnew(
  {
    kind,
    productId,
    optionValueId,
    quantity,
  }: Pick<LiveLine, 'kind' | 'productId' | 'optionValueId' | 'quantity'>,
  { basePrice, addCosts, setPrices, priceOf }: NewPrices,
): PricedLine {
  if (kind === 'set') {
    return { kind, basePrice: entryOf(setPrices, productId), addCost: 0, quantity }
  }
  if (optionValueId === null) throw new Error('a ticket without an option value')
  const price = { basePrice: kind === 'extra' ? 0 : basePrice, addCost: entryOf(addCosts, optionValueId) }
  return {
    kind,
    ...(priceOf === undefined ? price : { basePrice: priceOf(optionValueId, unitCostOf(price)), addCost: 0 }),
    quantity,
  }
}

/**
 * The price of a reservation at another time: that of the same lines with the same membership and coupons, at the
 * prices of that time. No payment method takes anything off.
 */
export function priceAnew(
  lines: readonly LiveLine[],
  { promotion, coupons }: Pick<PayableOrder, 'promotion' | 'coupons'>,
  prices: NewPrices,
): OrderPrice {
  return priceOrder({ lines: lines.map(line => pricedAnew(line, prices)), promotion, coupons })
}
