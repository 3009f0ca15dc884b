import type { PricedLine } from '@kippu/domain/order-line'

import type { Read } from '../../db/database.ts'

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
export async function findStoredLines(read: Read, orderId: string): Promise<StoredLine[]> {
  const lines = await read
    .selectFrom('order_lines')
    .select(['position', 'type', 'option_value_id', 'quantity', 'unit_price'])
    .select(['membership_discount', 'coupon_discount', 'method_discount'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const sets = await read
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
