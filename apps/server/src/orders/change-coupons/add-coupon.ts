import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { addOrderCoupon } from '@kippu/contract/order-coupons'
import { normaliseCouponCode } from '@kippu/domain/coupon-code'

import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts'
import { releaseOrder } from '../life/release-expired.ts'
import { writePrice } from '../price/reprice.ts'
import { takeUse } from '../coupons/coupon-uses.ts'
import { judgeCoupon, readOrderFacts } from '../coupons/judge-coupon.ts'
import type { AskedOrder } from '../life/find-order.ts'
import { lockOpenOrder } from '../life/lock-open-order.ts'
import {
  deleteUse,
  findCoupon,
  findCouponName,
  findCouponsOfOrder,
  findEndedOrdersUsing,
  insertUse,
} from '../coupons/queries.ts'

export interface AddCouponDeps extends Pick<Deps, 'db' | 'clock' | 'log'> {
  /** How a use is taken. Tests leave the guard out to prove that it is needed. */
  readonly takeUse?: typeof takeUse
}

export interface AddCoupon extends AskedOrder {
  /** As the visitor typed it. */
  readonly typed: string
}

type Added = Answer<typeof addOrderCoupon> | Refusal<RefusalOf<typeof addOrderCoupon>>

/** Orders that are ended at once to free a coupon. */
const BATCH = 10

/**
 * Takes a coupon into an order and computes its price anew (R-7.22, S-3.09). Uses of orders whose hold has ended count as
 * free, as their stock does: when a limit is short, such orders are ended first.
 */
export async function addCoupon(deps: AddCouponDeps, { typed, ...asked }: AddCoupon): Promise<Added> {
  const code = normaliseCouponCode(typed)
  for (;;) {
    const added = await deps.db.transaction(tx => add(tx, deps, { ...asked, code }))
    const isShort = isRefusal(added) && added.code === 'coupon limit reached'
    if (!isShort || !(await endOrdersUsing(deps, { siteKey: asked.siteKey, code }))) return added
  }
}

async function add(
  tx: Tx,
  { clock, takeUse: take = takeUse }: AddCouponDeps,
  { code, ...asked }: AskedOrder & { readonly code: string },
): Promise<Added> {
  const order = await lockOpenOrder(tx, asked)
  if (isRefusal(order)) return order
  const coupon = await findCoupon(tx, { siteKey: order.siteKey, code })
  if (coupon === undefined) return refuse('coupon_code does not exist')

  const before = await findCouponsOfOrder(tx, order.id)
  const facts = await readOrderFacts(tx, clock, order.id)
  const refusal = judgeCoupon(coupon, facts, before)
  if (refusal !== undefined) return refusal
  const name = await findCouponName(tx, coupon.id, order.lang)
  const use = { orderId: order.id, couponId: coupon.id }
  await insertUse(tx, { ...use, isCounted: coupon.usageLimit !== null })
  const { couponDiscounts } = await writePrice(tx, order.id, { ...facts, coupons: [...before, coupon] })
  // Last of all: from here to the commit, every other order with this coupon waits for its row.
  if ((await take(tx, coupon)) === 'none_left') {
    await deleteUse(tx, use)
    await writePrice(tx, order.id, { ...facts, coupons: before })
    return refuse('coupon limit reached')
  }
  return { coupon_name: name, coupon_discount: couponDiscounts.at(-1) ?? 0 }
}

/** Each in a transaction of its own, as the sweeper does it. False: there was none to end. */
async function endOrdersUsing(
  deps: AddCouponDeps,
  coupon: { readonly siteKey: string; readonly code: string },
): Promise<boolean> {
  const orderIds = await deps.db.read(tx => findEndedOrdersUsing(tx, { ...coupon, limit: BATCH }))
  let ended = 0
  for (const orderId of orderIds) if (await releaseOrder(deps, orderId)) ended += 1
  return ended > 0
}
