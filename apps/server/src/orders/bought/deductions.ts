import type { TemporaryOrder } from '@kippu/contract/orders'
import type { Language } from '@kippu/domain/language'

import type { Read } from '../../db/database.ts'
import type { OrderRecord } from '../life/find-order.ts'
import { findOrderCoupons, findPromotionName } from './queries.ts'

/** What coupons and membership take off an order, with their names (R-3.134–135). */
export type Deductions = Pick<TemporaryOrder, 'coupons' | 'membership_promotion'>

export async function readDeductions(read: Read, order: OrderRecord, lang: Language): Promise<Deductions> {
  const coupons = await findOrderCoupons(read, order.id, lang)
  const name = await findPromotionName(read, order.id, lang)
  return {
    coupons: coupons.map(coupon => ({ ...coupon, coupon_name: coupon.coupon_name ?? '' })),
    membership_promotion:
      name === null
        ? null
        : { membership_promotion_name: name, membership_discount: order.membershipDiscount },
  }
}
