import type { Answer, Received } from '@kippu/contract/call'
import type { ChangeDay, ChangeSpan, searchChangeDays } from '@kippu/contract/time-changes'
import { jstDateOf, jstIso } from '@kippu/domain/jst-date'
import type { UnitsBySpan } from '@kippu/domain/stock/grant'
import { carriedCouponFault, changeEndWithCoupons } from '@kippu/domain/time-change'
import { sumOf } from '@kippu/domain/sum'

import type { Deps } from '../../platform/deps.ts'
import type { Wording } from '../../catalogue/products/present.ts'
import type { ProductReads } from '../../catalogue/products/product-reads.ts'
import { type CannotChange, changeFaultAt, refuseChange } from '../../tickets/change-facts.ts'
import { refuseToken, type UnknownToken } from '../../tickets/former-tokens.ts'
import { spanIn } from '../../orders/life/sale-end.ts'
import {
  type Movable,
  movableByToken,
  movedByHouse,
  ownUnitsOf,
  type SoldByContract,
} from './find-movable.ts'
import { type LiveLine, liveLinesOf } from './live-lines.ts'
import { priceAnew } from './new-price.ts'
import { isOffered, offeredSets, type Offers, pricesOn, readOffers, setsOf } from './offers.ts'
import { refuse } from '../../platform/http/refusal.ts'

export interface SearchDays extends Omit<Received<typeof searchChangeDays>['query'], 'lang'> {
  readonly siteKey: string
  readonly wording: Wording
  /** They move a visit also where its buyer may not any more. */
  readonly isForStaff?: boolean
  /** The terms of the reseller that sold it. */
  readonly contract?: SoldByContract | undefined
}

/** The days that a reservation may move to, and what each costs more or less. */
export async function searchDays(
  { db, clock, products }: Pick<Deps, 'db' | 'clock'> & { readonly products: ProductReads },
  { siteKey, reservation_token: token, from, to, wording, isForStaff = false, contract }: SearchDays,
): Promise<Answer<typeof searchChangeDays> | UnknownToken | CannotChange> {
  const found = await db.find(movableByToken, { siteKey, token })
  if (found === undefined) return refuseToken(db, { siteKey, token })
  const movable = isForStaff ? movedByHouse(found, contract) : found
  const fault = changeFaultAt(movable.facts, clock.now())
  if (fault !== null) return refuseChange(fault)
  const { bought, paid, facts } = movable
  const offers = await readOffers(products, wording, { siteKey, channel: bought.channel, from, to })
  const { productId } = bought.order
  const lines = liveLinesOf(movable)
  const product = offers.get(productId)
  // It, or something that was bought with it, is no longer on sale at all.
  if (product === undefined || !isOffered(offers, { productId, lines }))
    return refuse('cannot change ticket', { stays: 'not_sold' })
  const own = ownUnitsOf(movable)
  const sets = offeredSets(offers, lines)
  return {
    current: currentOf(movable, offers, lines),
    product_uuid: product.uuid,
    product_name: product.name,
    booking_type: product.sale_type,
    paid,
    refund: facts.terms.givesBack,
    change_until: jstIso(changeEndWithCoupons(facts.visit, facts.terms)),
    required_tickets: sumOf(lines.filter(({ kind }) => kind === 'ticket').map(({ quantity }) => quantity)),
    required_set_products: sets.map(({ uuid, name, num }) => ({ uuid, name, num })),
    needs_set_product_stock: facts.terms.needsSetProductStock,
    days: daysOf(movable, { offers, lines, own, today: jstDateOf(clock.now()) }),
    set_products: sets.map(({ uuid, time_spans }) => ({ uuid, time_spans: spansOf(time_spans, own) })),
  }
}

function currentOf(
  { bought: { order, spans } }: Movable,
  offers: Offers,
  lines: readonly LiveLine[],
): Answer<typeof searchChangeDays>['current'] {
  const span = spanIn(spans, order.timeSpanId)
  return {
    date: span.visit_date,
    time_span_id: span.id,
    reservation_from: jstIso(span.starts_ms),
    reservation_to: jstIso(span.ends_ms),
    set_products: setsOf(lines).flatMap(({ productId, timeSpanId }) => {
      const set = offers.get(productId)
      return set === undefined ? [] : { uuid: set.uuid, time_span_id: timeSpanId }
    }),
  }
}

interface Days {
  readonly offers: Offers
  readonly lines: readonly LiveLine[]
  /** The units that the change under way holds. */
  readonly own: UnitsBySpan
  readonly today: string
}

function daysOf({ bought, paid, contract }: Movable, { offers, lines, own, today }: Days): ChangeDay[] {
  const { productId } = bought.order
  return (offers.get(productId)?.days ?? []).map(day => {
    const prices = pricesOn(offers, { productId, date: day.date, lines, contract })
    const isCovered = carriedCouponFault(bought.coupons, { today, visitDate: day.date }) === null
    return {
      date: day.date,
      product_stock_status: day.product_stock_status,
      time_spans: spansOf(day.time_spans, own),
      difference: prices === undefined ? 0 : priceAnew(lines, bought, prices).price - paid,
      refusal: isCovered ? null : 'time_change: out of coverage dates',
    }
  })
}

/** Times with their stock; what the change under way holds counts as free, because another choice takes its place. */
function spansOf(spans: readonly ChangeSpan[], own: UnitsBySpan): ChangeSpan[] {
  return spans.map(({ time_span_id, from, to, stock_count, remaining_stock }) => {
    const units = own.get(time_span_id) ?? 0
    return {
      time_span_id,
      from,
      to,
      stock_count: stock_count + units,
      remaining_stock: remaining_stock + units,
    }
  })
}
