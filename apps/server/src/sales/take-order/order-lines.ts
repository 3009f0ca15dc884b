import type { Received } from '@kippu/contract/call'
import type { createOrder } from '@kippu/contract/orders'
import { unaccompanied } from '@kippu/domain/companions'
import { unitCostOf } from '@kippu/domain/order-line'
import { sumOf } from '@kippu/domain/sum'

import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { OrderedProduct } from './catalogue-cache.ts'
import type { SpanFacts } from './catalogue-queries.ts'
import type { NewOrderLine } from '../../stock/hold-queue.ts'

type OrderRequest = Received<typeof createOrder>['body']

/** A line before membership takes something off it. */
export type OrderLine = Omit<NewOrderLine, 'membershipDiscount'>

export type CannotHaveLines = Refusal<
  | 'option_value_id not found'
  | 'specified option value of the ticket is less than 1'
  | 'companion without its holder'
  | 'invalid_request'
>

/**
 * The lines of an order with their prices, or why they cannot be ordered. Tickets cost the day's price and their extra
 * cost; what goes with them costs its extra cost alone, and nobody takes more of it than there are tickets. Only
 * tickets make up the quantity, and only they are limited by Max_Ticket.
 */
export function orderLines(
  { option_values: asked, quantity }: Pick<OrderRequest, 'option_values' | 'quantity'>,
  product: OrderedProduct,
  span: SpanFacts,
): OrderLine[] | CannotHaveLines {
  const lines: OrderLine[] = []
  for (const { option_value_id: optionValueId, quantity: units } of asked) {
    const value = product.optionValues.get(optionValueId)
    if (value === undefined) return refuse('option_value_id not found')
    if (units < 1) return refuse('specified option value of the ticket is less than 1')
    const { type: kind, addCost } = value
    const basePrice = kind === 'extra' ? 0 : span.basePrice
    const unitPrice = unitCostOf({ basePrice, addCost })
    const { taxRate } = product
    lines.push({ kind, optionValueId, quantity: units, basePrice, addCost, unitPrice, taxRate })
  }
  const tickets = sumOf(lines.filter(line => line.kind === 'ticket_type').map(line => line.quantity))
  if (tickets !== quantity) return refuseField('quantity', 'sum')
  if (tickets > product.maxTicket) return refuseField('quantity', 'max_value')
  const kinds = lines.map(({ optionValueId, quantity: count }) => ({
    optionValueId,
    onlyWith: product.optionValues.get(optionValueId)?.onlyWith ?? null,
    count,
  }))
  if (unaccompanied(kinds).size > 0) return refuse('companion without its holder')
  return hasTooManyExtras(lines, tickets) ? refuseField('option_values', 'max_value') : lines
}

/** Counted by value, however many lines it is spread over. */
function hasTooManyExtras(lines: readonly OrderLine[], tickets: number): boolean {
  const extras = Map.groupBy(
    lines.filter(line => line.kind === 'extra'),
    line => line.optionValueId,
  )
  return Array.from(extras.values()).some(same => sumOf(same.map(line => line.quantity)) > tickets)
}

function refuseField(field: string, rule: string): Refusal<'invalid_request'> {
  return refuse('invalid_request', { fields: [{ field, rule }] })
}
