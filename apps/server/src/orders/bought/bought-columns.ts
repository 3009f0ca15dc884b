import { type RawBuilder, sql } from 'kysely'

import { fixed } from '../../platform/db/fixed.ts'
import { epochSeconds } from '../../platform/db/epoch-seconds.ts'
import { textOf, wordsOf } from '../../platform/db/words-of.ts'
import type { OrderRow } from '../life/find-order.ts'
import { SHOWN } from './shown-languages.ts'

/** The lines of an order, as {@link BOUGHT_COLUMNS} select them, and two columns of its own. */
export interface BoughtRow extends Pick<OrderRow, 'quantity' | 'time_span_id'> {
  readonly product: {
    readonly uuid: string
    readonly image_path: string | null
    readonly sale_type: string
    readonly entry_policy: string
    readonly reentry_minutes: number | null
  }
  readonly texts: {
    readonly name: string
    readonly description: string
    readonly caution: string | null
    readonly naming_right: string | null
  } | null
  readonly visit: VisitRow
  /** Options, extras and set products, each kind in the order they were asked for. */
  readonly items: readonly ItemRow[]
}

/** In seconds since 1970. */
export interface VisitRow {
  readonly starts_at: number
  readonly ends_at: number
}

/** Money is whole yen a unit, fixed when the order was created. */
export interface ItemRow {
  readonly kind: string
  readonly quantity: number
  readonly unit_price: number
  readonly name: string | null
  /** Null on a set product, as is all that follows. */
  readonly add_cost: number | null
  readonly option_value_id: number | null
  readonly option_id: number | null
}

/** The discounts of an order, as {@link DEDUCTION_COLUMNS} select them. */
export interface DeductionRow {
  /** In the order they were added. */
  readonly coupons: ReadonlyArray<{
    readonly coupon_code: string
    /** Yen. */
    readonly coupon_discount: number
    readonly coupon_name: string | null
    /** A day in Japan; null where it does not end. */
    readonly ends_on: string | null
  }>
  /** The name of the promotion that membership brings the order. */
  readonly promotion: string | null
}

const words = wordsOf(SHOWN)

const PRODUCT = sql`(
  select json_build_object('uuid', uuid, 'image_path', image_path, 'sale_type', sale_type, 'entry_policy', entry_policy,
                           'reentry_minutes', reentry_minutes)
    from products where products.id = orders.product_id)`

const TEXTS = textOf(SHOWN, {
  table: 'product_texts',
  owner: 'orders.product_id',
  text: sql`json_build_object('name', name, 'description', description, 'caution', caution, 'naming_right', naming_right)`,
})

/** A {@link VisitRow} of the time span that the reference names. */
export function visitOf(span: string): RawBuilder<VisitRow> {
  return sql<VisitRow>`(
    select json_build_object('starts_at', ${epochSeconds('starts_at')}, 'ends_at', ${epochSeconds('ends_at')})
      from time_spans where time_spans.id = ${sql.ref(span)})`
}

const ITEMS = sql`(
  select coalesce(json_agg(json_build_object(
      'kind', kind, 'quantity', quantity, 'unit_price', unit_price, 'add_cost', add_cost,
      'option_value_id', option_value_id,
      'option_id', (select option_id from option_values where option_values.id = item.option_value_id),
      'name', case when kind = 'set' then ${words('product_texts', 'item.product_id')}
                   else ${words('option_value_texts', 'item.option_value_id')} end
    ) order by position), '[]')
    from order_items as item where item.order_id = orders.id)`

const COUPONS = sql`(
  select coalesce(json_agg(json_build_object(
      'coupon_code', (select code from coupons where coupons.id = used.coupon_id),
      'coupon_discount', discount, 'coupon_name', ${words('coupon_texts', 'used.coupon_id')},
      'ends_on', (select ends_on from coupons where coupons.id = used.coupon_id)
    ) order by position), '[]')
    from order_coupons as used where used.order_id = orders.id)`

/**
 * For a statement that has `orders` and `shown` among its tables. Each row of another table is looked up by its key in a
 * subselect of its own, so that no plan turns over as the tables grow.
 */
export const BOUGHT_COLUMNS = fixed(sql`
  ${PRODUCT} as product, ${TEXTS} as texts, ${visitOf('orders.time_span_id')} as visit, ${ITEMS} as items`)

/** As {@link BOUGHT_COLUMNS}. */
export const DEDUCTION_COLUMNS = fixed(sql`${COUPONS} as coupons,
  case when orders.promotion_id is not null
    then ${words('membership_promotion_texts', 'orders.promotion_id')} end as promotion`)
