import { normaliseCouponCode } from '@kippu/domain/coupon-code'
import type { RefusalOf } from '@kippu/contract/call'
import type { deleteOrderCoupon } from '@kippu/contract/order-coupons'
import { storableText } from '@kippu/contract/shapes'
import * as v from 'valibot'

import { type Decision, takeStep } from '../../platform/db/take-step.ts'
import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { AskedOrder } from '../../orders/life/find-order.ts'
import { openOrder } from '../../orders/life/open-order.ts'
import { type PriceChange, repriced, repriceOrders } from '../../orders/life/reprice-orders.ts'
import { type CouponedOrder, couponedOrder } from './coupon-facts.ts'

export interface RemoveCoupon extends AskedOrder {
  readonly code: string
}

type Removed = undefined | Refusal<RefusalOf<typeof deleteOrderCoupon>>

/** Takes a coupon out of an order again, and computes anew what the others take off. */
export async function removeCoupon(
  { db }: Pick<Deps, 'db'>,
  { code: given, ...asked }: RemoveCoupon,
): Promise<Removed> {
  // A text that the database cannot even be asked about is not a code of a coupon, like the empty one.
  const code = v.is(storableText, given) ? normaliseCouponCode(given) : ''
  return takeStep(db, { read: couponedOrder, write: repriceOrders }, { ...asked, code }, decideRemoval)
}

/** Decides about an order from which a coupon is removed. */
export function decideRemoval(found: CouponedOrder | undefined): Decision<PriceChange, true, Removed> {
  if (found === undefined) return { answer: refuse('record not found') }
  const order = openOrder(found.order)
  if (isRefusal(order)) return { answer: order }
  const coupons = found.coupons.filter(({ id }) => id !== found.asked?.id)
  if (coupons.length === found.coupons.length) return { answer: refuse('coupon_code does not exist') }
  return { change: repriced(found, { coupons }), answerOf: () => undefined }
}
