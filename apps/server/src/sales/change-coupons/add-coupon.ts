import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { addOrderCoupon } from '@kippu/contract/order-coupons'
import { couponCodeIn, normaliseCouponCode } from '@kippu/domain/coupon-code'

import { type Decision, takeStep } from '../../platform/db/take-step.ts'
import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { judgeCoupon } from '../../orders/coupons/judge-coupon.ts'
import { findEndedOrdersUsing } from '../../orders/coupons/queries.ts'
import type { AskedOrder } from '../../orders/life/find-order.ts'
import { openOrder } from '../../orders/life/open-order.ts'
import { couponFactsOf } from '../../orders/life/payable-order.ts'
import { releaseOrder } from '../../orders/life/release-expired.ts'
import { type PriceChange, repriced, repriceOrders } from '../../orders/life/reprice-orders.ts'
import { type CouponedOrder, couponedOrder } from './coupon-facts.ts'
import { takeOverUse } from './take-over-use.ts'

export interface AddCoupon extends AskedOrder {
  /** As the visitor typed it. */
  readonly typed: string
}

type Added = Answer<typeof addOrderCoupon> | Refusal<RefusalOf<typeof addOrderCoupon>>

/** Orders that are ended at once to free a coupon. */
const BATCH = 10

/**
 * Takes a coupon into an order and computes its price anew. Uses of orders whose hold has ended count as free, as their
 * stock does: when a limit is short, such orders are ended first. Then one that the same buyer has left gives its use.
 */
export async function addCoupon(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { typed, ...asked }: AddCoupon,
): Promise<Added> {
  const code = normaliseCouponCode(typed)
  const added = await addCode(deps, { ...asked, code })
  const copied = couponCodeIn(code)
  const isUnknown = isRefusal(added) && added.code === 'coupon_code does not exist'
  return isUnknown && copied !== code ? addCode(deps, { ...asked, code: copied }) : added
}

async function addCode(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { code, siteKey, token }: AskedOrder & { readonly code: string },
): Promise<Added> {
  const step = { read: couponedOrder, write: repriceOrders }
  for (;;) {
    const added = await takeStep(deps.db, step, { siteKey, token, code }, found => decideAdding(deps, found))
    const isShort = isRefusal(added) && added.code === 'coupon limit reached'
    if (!isShort) return added
    if (await endOrdersUsing(deps, { siteKey, code })) continue
    const moved = await takeOverUse(deps, { siteKey, token, code }, newer => decideAdding(deps, newer))
    return moved ?? added
  }
}

/** Decides about an order to which a coupon is added. */
export function decideAdding(
  { clock }: Pick<Deps, 'clock'>,
  found: CouponedOrder | undefined,
): Decision<PriceChange, true, Added> {
  if (found === undefined) return { answer: refuse('record not found') }
  const order = openOrder(found.order)
  if (isRefusal(order)) return { answer: order }
  const { asked: coupon, coupons } = found
  if (coupon === undefined) return { answer: refuse('coupon_code does not exist') }
  const refusal = judgeCoupon(coupon, couponFactsOf(found, clock.now()), coupons)
  if (refusal !== undefined) return { answer: refusal }
  const added = { ...coupon, isCounted: coupon.usageLimit !== null }
  const change = repriced(found, { coupons: [...coupons, added] })
  const discount = change.price.couponDiscounts.at(-1) ?? 0
  return { change, answerOf: () => ({ coupon_name: coupon.name, coupon_discount: discount }) }
}

/** Each in a transaction of its own, as the sweeper does it. False: there was none to end. */
async function endOrdersUsing(
  deps: Pick<Deps, 'db' | 'log'>,
  coupon: { readonly siteKey: string; readonly code: string },
): Promise<boolean> {
  const orderIds = await deps.db.read(tx => findEndedOrdersUsing(tx, { ...coupon, limit: BATCH }))
  let ended = 0
  for (const orderId of orderIds) if (await releaseOrder(deps, orderId)) ended += 1
  return ended > 0
}
