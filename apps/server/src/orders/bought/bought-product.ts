import type { boughtProduct } from '@kippu/contract/orders'
import { jstIso } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { Read } from '../../db/database.ts'
import { findBoughtLines, findBoughtProduct, findBoughtSets } from './queries.ts'

export type BoughtProduct = v.InferOutput<typeof boughtProduct>

const saleType = v.picklist(BOOKING_TYPES)
const optionType = v.picklist(['ticket_type', 'extra'])

/** What an order buys, in words of the language, with the prices it was created with (R-3.123–132, S-1.16). */
export async function readBoughtProduct(read: Read, orderId: string, lang: Language): Promise<BoughtProduct> {
  const product = await findBoughtProduct(read, orderId, lang)
  const lines = await findBoughtLines(read, orderId, lang)
  return {
    product_uuid: product.uuid,
    product_name: product.name ?? '',
    description: product.description ?? '',
    image_path: product.image_path,
    sale_type: v.parse(saleType, product.sale_type),
    quantity: product.quantity,
    reservation_from: jstIso(product.starts_at.getTime()),
    reservation_to: jstIso(product.ends_at.getTime()),
    product_time_span_id: product.time_span_id,
    naming_right: product.naming_right,
    caution: product.caution,
    order_options: lines.map(line => ({
      id: line.option_id,
      name: line.name ?? '',
      type: v.parse(optionType, line.type),
      add_cost: line.add_cost,
      quantity: line.quantity,
      option_value_id: line.option_value_id,
      unit_price: line.unit_price,
    })),
  }
}

/** A set product of an order; `add_cost` is the price of one unit. */
export interface BoughtSet {
  readonly product_name: string
  readonly add_cost: number
  readonly quantity: number
}

/** The set products that an order buys, in words of the language, with the prices it was created with. */
export async function readBoughtSets(read: Read, orderId: string, lang: Language): Promise<BoughtSet[]> {
  const sets = await findBoughtSets(read, orderId, lang)
  return sets.map(({ name, unit_price, quantity }) => ({
    product_name: name ?? '',
    add_cost: unit_price,
    quantity,
  }))
}
