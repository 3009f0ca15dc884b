import { itemAt } from '@kippu/domain/known'
import type { PricedPromotion } from '@kippu/domain/membership-discount'
import { type OrderPrice, priceOrder } from '@kippu/domain/order-price'
import { type RawBuilder, sql } from 'kysely'

import type { GroupedWrite, Tx, Write } from '../../platform/db/database.ts'
import { grouped } from '../../platform/db/grouped.ts'
import { listed } from '../../platform/db/list.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { changeUses } from '../coupons/coupon-uses.ts'
import type { OrderCoupon } from '../coupons/queries.ts'
import { writePriceShares } from '../price/line-shares.ts'
import type { StoredLine } from '../price/stored-lines.ts'
import type { OrderRecord } from './find-order.ts'
import { lockOrdersAsRead, writtenOnes } from './lock-as-read.ts'
import type { PayableOrder } from './payable-order.ts'

/** A price that was computed anew for an order as it was read. */
export interface PriceChange {
  readonly order: OrderRecord
  readonly memberId: string | null
  readonly promotionId: string | null
  readonly lines: readonly StoredLine[]
  readonly couponsBefore: readonly OrderCoupon[]
  readonly coupons: readonly OrderCoupon[]
  readonly price: OrderPrice
}

/** The reason for which a price is computed anew. */
interface Reason {
  /** The member who logs in, and what membership brings the order from now on. */
  readonly login?: {
    readonly memberId: string
    readonly promotionId: string | null
    readonly promotion: PricedPromotion | null
  }
  /** The coupons that the order has from now on. */
  readonly coupons?: readonly OrderCoupon[]
}

/**
 * Computes the price of an order anew from its lines, set products, promotion and coupons: the one way in which a
 * coupon or a login changes what an order costs. The prices of the units stay as they were when the order was created.
 */
export function repriced(found: PayableOrder, { login, coupons = found.coupons }: Reason): PriceChange {
  const { order, lines, coupons: couponsBefore } = found
  const { memberId, promotionId, promotion } = login ?? { ...order, promotion: found.promotion }
  const price = priceOrder({ lines, promotion, coupons })
  return { order, memberId, promotionId, lines, couponsBefore, coupons, price }
}

/**
 * Writes prices with all their parts, and the uses of coupons that come and go with them. `undefined` for an order that has changed
 * since it was read or whose hold has ended, and for one that wants a use of a coupon of which none is left.
 */
export const repriceOrders = repricing()

/** @param isLeft of {@link changeUses}. */
export function repricing(isLeft?: RawBuilder<boolean>): GroupedWrite<PriceChange, true | undefined> {
  return grouped((write, changes) => writePrices(write, changes, isLeft), {
    keysOf: ({ order }) => [order.id],
  })
}

/** The statement of {@link repriceOrders}, for a transaction too. */
export async function writePrices(
  write: Write | Tx,
  changes: readonly PriceChange[],
  isLeft?: RawBuilder<boolean>,
): Promise<Array<true | undefined>> {
  const uses = changes.map(({ order, couponsBefore, coupons, price }) => ({
    orderId: order.id,
    before: couponsBefore,
    after: coupons.map((coupon, index) => ({
      ...coupon,
      discount: itemAt(price.couponDiscounts, index),
    })),
  }))
  const shares = changes.map(({ order, lines, price }) => ({
    orderId: order.id,
    lines,
    shares: price.lineDiscounts,
  }))
  const { rows } = await sql<{ id: string }>`
        with ${lockOrdersAsRead(
          changes.map(({ order }) => order),
          sql`o.expires_at > now()`,
        )},
        ${changeUses(uses, sql`select id from locked_orders`, isLeft)},
        ${writePriceShares(shares, sql`select id from used_orders`)}
        update orders o
           set price = p.price, membership_discount = p.membership_discount, member_id = p.member_id,
               promotion_id = p.promotion_id, version = ${VERSION_RAISED}
          from ${listed('p', {
            order_id: ['uuid', changes.map(({ order }) => order.id)],
            price: ['int', changes.map(({ price }) => price.price)],
            membership_discount: ['int', changes.map(({ price }) => price.membershipDiscount)],
            member_id: ['uuid', changes.map(({ memberId }) => memberId)],
            promotion_id: ['uuid', changes.map(({ promotionId }) => promotionId)],
          })}
         where o.id = p.order_id and o.id in (select id from used_orders)
        returning o.id`.execute(write)
  return writtenOnes(changes, rows)
}
