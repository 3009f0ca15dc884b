import type { MembershipPromotion } from '@kippu/contract/membership'
import type { DayStock, Product, TimeSpan } from '@kippu/contract/products'
import type { SetProduct } from '@kippu/contract/set-products'
import type { IsoDate } from '@kippu/domain/jst-date'
import { priceOrder } from '@kippu/domain/order-price'
import type { OrderPrice } from '@kippu/domain/order-price'
import { choosesTime } from '@kippu/domain/visit-time'

import type { SummaryLine } from '../../checkout/summary/order-summary.tsx'
import type { OrderDraft } from '../../../session/pieces.ts'
import type { ChoiceKind } from './choice-kind.ts'
import type { Guide } from './guide.ts'
import { groupsOf, partyOf } from './ticket-kinds.ts'
import type { Counts } from './ticket-kinds.ts'

export type Day = Omit<DayStock, 'date'>

/**
 * The choice that is missing before an order can be made. `places`: fewer tickets, because the visit cannot hold them
 * all.
 */
export type MissingChoice = ChoiceKind | 'places'

/** A set product that was chosen, with its data for the day. */
export interface ChosenSet {
  readonly uuid: string
  readonly name: string
  readonly count: number
  /** Price of one, in yen. */
  readonly price: number
  /** Undefined when it is not available on the day. */
  readonly span: TimeSpan | undefined
}

/** All choices so far, with the data they refer to. */
export interface Choice {
  readonly product: Product | undefined
  readonly date: IsoDate | null
  readonly day: Day | undefined
  readonly span: TimeSpan | undefined
  readonly counts: Counts
  readonly sets: readonly ChosenSet[]
  /** The promotion from the address, if any. */
  readonly promotion: MembershipPromotion | null
}

/** Props of each part of the page below the calendar. */
export interface OrderPartProps {
  readonly choice: Choice
  /** The choice that was missing when the visitor pressed the button, if any. */
  readonly missing: MissingChoice | null
  /** None where every choice is open at any width. */
  readonly guide?: Guide | undefined
  readonly onChoose: (changes: Partial<OrderDraft>) => void
}

interface ChoiceSources {
  readonly draft: OrderDraft
  readonly product: Product | undefined
  readonly day: Day | undefined
  /** Set products that are offered on the day. */
  readonly offers: readonly SetProduct[]
  readonly promotion: MembershipPromotion | null
}

/** Combines the choices of the page with the stock as it is known. */
export function choiceOf({ draft, product, day, offers, promotion }: ChoiceSources): Choice {
  const span = spanOf(product, day, draft.timeSpanId)
  const counts = draft.counts
  const sets = chosenSetsOf(draft.sets, offers)
  return { product, date: draft.date, day, span, counts, sets, promotion }
}

/** The time span of a choice: for timed products the chosen one, for a day or a period the only one. */
export function spanOf(
  product: Pick<Product, 'sale_type'> | undefined,
  day: Pick<Day, 'time_spans'> | undefined,
  timeSpanId: number | null,
): TimeSpan | undefined {
  const spans = day?.time_spans ?? []
  if (!isByTime(product) && spans.length === 1) return spans[0]
  return spans.find(span => span.time_span_id === timeSpanId)
}

/** The set products that were chosen; one with a single time span needs no choice of it. */
function chosenSetsOf(drafts: OrderDraft['sets'], offers: readonly SetProduct[]): ChosenSet[] {
  return Object.entries(drafts)
    .filter(([, { count }]) => count > 0)
    .map(([uuid, { name, count, timeSpanId }]) => {
      const offer = offers.find(candidate => candidate.uuid === uuid)
      const span = setSpanOf(offer?.time_spans ?? [], timeSpanId)
      return { uuid, count, span, name: offer?.name ?? name, price: offer?.base_price ?? 0 }
    })
}

/** The time span of a set product: the only one of the day, otherwise the chosen one. */
export function setSpanOf(spans: readonly TimeSpan[], timeSpanId: number | null): TimeSpan | undefined {
  return spans.length === 1 ? spans[0] : spans.find(span => span.time_span_id === timeSpanId)
}

export type ChosenLine = SummaryLine &
  (
    | { readonly kind: 'ticket' | 'extra'; readonly optionValueId: number }
    | { readonly kind: 'set'; readonly uuid: string; readonly timeSpanId: number }
  )

/** The lines of the order: tickets, extras, and set products with at least one unit. */
export function linesOf(choice: Choice): ChosenLine[] {
  const { product, day, span, sets } = choice
  const groups = groupsOf(product, { basePrice: day?.base_price, span })
  const options = groups.flatMap(({ type, kinds }) =>
    kinds.map(({ optionValueId, name, price }): ChosenLine => {
      const kind = type === 'extra' ? 'extra' : 'ticket'
      const count = countOf(choice, kind, optionValueId)
      return { kind, optionValueId, name, price, count, isTicket: kind === 'ticket' }
    }),
  )
  const units = sets.flatMap(({ uuid, name, price, count, span: own }): ChosenLine[] => {
    if (own === undefined) return []
    return [{ kind: 'set', uuid, timeSpanId: own.time_span_id, name, price, count, isTicket: false }]
  })
  return [...options, ...units].filter(line => line.count > 0)
}

/** An extra goes with a person: there are never more of one than people. */
function countOf({ product, counts }: Choice, kind: 'ticket' | 'extra', optionValueId: number): number {
  const count = counts[optionValueId] ?? 0
  return kind === 'extra' ? Math.min(count, partyOf(product, counts)) : count
}

/** The price by the same rule that the server charges by; null while nothing is chosen. */
export function priceOf(choice: Choice): OrderPrice | null {
  const lines = linesOf(choice)
  if (lines.length === 0) return null
  const { promotion } = choice
  return priceOrder({
    lines: lines.map(({ kind, price, count }) => ({ kind, basePrice: price, addCost: 0, quantity: count })),
    promotion: promotion && { type: promotion.promotion_type, amount: promotion.promotion_amount },
  })
}

/** The first missing choice, in the order of the page; null when the order can be made. */
export function missingOf(choice: Choice, layout: 'product_first' | 'date_first'): MissingChoice | null {
  const { product, date, span, sets } = choice
  if (date === null && (layout === 'date_first' || product !== undefined)) return 'date'
  if (product === undefined || date === null) return 'product'
  // The visitor has chosen another day, on which this product is not offered.
  if (layout === 'date_first' && choice.day?.time_spans.length === 0) return 'product'
  const party = partyOf(product, choice.counts)
  if (span === undefined || span.stock_count < Math.max(1, party)) return missingVisit(choice, layout)
  if (party === 0) return 'tickets'
  return sets.every(isToBeHad) ? null : 'sets'
}

/**
 * The choice that helps when the chosen visit cannot hold the party: another time of the day if one can hold it,
 * otherwise fewer tickets if there are any left. Otherwise another day; or another product on sites where the visitor
 * chooses the day first, because that day was one of the whole site's (decision 13).
 */
function missingVisit(choice: Choice, layout: 'product_first' | 'date_first'): MissingChoice {
  const { product, day, span, counts } = choice
  const party = Math.max(1, partyOf(product, counts))
  if (isTimed(choice) && (span === undefined || day?.time_spans.some(holds(party)) === true)) return 'time'
  if (span !== undefined && span.stock_count > 0) return 'places'
  if (isTimed(choice)) return 'time'
  return layout === 'date_first' && span !== undefined ? 'product' : 'date'
}

/** Whether a time has room for a party. */
export const holds =
  (party: number) =>
  ({ stock_count: left }: Pick<TimeSpan, 'stock_count'>): boolean =>
    left >= party

/** Whether the visitor chooses a time after the day: for timed products, and on days with more than one span. */
export function isTimed({ product, day }: Pick<Choice, 'product' | 'day'>): boolean {
  return isByTime(product) || (day !== undefined && day.time_spans.length > 1)
}

function isByTime(product: Pick<Product, 'sale_type'> | undefined): boolean {
  return product !== undefined && choosesTime(product.sale_type)
}

/** Whether a chosen set product is offered, with enough units. */
function isToBeHad({ span, count }: ChosenSet): boolean {
  return span !== undefined && span.stock_count >= count
}
