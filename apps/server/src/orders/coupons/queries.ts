import type { CheckedCoupon } from '@kippu/domain/coupon-check'
import { COUPON_KINDS } from '@kippu/domain/coupon'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'

import type { Read, Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { languagesOf, wordsOf } from '../../db/words-of.ts'

/** A coupon as the venue wrote it; `taken` are the uses that live and completed orders have (S-3.11). */
export interface CouponRecord extends Omit<CheckedCoupon, 'usedByOthers'> {
  readonly taken: number
}

/** A coupon of an order; `isCounted` when its use is among those that are taken. */
export interface OrderCoupon extends CouponRecord {
  readonly isCounted: boolean
}

/** The coupon of a site with exactly this code. */
export async function findCoupon(
  read: Read,
  { siteKey, code }: { readonly siteKey: string; readonly code: string },
): Promise<CouponRecord | undefined> {
  const row = await selectCoupon(read)
    .where('site_key', '=', siteKey)
    .where('code', '=', code)
    .executeTakeFirst()
  return row && recordOf(row)
}

/** Coupons of an order in the order they were added, as a column of a query of orders. */
export function couponsOfOrder(eb: ExpressionBuilder<Schema, 'orders'>): RawBuilder<OrderCouponRow[]> {
  return jsonArrayFrom(
    eb
      .selectFrom('coupons')
      .innerJoin('order_coupons', 'order_coupons.coupon_id', 'coupons.id')
      .select(COUPON_COLUMNS)
      .select('order_coupons.is_counted')
      .whereRef('order_coupons.order_id', '=', 'orders.id')
      .orderBy('order_coupons.position'),
  )
}

type OrderCouponRow = CouponRow & { readonly is_counted: boolean }

/** Reads the column {@link couponsOfOrder}. */
export function orderCoupons(
  rows: ReadonlyArray<CouponRow & { readonly is_counted: boolean }>,
): OrderCoupon[] {
  return rows.map(row => ({ ...recordOf(row), isCounted: row.is_counted }))
}

/** Coupons of one order, as {@link couponsOfOrder}. */
export async function findCouponsOfOrder(read: Read, orderId: string): Promise<OrderCoupon[]> {
  const { coupons } = await read
    .selectFrom('orders')
    .select(eb => couponsOfOrder(eb).as('coupons'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return orderCoupons(coupons)
}

const COUPON_COLUMNS = [
  'coupons.id',
  'coupons.kind',
  'discount_type',
  'discount_amount',
  'should_apply_per_ticket',
  'is_active',
  'channels',
  'starts_on',
  'ends_on',
  'visits_from',
  'visits_until',
  'visit_weekdays',
  'min_quantity',
  'usage_limit',
  'taken',
  sql<number[]>`array(select product_id from coupon_products where coupon_id = coupons.id)`.as('products'),
] as const

function selectCoupon(read: Read) {
  return read.selectFrom('coupons').select(COUPON_COLUMNS)
}

type CouponRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectCoupon>['executeTakeFirst']>>>

const kind = v.picklist(COUPON_KINDS)

function recordOf(row: CouponRow): CouponRecord {
  return {
    id: row.id,
    kind: v.parse(kind, row.kind),
    discountType: row.discount_type,
    discountAmount: row.discount_amount,
    shouldApplyPerTicket: row.should_apply_per_ticket,
    isActive: row.is_active,
    channels: row.channels,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    visitsFrom: row.visits_from,
    visitsUntil: row.visits_until,
    visitWeekdays: row.visit_weekdays,
    productIds: row.products,
    minQuantity: row.min_quantity,
    usageLimit: row.usage_limit,
    taken: row.taken,
  }
}

/** Name of a coupon in `lang` or the site's first language; '' when the venue wrote none. */
export async function findCouponName(read: Read, couponId: string, lang: Language): Promise<string> {
  const words = wordsOf(languagesOf(lang, 'coupons.site_key'))
  const coupon = await read
    .selectFrom('coupons')
    .select(words('coupon_texts', 'coupons.id').as('name'))
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow()
  return coupon.name ?? ''
}

export interface CouponedVisit {
  readonly channel: string
  readonly productId: number
  readonly visitDate: IsoDate
}

/** For what and where an order was made. */
export async function findVisit(read: Read, orderId: string): Promise<CouponedVisit> {
  return read
    .selectFrom('orders')
    .innerJoin('time_spans', 'time_spans.id', 'orders.time_span_id')
    .select(['channel', 'orders.product_id as productId', 'visit_date as visitDate'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
}

export interface CouponUse {
  readonly orderId: string
  readonly couponId: string
  readonly isCounted: boolean
}

/** Adds a coupon behind those that an order has. */
export async function insertUse(tx: Tx, { orderId, couponId, isCounted }: CouponUse): Promise<void> {
  await sql`
    insert into order_coupons (order_id, coupon_id, position, discount, is_counted)
    select ${orderId}::uuid, ${couponId}::uuid, coalesce(max(position), 0) + 1, 0, ${isCounted}::boolean
      from order_coupons where order_id = ${orderId}::uuid`.execute(tx)
}

export async function deleteUse(
  tx: Tx,
  { orderId, couponId }: Pick<CouponUse, 'orderId' | 'couponId'>,
): Promise<void> {
  await tx
    .deleteFrom('order_coupons')
    .where('order_id', '=', orderId)
    .where('coupon_id', '=', couponId)
    .execute()
}

export async function markUse(tx: Tx, { orderId, couponId, isCounted }: CouponUse): Promise<void> {
  await tx
    .updateTable('order_coupons')
    .set({ is_counted: isCounted })
    .where('order_id', '=', orderId)
    .where('coupon_id', '=', couponId)
    .execute()
}

/** One use more, if one is left: of two that want the last use one gets it. */
export async function raiseTaken(tx: Tx, couponId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('coupons')
    .set(eb => ({ taken: eb('taken', '+', 1) }))
    .where('id', '=', couponId)
    .where(eb => eb.or([eb('usage_limit', 'is', null), eb('taken', '<', eb.ref('usage_limit'))]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function lowerTaken(tx: Tx, couponId: string): Promise<void> {
  await tx
    .updateTable('coupons')
    .set(eb => ({ taken: eb('taken', '-', 1) }))
    .where('id', '=', couponId)
    .execute()
}

/** Orders whose hold has ended, that nobody has marked yet, and that still have a use of the coupon; the oldest first. */
export async function findEndedOrdersUsing(
  read: Read,
  { siteKey, code, limit }: { readonly siteKey: string; readonly code: string; readonly limit: number },
): Promise<string[]> {
  const rows = await read
    .selectFrom('coupons')
    .innerJoin('order_coupons', 'order_coupons.coupon_id', 'coupons.id')
    .innerJoin('orders', 'orders.id', 'order_coupons.order_id')
    .select('orders.id')
    .where('coupons.site_key', '=', siteKey)
    .where('coupons.code', '=', code)
    .where('order_coupons.is_counted', '=', true)
    .where('orders.status', 'in', ['temporary', 'mail_sent', 'ready_checkout'])
    .where('orders.expires_at', '<=', sql<Date>`now()`)
    .orderBy('orders.expires_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}
