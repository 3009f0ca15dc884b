import { COUPON_KINDS, type PricedCoupon } from '@kippu/domain/coupon'
import type { PricedPromotion } from '@kippu/domain/membership-discount'
import type { PricedLine } from '@kippu/domain/order-line'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Tx } from '../db/database.ts'

/** A line of an order or a set product of it, with what was taken off it so far. */
export interface StoredLine extends PricedLine {
  readonly table: 'order_lines' | 'order_sets'
  readonly position: number
  /** By membership and coupons, in yen. */
  readonly discounts: number
  /** By the payment method, in yen; 0 before the order is completed. */
  readonly methodDiscount: number
  /** What is bought: an option value, or units of a set product at a time span. */
  readonly optionValueId: number | null
  readonly set: { readonly productId: number; readonly timeSpanId: number } | null
}

/** The lines of an order and then its set products, each in its order. */
export async function findStoredLines(tx: Tx, orderId: string): Promise<StoredLine[]> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'type', 'option_value_id', 'quantity', 'unit_price'])
    .select(['membership_discount', 'coupon_discount', 'method_discount'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const sets = await tx
    .selectFrom('order_sets')
    .select(['position', 'product_id', 'time_span_id', 'quantity', 'unit_price'])
    .select(['coupon_discount', 'method_discount'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return [
    ...lines.map(line => ({
      ...storedLine(line, line.membership_discount),
      table: 'order_lines' as const,
      kind: line.type === 'extra' ? ('extra' as const) : ('ticket' as const),
      optionValueId: line.option_value_id,
      set: null,
    })),
    ...sets.map(set => ({
      ...storedLine(set, 0),
      table: 'order_sets' as const,
      kind: 'set' as const,
      optionValueId: null,
      set: { productId: set.product_id, timeSpanId: set.time_span_id },
    })),
  ]
}

interface LineRow {
  readonly position: number
  readonly quantity: number
  readonly unit_price: number
  readonly coupon_discount: number
  readonly method_discount: number
}

/** The price of a unit was fixed when the order was created (S-1.16): base price and extra cost are in it. */
function storedLine(row: LineRow, membership: number) {
  return {
    position: row.position,
    quantity: row.quantity,
    basePrice: row.unit_price,
    addCost: 0,
    discounts: membership + row.coupon_discount,
    methodDiscount: row.method_discount,
  }
}

/** What membership brings an order, null when nothing. */
export async function findPromotion(tx: Tx, orderId: string): Promise<PricedPromotion | null> {
  const promotion = await tx
    .selectFrom('orders')
    .innerJoin('membership_promotions', 'membership_promotions.id', 'orders.promotion_id')
    .select(['promotion_type as type', 'promotion_amount as amount'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  return promotion ?? null
}

export interface StoredCoupon extends PricedCoupon {
  readonly id: string
}

const kind = v.picklist(COUPON_KINDS)

/** Coupons of an order in the order they were added. */
export async function findPricedCoupons(tx: Tx, orderId: string): Promise<StoredCoupon[]> {
  const rows = await tx
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
    .set({ price, membership_discount: membershipDiscount })
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
  const tickets = rows.filter(row => row.table === 'order_lines')
  const sets = rows.filter(row => row.table === 'order_sets')
  await sql`
    update order_lines as l set membership_discount = s.membership, coupon_discount = s.coupon
      from unnest(${tickets.map(row => row.position)}::smallint[], ${tickets.map(row => row.membership)}::int[],
                  ${tickets.map(row => row.coupon)}::int[]) as s (position, membership, coupon)
     where l.order_id = ${orderId} and l.position = s.position`.execute(tx)
  if (sets.length === 0) return
  await sql`
    update order_sets as l set coupon_discount = s.coupon
      from unnest(${sets.map(row => row.position)}::smallint[], ${sets.map(row => row.coupon)}::int[])
           as s (position, coupon)
     where l.order_id = ${orderId} and l.position = s.position`.execute(tx)
}

/** Writes what the payment method takes off an order and off each of its lines. */
export async function updateMethodShares(
  tx: Tx,
  {
    orderId,
    discount,
    lines,
    shares,
  }: Omit<Shares, 'shares'> & { readonly discount: number; readonly shares: readonly number[] },
): Promise<void> {
  await tx.updateTable('orders').set({ method_discount: discount }).where('id', '=', orderId).execute()
  for (const table of ['order_lines', 'order_sets'] as const) {
    const rows = lines.flatMap((line, index) =>
      line.table === table ? [{ position: line.position, share: shares[index] ?? 0 }] : [],
    )
    if (rows.length === 0) continue
    await sql`
      update ${sql.table(table)} as l set method_discount = s.share
        from unnest(${rows.map(row => row.position)}::smallint[], ${rows.map(row => row.share)}::int[])
             as s (position, share)
       where l.order_id = ${orderId} and l.position = s.position`.execute(tx)
  }
}
