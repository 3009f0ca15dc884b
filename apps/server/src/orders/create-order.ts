import { randomUUID } from 'node:crypto'

import type { Answer, Received, RefusalOf } from '@kippu/contract/call'
import type { createOrder as createOrderCall } from '@kippu/contract/orders'
import { jstIso } from '@kippu/domain/jst-date'
import { unitCostOf } from '@kippu/domain/order-line'
import { priceOrder } from '@kippu/domain/order-price'
import { isTimeSpanOnSale } from '@kippu/domain/stock/availability'

import type { Deps } from '../deps.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import { isOnSale } from '../products/catalogue.ts'
import { hashToken } from '../tokens.ts'
import type { CatalogueCache, OrderedProduct } from './catalogue-cache.ts'
import type { SpanFacts } from './catalogue-queries.ts'
import type { NewOrderLine } from './hold-queue.ts'

type CreateOrderCall = typeof createOrderCall
type OrderRequest = Received<CreateOrderCall>['body']
type CannotOrder = Refusal<RefusalOf<CreateOrderCall>>

export interface CreateOrderDeps extends Pick<Deps, 'clock' | 'tokens' | 'holds'> {
  readonly catalogue: CatalogueCache
}

/**
 * Holds tickets and fixes their price (R-7.12–15, S-1.01, S-1.16). What the request asks for is checked against the
 * catalogue first, so only an order that stock alone can refuse waits for stock.
 */
export async function createOrder(
  deps: CreateOrderDeps,
  siteKey: string,
  request: OrderRequest,
): Promise<Answer<CreateOrderCall> | CannotOrder> {
  const product = await deps.catalogue.findProduct(siteKey, request.product_uuid)
  if (product === undefined || !product.isMain) return refuse('record not found')
  const span = await deps.catalogue.findSpan(product.id, request.time_span_id)
  if (span === undefined) return refuse('no stock registered for this product')
  const lines = linesOf(request, product, span)
  if (isRefusal(lines)) return lines
  if (!isSold(product, span, deps.clock.now())) return refuse('ticket not on sale now')

  const id = randomUUID()
  const token = deps.tokens.derive('order', id)
  const { subtotal, price } = priceOrder({ lines: lines.map(line => ({ kind: 'ticket', ...line })) })
  const held = await deps.holds.take({
    id,
    siteKey,
    channel: 'web',
    tokenHash: hashToken(token),
    lang: request.lang,
    productId: product.id,
    timeSpanId: span.id,
    quantity: request.quantity,
    subtotal,
    price,
    lines,
  })
  if (isRefusal(held)) return held
  return { order_token: token, expires_at: jstIso(held.expiresAt.getTime()), price }
}

/** The lines with their prices, or why they cannot be ordered (D-56, R-7.15). */
function linesOf(
  request: OrderRequest,
  product: OrderedProduct,
  span: SpanFacts,
): NewOrderLine[] | CannotOrder {
  const lines: NewOrderLine[] = []
  for (const { option_value_id: optionValueId, quantity } of request.option_values) {
    const addCost = product.addCosts.get(optionValueId)
    if (addCost === undefined) return refuse('option_value_id not found')
    if (quantity < 1) return refuse('specified option value of the ticket is less than 1')
    const unitPrice = unitCostOf({ basePrice: span.basePrice, addCost })
    lines.push({ optionValueId, quantity, basePrice: span.basePrice, addCost, unitPrice })
  }
  const sum = lines.reduce((total, line) => total + line.quantity, 0)
  if (sum !== request.quantity) return refuseQuantity('sum')
  if (sum > product.maxTicket) return refuseQuantity('max_value')
  return lines
}

function refuseQuantity(rule: 'sum' | 'max_value'): Refusal<'invalid_request'> {
  return refuse('invalid_request', { fields: [{ field: 'quantity', rule }] })
}

function isSold(product: OrderedProduct, span: SpanFacts, nowMs: number): boolean {
  if (span.isClosed || span.isSoldOutDisplay || !isOnSale(product, nowMs)) return false
  return isTimeSpanOnSale({
    saleType: product.saleType,
    startsAt: jstIso(span.startsAt.getTime()),
    endsAt: jstIso(span.endsAt.getTime()),
    visitDate: span.visitDate,
    graceMinutes: product.graceMinutes,
    nowMs,
  })
}
