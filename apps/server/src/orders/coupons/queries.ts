import type { CheckedCoupon } from '@kippu/domain/coupon-check'
import { COUPON_KINDS } from '@kippu/domain/coupon'
import { type ExpressionBuilder, expressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'

import { fixed } from '../../platform/db/fixed.ts'
import type { Read } from '../../platform/db/database.ts'
import type { CouponsTable, Schema } from '../../platform/db/schema.ts'
import { firstLanguageOf, wordsOf } from '../../platform/db/words-of.ts'

/** A coupon as the venue wrote it; `taken` are the uses that live and completed orders have. */
export interface CouponRecord extends Omit<CheckedCoupon, 'usedByOthers'> {
  readonly taken: number
}

/** A coupon of an order; `isCounted` when its use is among those that are taken. */
export interface OrderCoupon extends CouponRecord {
  readonly isCounted: boolean
}

/** A coupon that was asked for by its code. */
export interface NamedCoupon extends CouponRecord {
  readonly code: string
  /** '' when the venue wrote none. */
  readonly name: string
}

/**
 * The coupons of an order's site with one of these codes, named in the language of the order or the first one of the site, as a
 * column of a query of orders.
 */
export function couponsByCode(
  eb: ExpressionBuilder<Schema, 'orders'>,
  codes: RawBuilder<string>,
): RawBuilder<NamedCouponRow[]> {
  const words = wordsOf({ lang: sql.ref('orders.lang'), fallback: firstLanguageOf('orders.site_key') })
  return jsonArrayFrom(
    eb
      .selectFrom('coupons')
      .select(COUPON_COLUMNS)
      .select(['coupons.code', words('coupon_texts', 'coupons.id').as('name')])
      .whereRef('coupons.site_key', '=', 'orders.site_key')
      .where('coupons.code', '=', codes),
  )
}

type NamedCouponRow = CouponRow & { readonly code: string; readonly name: string | null }

/** Reads the column {@link couponsByCode}. */
export function namedCoupons(rows: readonly NamedCouponRow[]): NamedCoupon[] {
  return rows.map(row => ({ ...recordOf(row), code: row.code, name: row.name ?? '' }))
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

/** Coupons of an order in the order they were added, as a column of a query of orders. */
export const COUPONS_OF_ORDER: RawBuilder<OrderCouponRow[]> = fixed(
  jsonArrayFrom(
    expressionBuilder<Schema, 'orders'>()
      .selectFrom('coupons')
      .innerJoin('order_coupons', 'order_coupons.coupon_id', 'coupons.id')
      .select(COUPON_COLUMNS)
      .select('order_coupons.is_counted')
      .whereRef('order_coupons.order_id', '=', 'orders.id')
      .orderBy('order_coupons.position'),
  ),
)

type OrderCouponRow = CouponRow & { readonly is_counted: boolean }

/** Reads the column {@link COUPONS_OF_ORDER}. */
export function orderCoupons(
  rows: ReadonlyArray<CouponRow & { readonly is_counted: boolean }>,
): OrderCoupon[] {
  return rows.map(row => ({ ...recordOf(row), isCounted: row.is_counted }))
}

type CouponRow = Omit<Selectable<CouponsTable>, 'site_key' | 'code'> & { readonly products: number[] }

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
