import type { PaidLine } from '@kippu/domain/ticket-prices'
import type { Insertable } from 'kysely'

import type { Tx } from '../db/database.ts'
import type { TicketsTable } from '../db/schema.ts'

/** A line of an order with what is paid for it, and what its tickets say. */
export interface TicketedLine extends PaidLine {
  readonly ticket: Pick<
    Insertable<TicketsTable>,
    'type' | 'option_value_id' | 'set_product_id' | 'time_span_id'
  >
}

/** All lines of an order, those of its visit before its set products. */
export async function findPaidLines(tx: Tx, orderId: string): Promise<TicketedLine[]> {
  return [...(await findLinesOfVisit(tx, orderId)), ...(await findSets(tx, orderId))]
}

async function findLinesOfVisit(tx: Tx, orderId: string): Promise<TicketedLine[]> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['type', 'option_value_id', 'quantity', 'unit_price'])
    .select(['membership_discount', 'coupon_discount', 'method_discount'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return lines.map(line => ({
    kind: line.type === 'extra' ? 'extra' : 'ticket',
    quantity: line.quantity,
    paid:
      line.unit_price * line.quantity -
      (line.membership_discount + line.coupon_discount + line.method_discount),
    ticket: {
      type: 'gate',
      option_value_id: line.option_value_id,
      set_product_id: null,
      time_span_id: null,
    },
  }))
}

async function findSets(tx: Tx, orderId: string): Promise<TicketedLine[]> {
  const sets = await tx
    .selectFrom('order_sets')
    .select(['product_id', 'time_span_id', 'quantity', 'unit_price', 'coupon_discount', 'method_discount'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return sets.map(set => ({
    kind: 'set',
    quantity: set.quantity,
    paid: set.unit_price * set.quantity - (set.coupon_discount + set.method_discount),
    ticket: {
      type: 'set',
      option_value_id: null,
      set_product_id: set.product_id,
      time_span_id: set.time_span_id,
    },
  }))
}
