import type { Language } from '@kippu/domain/language'
import type { Read } from '../../db/database.ts'
import { wordsOf } from '../../db/words-of.ts'

export interface BoughtProductRow {
  readonly uuid: string
  readonly image_path: string | null
  readonly sale_type: string
  readonly quantity: number
  readonly time_span_id: number
  readonly starts_at: Date
  readonly ends_at: Date
  readonly name: string | null
  readonly description: string | null
  readonly caution: string | null
  readonly naming_right: string | null
}

export interface BoughtLineRow {
  readonly option_id: number
  readonly type: string
  readonly add_cost: number
  readonly quantity: number
  readonly option_value_id: number
  readonly unit_price: number
  readonly name: string | null
}

/** Product and visit of an order, in `lang` or, where the venue wrote nothing in it, in the site's first language. */
export async function findBoughtProduct(
  read: Read,
  orderId: string,
  lang: Language,
): Promise<BoughtProductRow> {
  const words = wordsOf(lang, 'orders.site_key')
  return read
    .selectFrom('orders')
    .innerJoin('products', 'products.id', 'orders.product_id')
    .innerJoin('time_spans', 'time_spans.id', 'orders.time_span_id')
    .select(['products.uuid', 'products.image_path', 'products.sale_type'])
    .select(['orders.quantity', 'orders.time_span_id', 'time_spans.starts_at', 'time_spans.ends_at'])
    .select([
      words('product_texts', 'name', 'products.id').as('name'),
      words('product_texts', 'description', 'products.id').as('description'),
      words('product_texts', 'caution', 'products.id').as('caution'),
      words('product_texts', 'naming_right', 'products.id').as('naming_right'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** Lines of an order in the order they were asked for; names as in {@link findBoughtProduct}. */
export async function findBoughtLines(read: Read, orderId: string, lang: Language): Promise<BoughtLineRow[]> {
  const words = wordsOf(lang, 'orders.site_key')
  return read
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('option_values', 'option_values.id', 'order_items.option_value_id')
    .select(['option_values.option_id', 'order_items.kind as type'])
    .select(eb => eb.ref('order_items.add_cost').$notNull().as('add_cost'))
    .select(['order_items.quantity', 'option_values.id as option_value_id', 'order_items.unit_price'])
    .select(words('option_value_texts', 'name', 'option_values.id').as('name'))
    .where('order_items.order_id', '=', orderId)
    .where('order_items.kind', '<>', 'set')
    .orderBy('order_items.position')
    .execute()
}

export interface BoughtSetRow {
  readonly name: string | null
  /** Yen a unit, fixed when the order was created. */
  readonly unit_price: number
  readonly quantity: number
  readonly starts_at: Date
  readonly ends_at: Date
}

/** Set products of an order in the order they were asked for; names as in {@link findBoughtProduct}. */
export async function findBoughtSets(read: Read, orderId: string, lang: Language): Promise<BoughtSetRow[]> {
  const words = wordsOf(lang, 'orders.site_key')
  return read
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('time_spans', 'time_spans.id', 'order_items.time_span_id')
    .select(['order_items.unit_price', 'order_items.quantity', 'time_spans.starts_at', 'time_spans.ends_at'])
    .select(words('product_texts', 'name', 'order_items.product_id').as('name'))
    .where('order_items.order_id', '=', orderId)
    .where('order_items.kind', '=', 'set')
    .orderBy('order_items.position')
    .execute()
}

export interface OrderCouponRow {
  readonly coupon_code: string
  readonly coupon_name: string | null
  /** Yen that it takes off the order. */
  readonly coupon_discount: number
}

/** Coupons of an order in the order they were added; names as in {@link findBoughtProduct}. */
export async function findOrderCoupons(
  read: Read,
  orderId: string,
  lang: Language,
): Promise<OrderCouponRow[]> {
  const words = wordsOf(lang, 'coupons.site_key')
  return read
    .selectFrom('order_coupons')
    .innerJoin('coupons', 'coupons.id', 'order_coupons.coupon_id')
    .select(['coupons.code as coupon_code', 'order_coupons.discount as coupon_discount'])
    .select(words('coupon_texts', 'name', 'coupons.id').as('coupon_name'))
    .where('order_coupons.order_id', '=', orderId)
    .orderBy('order_coupons.position')
    .execute()
}

/** Name of the promotion that membership brings an order, null when it brings none; as in {@link findBoughtProduct}. */
export async function findPromotionName(read: Read, orderId: string, lang: Language): Promise<string | null> {
  const words = wordsOf(lang, 'membership_promotions.site_key')
  const promotion = await read
    .selectFrom('orders')
    .innerJoin('membership_promotions', 'membership_promotions.id', 'orders.promotion_id')
    .select(words('membership_promotion_texts', 'name', 'membership_promotions.id').as('name'))
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  return promotion === undefined ? null : (promotion.name ?? '')
}
