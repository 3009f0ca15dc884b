import type { GroupedRead } from '../../db/database.ts'
import { grouped, tried } from '../../db/grouped.ts'
import { couponsByCode, type NamedCoupon, namedCoupons } from '../coupons/queries.ts'
import { type AskedOrder, askedWithToken, findByTokens } from '../life/find-order.ts'
import { payableOf, type PayableOrder, selectPayable } from '../life/payable-order.ts'

/** An order, and a code of a coupon in its stored form. */
export interface AskedCoupon extends AskedOrder {
  readonly code: string
}

/** An order, and the coupon that was asked for with it. */
export interface CouponedOrder extends PayableOrder {
  /** Undefined: the site has none with this code. */
  readonly asked: NamedCoupon | undefined
}

/** Reads all that a change of the coupons of an order is judged by, in one statement. */
export const couponedOrder: GroupedRead<AskedCoupon, CouponedOrder | undefined> = grouped(
  async (read, asked) => {
    const rows = await findByTokens(read, { kind: 'order', asked }, (orders, hashes) => {
      const codes = askedWithToken(
        hashes,
        asked.map(({ code }) => code),
      )
      return selectPayable(orders).select(eb => couponsByCode(eb, codes).as('asked'))
    })
    return rows.map((row, index) =>
      tried(
        () =>
          row && {
            ...payableOf(row),
            asked: namedCoupons(row.asked).find(({ code }) => code === asked[index]?.code),
          },
      ),
    )
  },
)
