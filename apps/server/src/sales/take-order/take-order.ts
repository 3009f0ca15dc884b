import { itemAt } from '@kippu/domain/known'
import { randomUUID } from 'node:crypto'

import type { Received, RefusalOf } from '@kippu/contract/call'
import type { createOrder } from '@kippu/contract/orders'
import type { SalesChannel } from '@kippu/domain/states/ticket'
import type { PricedLine } from '@kippu/domain/order-line'
import { priceOrder } from '@kippu/domain/order-price'

import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { Promotion } from '../../orders/membership/promotions/find-promotion.ts'
import { tally } from '../../platform/tally.ts'
import { hashToken } from '../../platform/tokens.ts'
import type { CatalogueCache } from './catalogue-cache.ts'
import type { HoldQueue, NewOrder, NewOrderSet, Places } from '../../stock/hold-queue.ts'
import { isSold } from './is-sold.ts'
import { type OrderLine, orderLines } from './order-lines.ts'
import { orderSets } from './order-sets.ts'

type CreateOrderCall = typeof createOrder
type OrderRequest = Received<CreateOrderCall>['body']
type CannotOrder = Refusal<RefusalOf<CreateOrderCall>>

export interface TakeOrderDeps extends Pick<Deps, 'clock' | 'tokens'> {
  readonly holds: Pick<HoldQueue, 'take'>
  readonly catalogue: CatalogueCache
}

/** Where an order comes from, and what follows from that. */
export type OrderTerms = Pick<NewOrder, 'holder' | 'isReady' | 'holdSeconds'> & {
  readonly channel: SalesChannel
  /** The id that the order is made with; without it a new one. */
  readonly id?: string
  /** The price of a ticket by contract, in yen, by its value; without it that of the day. */
  readonly priceOf?: (optionValueId: number) => number
}

export interface TakenOrder {
  readonly token: string
  readonly expiresAt: Date
  /** In yen. */
  readonly price: number
  readonly places: Places
}

/**
 * Holds tickets and set products and fixes their price, whatever the channel. What the request asks for is checked
 * against the catalogue first, so only an order that stock alone can refuse waits for stock.
 */
export async function takeOrder(
  deps: TakeOrderDeps,
  siteKey: string,
  request: OrderRequest,
  { id = randomUUID(), channel, priceOf, ...terms }: OrderTerms,
): Promise<TakenOrder | CannotOrder> {
  const { catalogue, clock } = deps
  const product = await catalogue.findProduct(siteKey, request.product_uuid)
  if (product === undefined || !product.isMain || !product.channels.has(channel))
    return refuse('record not found')
  const span = await catalogue.findSpan(product.id, request.time_span_id)
  if (span === undefined) return refuse('no stock registered for this product')
  const lines = orderLines(request, product, span)
  if (isRefusal(lines)) return lines
  if (!isSold(product, span, clock.now())) return refuse('ticket not on sale now')
  const visit = { siteKey, channel, product, span, nowMs: clock.now() }
  const sets = await orderSets(catalogue, visit, request.set_products)
  if (isRefusal(sets)) return sets
  const pair = { key: request.membership_key, value: request.membership_value }
  const promotion = await catalogue.findPromotion(siteKey, pair)

  const token = deps.tokens.derive('order', id)
  const contents = priced({ lines: byContract(lines, priceOf), sets, promotion })
  const held = await deps.holds.take({
    id,
    siteKey,
    channel,
    tokenHash: hashToken(token),
    lang: request.lang,
    productId: product.id,
    timeSpanId: span.id,
    visitDate: span.visitDate,
    ...terms,
    quantity: request.quantity,
    ...contents,
  })
  if (isRefusal(held)) return held
  tally('orders_begun_total', { site: siteKey, channel })
  return { token, price: contents.price, ...held }
}

function byContract(lines: readonly OrderLine[], priceOf: OrderTerms['priceOf']): readonly OrderLine[] {
  if (priceOf === undefined) return lines
  return lines.map(line => {
    const price = priceOf(line.optionValueId)
    return { ...line, basePrice: price, addCost: 0, unitPrice: price }
  })
}

interface Contents {
  readonly lines: readonly OrderLine[]
  readonly sets: readonly NewOrderSet[]
  readonly promotion: Promotion | undefined
}

type PricedContents = Pick<
  NewOrder,
  'subtotal' | 'promotionId' | 'membershipDiscount' | 'price' | 'lines' | 'sets'
>

/** The discount of membership is kept with each line, so that nobody ever computes it again. */
function priced({ lines, sets, promotion }: Contents): PricedContents {
  const { subtotal, membershipDiscount, price, lineDiscounts } = priceOrder({
    lines: [...lines.map(pricedLine), ...sets.map(pricedSet)],
    promotion: promotion ?? null,
  })
  return {
    subtotal,
    promotionId: promotion?.id ?? null,
    membershipDiscount,
    price,
    lines: lines.map((line, index) => ({
      ...line,
      membershipDiscount: itemAt(lineDiscounts, index).membership,
    })),
    sets,
  }
}

function pricedLine({ kind, basePrice, addCost, quantity }: OrderLine): PricedLine {
  return { kind: kind === 'extra' ? 'extra' : 'ticket', basePrice, addCost, quantity }
}

function pricedSet({ unitPrice, quantity }: NewOrderSet): PricedLine {
  return { kind: 'set', basePrice: unitPrice, addCost: 0, quantity }
}
