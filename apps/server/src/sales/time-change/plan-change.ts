import { entryOf, itemAt } from '@kippu/domain/known'
import { randomUUID } from 'node:crypto'

import type { Received } from '@kippu/contract/call'
import type { createTimeChange } from '@kippu/contract/time-changes'
import { jstDateOf } from '@kippu/domain/jst-date'
import { unitCostOf } from '@kippu/domain/order-line'
import type { OrderPrice } from '@kippu/domain/order-price'
import { sumOf } from '@kippu/domain/sum'
import {
  carriedCouponFault,
  changeEndWithCoupons,
  type ChangeMoney,
  changeMoney,
} from '@kippu/domain/time-change'

import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { type CannotChange, changeFaultAt, refuseChange } from '../../tickets/change-facts.ts'
import { hashToken, type Tokens } from '../../platform/tokens.ts'
import { spanIn } from '../../orders/life/sale-end.ts'
import type { LineStock } from '../../stock/line-stock.ts'
import type { ChangedVisit, NewOrder, NewOrderLine, NewOrderSet } from '../../stock/hold-queue.ts'
import type { SpanFacts } from '../take-order/catalogue-queries.ts'
import { type Movable, ownUnitsOf } from './find-movable.ts'
import { type LiveLine, liveLinesOf } from './live-lines.ts'
import { priceAnew, pricedAnew } from './new-price.ts'
import { isOffered, lacksHolder, offeredSets, type Offers, pricesOn, setsOf } from './offers.ts'
import { placeOfSet } from '@kippu/domain/set-place'

export type AskedChange = Pick<
  Received<typeof createTimeChange>['body'],
  'time_span_id' | 'set_products' | 'lang'
>

export type CannotMove =
  | CannotChange
  | Refusal<
      | 'time_change_out_of_stock'
      | 'time_change: out of coverage dates'
      | 'companion without its holder'
      | 'record not found'
      | 'invalid_request'
    >

/** An order that moves a reservation, as it will be written. It can be paid at once: the address of its buyer is proved. */
export interface PlannedChange {
  readonly order: NewOrder & { readonly change: ChangedVisit; readonly holdSeconds: number }
  readonly token: string
  readonly price: OrderPrice
  readonly money: ChangeMoney
  readonly paid: number
}

export interface ToPlan {
  readonly tokens: Tokens
  readonly nowMs: number
  /** How long the new places are held at most, in seconds. */
  readonly longestHold: number
  readonly movable: Movable
  readonly asked: AskedChange
  /** The time span that is asked for, if its product is the one of the reservation and it is sold now. */
  readonly span: SpanFacts | undefined
  /** The offers of the day of that time span. */
  readonly offers: Offers
}

/** Decides what a change would be, or why it can’t be. Stock alone may still say no. */
export function planChange(toPlan: ToPlan): PlannedChange | CannotMove {
  const { nowMs, movable, asked, span, offers } = toPlan
  const { bought, paid, facts } = movable
  const fault = changeFaultAt(facts, nowMs)
  if (fault !== null) return refuseChange(fault)
  if (asked.time_span_id === bought.order.timeSpanId)
    return refuse('cannot change ticket', { stays: 'same_time' })
  if (span === undefined) return refuse('time_change_out_of_stock')
  const isCovered = carriedCouponFault(bought.coupons, { today: jstDateOf(nowMs), visitDate: span.visitDate })
  if (isCovered !== null) return refuse('time_change: out of coverage dates')
  const live = liveLinesOf(movable)
  const { productId } = bought.order
  if (!isOffered(offers, { productId, lines: live }))
    return refuse('cannot change ticket', { stays: 'not_sold' })
  if (lacksHolder(offers, { productId, lines: live })) return refuse('companion without its holder')
  if (!areOfVisit(asked.set_products, offeredSets(offers, setsOf(live))))
    return refuse('invalid_request', { fields: [{ field: 'set_products', rule: 'of_visit' }] })
  const prices = pricesOn(offers, {
    productId,
    date: span.visitDate,
    lines: live,
    contract: movable.contract,
  })
  const sets = newSets(toPlan, span, setsOf(live))
  if (prices === undefined || sets === undefined) return refuse('time_change_out_of_stock')
  const price = priceAnew(live, bought, prices)
  const lines = live
    .filter(({ kind }) => kind !== 'set')
    .map((line, index) => {
      const { basePrice, addCost } = pricedAnew(line, prices)
      return lineOf(line, {
        basePrice,
        addCost,
        membershipDiscount: itemAt(price.lineDiscounts, index).membership,
      })
    })
  const money = changeMoney(price.price, paid, facts.terms)
  const change = {
    reservationId: movable.reservationId,
    movesFrom: bought.order.id,
    credit: paid,
    refundDue: money.refund,
    formerPrices: live.map(({ formerPrice }) => formerPrice),
    couponDiscounts: price.lineDiscounts.map(({ coupon }) => coupon),
  }
  const placed = sets.map(set => priced(set, prices.setPrices))
  const order = { ...newOrder(toPlan, span, { lines, sets: placed, price }), change }
  return { order, token: toPlan.tokens.derive('time_change', order.id), price, money, paid }
}

function lineOf(
  { kind, optionValueId, quantity, taxRate }: LiveLine,
  {
    basePrice,
    addCost,
    membershipDiscount,
  }: Pick<NewOrderLine, 'basePrice' | 'addCost' | 'membershipDiscount'>,
): NewOrderLine {
  if (optionValueId === null) throw new Error('a ticket without an option value')
  return {
    kind: kind === 'extra' ? 'extra' : 'ticket_type',
    optionValueId,
    quantity,
    basePrice,
    addCost,
    unitPrice: unitCostOf({ basePrice, addCost }),
    membershipDiscount,
    taxRate,
  }
}

/** Whether each set product that a time is named for goes along, is named once, and as often as it was bought. */
function areOfVisit(named: AskedChange['set_products'], going: ReturnType<typeof offeredSets>): boolean {
  const nums = new Map(going.map(({ uuid, num }) => [uuid, num]))
  return (
    new Set(named.map(({ uuid }) => uuid)).size === named.length &&
    named.every(({ uuid, quantity }) => nums.has(uuid) && nums.get(uuid) === (quantity ?? nums.get(uuid)))
  )
}

/** The set products beside the new visit; undefined where one is not offered then. */
function newSets(
  { movable, asked, offers }: ToPlan,
  span: SpanFacts,
  lines: readonly LiveLine[],
): Array<Omit<NewOrderSet, 'unitPrice'>> | undefined {
  const { order, spans } = movable.bought
  const { needsSetProductStock: needsStock } = movable.facts.terms
  const own = ownUnitsOf(movable)
  const laterMs = span.startsAt.getTime() - spanIn(spans, order.timeSpanId).starts_ms
  const offered = offeredSets(offers, lines)
  const placed = lines.map(({ productId, timeSpanId, quantity, taxRate, stock: was }) => {
    const uuid = entryOf(offers, productId).uuid
    const wished = asked.set_products.find(one => one.uuid === uuid)?.time_span_id
    const set = { uuid, timeSpanId, quantity, startsAtMs: spanIn(spans, timeSpanId).starts_ms }
    const choice = wished === undefined ? offered : onlySpan(offered, wished)
    const place = placeOfSet(set, choice, { laterMs, needsStock, own })
    if (place === undefined) return undefined
    const stock = stockOf({ needsStock, keeps: place === timeSpanId && was === 'held' })
    return { productId, timeSpanId: place, visitDate: span.visitDate, quantity, taxRate, stock }
  })
  const whole = placed.filter(set => set !== undefined)
  return whole.length < placed.length ? undefined : whole
}

/** How the units of a set product stand in the stock: what it keeps passes over, whatever the site asks for. */
function stockOf({
  needsStock,
  keeps,
}: {
  readonly needsStock: boolean
  readonly keeps: boolean
}): LineStock {
  if (keeps) return 'carried'
  return needsStock ? 'held' : 'none'
}

function onlySpan(offered: ReturnType<typeof offeredSets>, spanId: number): ReturnType<typeof offeredSets> {
  return offered.map(set => ({
    ...set,
    time_spans: set.time_spans.filter(({ time_span_id }) => time_span_id === spanId),
  }))
}

function priced(set: Omit<NewOrderSet, 'unitPrice'>, prices: ReadonlyMap<number, number>): NewOrderSet {
  return { ...set, unitPrice: entryOf(prices, set.productId) }
}

function newOrder(
  { tokens, nowMs, longestHold, movable: { bought, facts }, asked }: ToPlan,
  span: SpanFacts,
  { lines, sets, price }: Pick<NewOrder, 'lines' | 'sets'> & { readonly price: OrderPrice },
): NewOrder & { readonly holdSeconds: number } {
  const id = randomUUID()
  return {
    id,
    siteKey: bought.order.siteKey,
    channel: bought.channel,
    tokenHash: hashToken(tokens.derive('time_change', id)),
    lang: asked.lang,
    productId: bought.order.productId,
    timeSpanId: span.id,
    visitDate: span.visitDate,
    holder: null,
    isReady: true,
    // Nobody decides after the moment until which the visit may be moved, at which they may have come already.
    holdSeconds: Math.min(longestHold, (changeEndWithCoupons(facts.visit, facts.terms) - nowMs) / 1000),
    quantity: sumOf(lines.filter(({ kind }) => kind === 'ticket_type').map(({ quantity }) => quantity)),
    subtotal: price.subtotal,
    promotionId: bought.order.promotionId,
    membershipDiscount: price.membershipDiscount,
    price: price.price,
    lines,
    sets,
  }
}
