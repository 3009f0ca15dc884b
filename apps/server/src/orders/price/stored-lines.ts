import type { PricedLine } from '@kippu/domain/order-line'
import { expressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'

import { fixed } from '../../platform/db/fixed.ts'
import type { OrderItemsTable, Schema } from '../../platform/db/schema.ts'
import { LINE_STOCKS, type LineStock } from '../../stock/line-stock.ts'

const KINDS = ['ticket_type', 'extra', 'set'] as const
type ItemKind = (typeof KINDS)[number]

const itemKind = v.picklist(KINDS)

const lineStock = v.picklist(LINE_STOCKS)

/** The price engine's name for each kind of row. */
const PRICED_AS = { ticket_type: 'ticket', extra: 'extra', set: 'set' } as const satisfies Record<
  ItemKind,
  PricedLine['kind']
>

/** The price engine's name for a row of this kind. @throws for one that no program of ours has written. */
export function pricedKindOf(kind: string): PricedLine['kind'] {
  return PRICED_AS[v.parse(itemKind, kind)]
}

/** A line of an order, with what was taken off it so far. */
export interface StoredLine extends PricedLine {
  readonly position: number
  /** By membership and coupons, in yen. */
  readonly discounts: number
  /** By the payment method, in yen; 0 before the order is completed. */
  readonly methodDiscount: number
  /** The purchased thing and its time: a product at a time span, and which of its option values, if any. */
  readonly productId: number
  readonly timeSpanId: number
  readonly optionValueId: number | null
  /** Percent of consumption tax that its price contains. */
  readonly taxRate: number
  /** How its units stand in the stock. */
  readonly stock: LineStock
  /** On a change of time: what its units cost before, in yen. */
  readonly formerPrice: number | null
}

/** Set products are counted by themselves, beside the lines of the visit. */
const isSet = sql<boolean>`order_items.kind = 'set'`

/** The lines of an order, as a column of a query of orders: those of its visit and then its set products, each in its order. */
export const LINES_OF_ORDER: RawBuilder<LineRow[]> = fixed(
  jsonArrayFrom(
    expressionBuilder<Schema, 'orders'>()
      .selectFrom('order_items')
      .select(['position', 'order_items.kind', 'option_value_id', 'order_items.quantity', 'unit_price'])
      .select([
        'order_items.membership_discount',
        'coupon_discount',
        'order_items.method_discount',
        'tax_rate',
        'stock',
        'former_price',
        'order_items.product_id',
        'order_items.time_span_id',
      ])
      .whereRef('order_id', '=', 'orders.id')
      .orderBy(isSet)
      .orderBy('position'),
  ),
)

/** Reads the column {@link LINES_OF_ORDER}. */
export function storedLines(rows: readonly LineRow[]): StoredLine[] {
  return rows.map(row => ({
    kind: pricedKindOf(row.kind),
    position: row.position,
    quantity: row.quantity,
    // The price of a unit was fixed when the order was created: base price and extra cost are in it.
    basePrice: row.unit_price,
    addCost: 0,
    discounts: row.membership_discount + row.coupon_discount,
    methodDiscount: row.method_discount,
    productId: row.product_id,
    timeSpanId: row.time_span_id,
    optionValueId: row.option_value_id,
    taxRate: row.tax_rate,
    stock: v.parse(lineStock, row.stock),
    formerPrice: row.former_price,
  }))
}

type LineRow = Pick<
  Selectable<OrderItemsTable>,
  | 'position'
  | 'kind'
  | 'option_value_id'
  | 'quantity'
  | 'unit_price'
  | 'membership_discount'
  | 'coupon_discount'
  | 'method_discount'
  | 'tax_rate'
  | 'stock'
  | 'former_price'
  | 'product_id'
  | 'time_span_id'
>
