import type { Received } from '@kippu/contract/call'
import type { createOrder } from '@kippu/contract/orders'
import { jstIso } from '@kippu/domain/jst-date'
import type { SalesChannel } from '@kippu/domain/states/ticket'
import { isOnVisit } from '@kippu/domain/stock/visit-days'
import { sumOf } from '@kippu/domain/sum'
import { MOST_SET_UNITS } from '@kippu/domain/ticket-limit'

import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { CatalogueCache, OrderedProduct } from './catalogue-cache.ts'
import type { SpanFacts } from './catalogue-queries.ts'
import type { NewOrderSet } from '../../stock/hold-queue.ts'
import { isSold } from './is-sold.ts'

type AskedSet = Received<typeof createOrder>['body']['set_products'][number]

export type CannotHaveSets = Refusal<
  'record not found' | 'no stock registered for this product' | 'ticket not on sale now' | 'invalid_request'
>

/** The visit that set products are bought with. */
export interface MainVisit {
  readonly siteKey: string
  readonly channel: SalesChannel
  readonly product: OrderedProduct
  readonly span: SpanFacts
  readonly nowMs: number
}

/**
 * The set products of an order with their prices of the day, or why they cannot be ordered: one must go with the main
 * product, and its time span must be of the day of the visit. The same time span asked for twice is one set with the
 * units of both, and there are at most {@link MOST_SET_UNITS} of one set product, at whatever times.
 */
export async function orderSets(
  catalogue: CatalogueCache,
  visit: MainVisit,
  asked: readonly AskedSet[],
): Promise<NewOrderSet[] | CannotHaveSets> {
  const sets = new Map<number, NewOrderSet>()
  for (const one of asked) {
    const set = await orderSet(catalogue, visit, one)
    if (isRefusal(set)) return set
    const before = sets.get(set.timeSpanId)?.quantity ?? 0
    sets.set(set.timeSpanId, { ...set, quantity: before + set.quantity })
  }
  const all = [...sets.values()]
  return hasTooManyUnits(all)
    ? refuse('invalid_request', { fields: [{ field: 'set_products', rule: 'max_value' }] })
    : all
}

/** Counted by set product, over all of its time spans. */
function hasTooManyUnits(sets: readonly NewOrderSet[]): boolean {
  const products = Map.groupBy(sets, set => set.productId)
  return Array.from(products.values()).some(
    same => sumOf(same.map(({ quantity }) => quantity)) > MOST_SET_UNITS,
  )
}

async function orderSet(
  catalogue: CatalogueCache,
  { siteKey, channel, product: main, span: visitSpan, nowMs }: MainVisit,
  { uuid, time_span_id, quantity }: AskedSet,
): Promise<NewOrderSet | CannotHaveSets> {
  const product = await catalogue.findProduct(siteKey, uuid)
  if (
    product === undefined ||
    product.isMain ||
    !main.setProductIds.has(product.id) ||
    !product.channels.has(channel)
  )
    return refuse('record not found')
  const span = await catalogue.findSpan(product.id, time_span_id)
  if (span === undefined || !isOnVisit(datedSpan(product, span), datedSpan(main, visitSpan)))
    return refuse('no stock registered for this product')
  if (!isSold(product, span, nowMs)) return refuse('ticket not on sale now')
  return {
    productId: product.id,
    timeSpanId: span.id,
    visitDate: span.visitDate,
    quantity,
    unitPrice: span.basePrice,
    taxRate: product.taxRate,
    stock: 'held',
  }
}

function datedSpan({ saleType }: OrderedProduct, { visitDate, endsAt }: SpanFacts) {
  return { saleType, visitDate, endsAt: jstIso(endsAt.getTime()) }
}
