import { normaliseCouponCode } from '@kippu/domain/coupon-code'
import type { RefusalOf } from '@kippu/contract/call'
import type { deleteOrderCoupon } from '@kippu/contract/order-coupons'
import { storableText } from '@kippu/contract/shapes'
import * as v from 'valibot'

import type { Deps } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts'
import { repriceOrder } from '../price/reprice.ts'
import { dropUse } from '../coupons/coupon-uses.ts'
import type { AskedOrder } from '../life/find-order.ts'
import { lockOpenOrder } from '../life/lock-open-order.ts'
import { findCoupon, findCouponsOfOrder } from '../coupons/queries.ts'

export interface RemoveCoupon extends AskedOrder {
  readonly code: string
}

/** Takes a coupon out of an order again, and computes anew what the others take off (R-7.23, S-3.13). */
export async function removeCoupon(
  { db }: Pick<Deps, 'db'>,
  { code, ...asked }: RemoveCoupon,
): Promise<undefined | Refusal<RefusalOf<typeof deleteOrderCoupon>>> {
  return db.transaction(async tx => {
    const order = await lockOpenOrder(tx, asked)
    if (isRefusal(order)) return order
    // What the database cannot even be asked about is no code of a coupon.
    if (!v.is(storableText, code)) return refuse('coupon_code does not exist')
    const named = await findCoupon(tx, { siteKey: order.siteKey, code: normaliseCouponCode(code) })
    const coupons = await findCouponsOfOrder(tx, order.id)
    const coupon = coupons.find(({ id }) => id === named?.id)
    if (coupon === undefined) return refuse('coupon_code does not exist')
    await dropUse(tx, order.id, coupon)
    await repriceOrder(tx, order.id)
    return undefined
  })
}
