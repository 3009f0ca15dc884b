import type { boughtProduct } from '@kippu/contract/orders'
import { ENTRY_POLICIES } from '@kippu/domain/check-in/judge-entry'
import { jstIso } from '@kippu/domain/jst-date'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { BoughtRow } from './bought-columns.ts'

export type BoughtProduct = v.InferOutput<typeof boughtProduct>

const saleType = v.picklist(BOOKING_TYPES)
const entryPolicy = v.picklist(ENTRY_POLICIES)
const orderOption = v.object({
  kind: v.picklist(['ticket_type', 'extra']),
  option_id: v.number(),
  add_cost: v.number(),
  option_value_id: v.number(),
})

/** The lines of an order, with the prices it was created with. */
export function boughtProductOf(row: BoughtRow): BoughtProduct {
  const { product, texts, visit, items } = row
  return {
    product_uuid: product.uuid,
    product_name: texts?.name ?? '',
    description: texts?.description ?? '',
    image_path: product.image_path,
    sale_type: v.parse(saleType, product.sale_type),
    entry_policy: v.parse(entryPolicy, product.entry_policy),
    reentry_minutes: product.reentry_minutes,
    quantity: row.quantity,
    reservation_from: jstIso(visit.starts_at * 1000),
    reservation_to: jstIso(visit.ends_at * 1000),
    product_time_span_id: row.time_span_id,
    naming_right: texts?.naming_right ?? null,
    caution: texts?.caution ?? null,
    order_options: items
      .filter(({ kind }) => kind !== 'set')
      .map(item => {
        const { kind, option_id, add_cost, option_value_id } = v.parse(orderOption, item)
        const { name, quantity, unit_price } = item
        return {
          id: option_id,
          name: name ?? '',
          type: kind,
          add_cost,
          quantity,
          option_value_id,
          unit_price,
        }
      }),
  }
}

/** A set product of an order; `add_cost` is the price of one unit. */
export interface BoughtSet {
  readonly product_name: string
  readonly add_cost: number
  readonly quantity: number
}

/** The set products that an order buys, with the prices it was created with. */
export function boughtSetsOf({ items }: BoughtRow): BoughtSet[] {
  return items
    .filter(({ kind }) => kind === 'set')
    .map(({ name, unit_price, quantity }) => ({ product_name: name ?? '', add_cost: unit_price, quantity }))
}
