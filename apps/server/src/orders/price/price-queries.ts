import { COUPON_KINDS, type PricedCoupon } from '@kippu/domain/coupon'
import type { PricedPromotion } from '@kippu/domain/membership-discount'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'

import type { Read, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'
import type { StoredLine } from './stored-lines.ts'

/** What membership brings an order, null when nothing; as a column of a query of orders. */
export function promotionOfOrder(
  eb: ExpressionBuilder<Schema, 'orders'>,
): RawBuilder<PricedPromotion | null> {
  return jsonObjectFrom(
    eb
      .selectFrom('membership_promotions')
      .select(['promotion_type as type', 'promotion_amount as amount'])
      .whereRef('membership_promotions.id', '=', 'orders.promotion_id'),
  )
}

/** What membership brings an order, null when nothing. */
export async function findPromotion(read: Read, orderId: string): Promise<PricedPromotion | null> {
  const { promotion } = await read
    .selectFrom('orders')
    .select(eb => promotionOfOrder(eb).as('promotion'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return promotion
}

export interface StoredCoupon extends PricedCoupon {
  readonly id: string
}

const kind = v.picklist(COUPON_KINDS)

/** Coupons of an order in the order they were added. */
export async function findPricedCoupons(read: Read, orderId: string): Promise<StoredCoupon[]> {
  const rows = await read
    .selectFrom('order_coupons')
    .innerJoin('coupons', 'coupons.id', 'order_coupons.coupon_id')
    .select(['coupons.id', 'kind', 'discount_type', 'discount_amount', 'should_apply_per_ticket'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return rows.map(row => ({
    id: row.id,
    kind: v.parse(kind, row.kind),
    discountType: row.discount_type,
    discountAmount: row.discount_amount,
    shouldApplyPerTicket: row.should_apply_per_ticket,
  }))
}

export async function updatePrice(
  tx: Tx,
  orderId: string,
  { price, membershipDiscount }: { readonly price: number; readonly membershipDiscount: number },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ price, membership_discount: membershipDiscount, version: VERSION_RAISED })
    .where('id', '=', orderId)
    .execute()
}

export async function updateCouponDiscount(
  tx: Tx,
  { orderId, couponId, discount }: { orderId: string; couponId: string; discount: number },
): Promise<void> {
  await tx
    .updateTable('order_coupons')
    .set({ discount })
    .where('order_id', '=', orderId)
    .where('coupon_id', '=', couponId)
    .execute()
}

/** Shares of lines, in the order of {@link findStoredLines}. */
export interface Shares {
  readonly orderId: string
  readonly lines: readonly StoredLine[]
  readonly shares: ReadonlyArray<{ readonly membership: number; readonly coupon: number }>
}

/** Writes what membership and coupons take off each line. */
export async function updateShares(tx: Tx, { orderId, lines, shares }: Shares): Promise<void> {
  const rows = lines.map((line, index) => ({ ...line, ...(shares[index] ?? { membership: 0, coupon: 0 }) }))
  await sql`
    update order_items as l set membership_discount = s.membership, coupon_discount = s.coupon
      from unnest(${rows.map(isSet)}::boolean[], ${rows.map(row => row.position)}::smallint[],
                  ${rows.map(row => row.membership)}::int[], ${rows.map(row => row.coupon)}::int[])
           as s (is_set, position, membership, coupon)
     where l.order_id = ${orderId} and (l.kind = 'set') = s.is_set and l.position = s.position`.execute(tx)
}

function isSet({ kind }: StoredLine): boolean {
  return kind === 'set'
}
