import type { Language } from '@kippu/domain/language'
import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'

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
export async function findBoughtProduct(tx: Tx, orderId: string, lang: Language): Promise<BoughtProductRow> {
  return tx
    .selectFrom('orders')
    .innerJoin('products', 'products.id', 'orders.product_id')
    .innerJoin('time_spans', 'time_spans.id', 'orders.time_span_id')
    .innerJoin('languages', join =>
      join.onRef('languages.site_key', '=', 'orders.site_key').on('languages.is_default', '=', true),
    )
    .leftJoin('product_texts as asked', join =>
      join.onRef('asked.product_id', '=', 'products.id').on('asked.lang', '=', lang),
    )
    .leftJoin('product_texts as fallback', join =>
      join
        .onRef('fallback.product_id', '=', 'products.id')
        .onRef('fallback.lang', '=', 'languages.id')
        .on('asked.lang', 'is', null),
    )
    .select(['products.uuid', 'products.image_path', 'products.sale_type'])
    .select(['orders.quantity', 'orders.time_span_id', 'time_spans.starts_at', 'time_spans.ends_at'])
    .select(eb => [
      eb.fn.coalesce('asked.name', 'fallback.name').as('name'),
      eb.fn.coalesce('asked.description', 'fallback.description').as('description'),
      eb.fn.coalesce('asked.caution', 'fallback.caution').as('caution'),
      eb.fn.coalesce('asked.naming_right', 'fallback.naming_right').as('naming_right'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** Lines of an order in the order they were asked for; names as in {@link findBoughtProduct}. */
export async function findBoughtLines(tx: Tx, orderId: string, lang: Language): Promise<BoughtLineRow[]> {
  return tx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('option_values', 'option_values.id', 'order_lines.option_value_id')
    .innerJoin('product_options', 'product_options.id', 'option_values.option_id')
    .innerJoin('languages', join =>
      join.onRef('languages.site_key', '=', 'orders.site_key').on('languages.is_default', '=', true),
    )
    .leftJoin('option_value_texts as asked', join =>
      join.onRef('asked.option_value_id', '=', 'option_values.id').on('asked.lang', '=', lang),
    )
    .leftJoin('option_value_texts as fallback', join =>
      join
        .onRef('fallback.option_value_id', '=', 'option_values.id')
        .onRef('fallback.lang', '=', 'languages.id'),
    )
    .select(['product_options.id as option_id', 'product_options.type', 'order_lines.add_cost'])
    .select(['order_lines.quantity', 'order_lines.option_value_id', 'order_lines.unit_price'])
    .select(eb => eb.fn.coalesce('asked.name', 'fallback.name').as('name'))
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .execute()
}

/** Ids of orders whose hold has ended and that nobody has marked yet, the oldest first. */
export async function findEndedOrders(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('status', 'in', ['temporary', 'mail_sent', 'ready_checkout'])
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}
