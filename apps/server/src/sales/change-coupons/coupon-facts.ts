import type { GroupedRead } from '../../platform/db/database.ts'
import { couponsByCode, type NamedCoupon, namedCoupons } from '../../orders/coupons/queries.ts'
import { type AskedOrder, askedWithToken, orderFacts } from '../../orders/life/find-order.ts'
import { payableOf, type PayableOrder, selectPayable } from '../../orders/life/payable-order.ts'

/** An order, and a code of a coupon in its stored form. */
export interface AskedCoupon extends AskedOrder {
  readonly code: string
}

/** An order, and the coupon that was asked for with it. */
export interface CouponedOrder extends PayableOrder {
  /** Undefined: the site has none with this code. */
  readonly asked: NamedCoupon | undefined
}

/** All that a change of the coupons of an order is judged by. */
export const couponedOrder: GroupedRead<AskedCoupon, CouponedOrder | undefined> = orderFacts(
  (orders, hashes, asked: readonly AskedCoupon[]) => {
    const codes = askedWithToken(
      hashes,
      asked.map(({ code }) => code),
    )
    return selectPayable(orders).select(eb => couponsByCode(eb, codes).as('asked'))
  },
  (row, { code }) => ({
    ...payableOf(row),
    asked: namedCoupons(row.asked).find(coupon => coupon.code === code),
  }),
)
