import { sql } from 'kysely'

import type { GroupedRead, Read } from '../../platform/db/database.ts'
import { couponsByCode, type NamedCoupon, namedCoupons } from '../../orders/coupons/queries.ts'
import { type AskedOrder, askedWithToken, orderFacts, selectOrder } from '../../orders/life/find-order.ts'
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
  (row, { code }) => couponedOf(row, code),
)

/** An order by its id, with the coupon of this code. */
export async function couponedById(read: Read, id: string, code: string): Promise<CouponedOrder | undefined> {
  const row = await selectPayable(selectOrder(read))
    .select(eb => couponsByCode(eb, sql<string>`${code}`).as('asked'))
    .where('orders.id', '=', id)
    .executeTakeFirst()
  return row && couponedOf(row, code)
}

function couponedOf(
  { asked, ...row }: Parameters<typeof payableOf>[0] & { readonly asked: Parameters<typeof namedCoupons>[0] },
  code: string,
): CouponedOrder {
  return { ...payableOf(row), asked: namedCoupons(asked).find(coupon => coupon.code === code) }
}
