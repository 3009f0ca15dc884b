import type { MembershipPromotion } from '@kippu/contract/membership'
import type { DayStock, Product, TimeSpan } from '@kippu/contract/products'
import type { SetProduct } from '@kippu/contract/set-products'
import type { IsoDate } from '@kippu/domain/jst-date'
import { priceOrder } from '@kippu/domain/order-price'
import type { OrderPrice } from '@kippu/domain/order-price'
import { choosesTime } from '@kippu/domain/visit-when'

import type { SummaryLine } from '../../parts/checkout/summary/order-summary.tsx'
import type { OrderDraft } from '../../session/pieces.ts'
import { groupsOf, partyOf } from './ticket-kinds.ts'
import type { Counts } from './ticket-kinds.ts'

export type Day = Omit<DayStock, 'date'>

/** What a visitor chooses, each in a section of its own. */
export type Choosable = 'product' | 'date' | 'time' | 'tickets' | 'sets'

/** What must be chosen before an order can be made; `places`: fewer tickets, as the visit has too few for them all. */
export type Missing = Choosable | 'places'

/** A set product that was chosen, with what is known of it on the day. */
export interface ChosenSet {
  readonly uuid: string
  readonly name: string
  readonly count: number
  /** Price of one, in yen. */
  readonly price: number
  /** Undefined when it cannot be had on the day. */
  readonly span: TimeSpan | undefined
}

/** Everything chosen so far, with what it means. */
export interface Choice {
  readonly product: Product | undefined
  readonly date: IsoDate | null
  readonly day: Day | undefined
  readonly span: TimeSpan | undefined
  readonly counts: Counts
  readonly sets: readonly ChosenSet[]
  /** The promotion that came with the address, if any. */
  readonly promotion: MembershipPromotion | null
}

/** What every part of the page after the day is given. */
export interface OrderPartProps {
  readonly choice: Choice
  /** What the visitor left out when going on, if anything. */
  readonly missing: Missing | null
  readonly onChoose: (changes: Partial<OrderDraft>) => void
}

interface Sources {
  readonly draft: OrderDraft
  readonly product: Product | undefined
  readonly day: Day | undefined
  /** Set products that are offered on the day. */
  readonly offers: readonly SetProduct[]
  readonly promotion: MembershipPromotion | null
}

/** What the choices of the page mean with the stock as it is known. */
export function choiceOf({ draft, product, day, offers, promotion }: Sources): Choice {
  const span = spanOf(product, day, draft.timeSpanId)
  const counts = draft.counts
  const sets = chosenSetsOf(draft.sets, offers)
  return { product, date: draft.date, day, span, counts, sets, promotion }
}

/** The time span of a choice: the chosen one of timed products, that of a day or a period when it is the only one. */
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

/** The time span of a set product: the only one of the day, else the chosen one. */
export function setSpanOf(spans: readonly TimeSpan[], timeSpanId: number | null): TimeSpan | undefined {
  return spans.length === 1 ? spans[0] : spans.find(span => span.time_span_id === timeSpanId)
}

export type ChosenLine = SummaryLine &
  (
    | { readonly kind: 'ticket' | 'extra'; readonly optionValueId: number }
    | { readonly kind: 'set'; readonly uuid: string; readonly timeSpanId: number }
  )

/** The lines of the order: tickets, what goes with them, and set products, of which at least one is chosen. */
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

/** The price by the rule the server charges by; null while nothing is chosen. */
export function priceOf(choice: Choice): OrderPrice | null {
  const lines = linesOf(choice)
  if (lines.length === 0) return null
  const { promotion } = choice
  return priceOrder({
    lines: lines.map(({ kind, price, count }) => ({ kind, basePrice: price, addCost: 0, quantity: count })),
    promotion: promotion && { type: promotion.promotion_type, amount: promotion.promotion_amount },
  })
}

/** The first thing that is still to be chosen, in the order of the page; null when the order can be made. */
export function missingOf(choice: Choice, layout: 'product_first' | 'date_first'): Missing | null {
  const { product, date, span, sets } = choice
  if (date === null && (layout === 'date_first' || product !== undefined)) return 'date'
  if (product === undefined || date === null) return 'product'
  // Another day was chosen, on which there is nothing of this product.
  if (layout === 'date_first' && choice.day?.time_spans.length === 0) return 'product'
  const party = partyOf(product, choice.counts)
  if (span === undefined || span.stock_count < Math.max(1, party)) return missingVisit(choice, layout)
  if (party === 0) return 'tickets'
  return sets.every(isToBeHad) ? null : 'sets'
}

/**
 * What helps where the visit that was chosen cannot hold the party: another time of the day, where one can; else fewer
 * tickets, where there are any; else another day, or where the day comes first, which was one of the whole site's days
 * (decision 0013), another product.
 */
function missingVisit(choice: Choice, layout: 'product_first' | 'date_first'): Missing {
  const { product, day, span, counts } = choice
  const party = Math.max(1, partyOf(product, counts))
  if (isTimed(choice) && (span === undefined || day?.time_spans.some(holds(party)) === true)) return 'time'
  if (span !== undefined && span.stock_count > 0) return 'places'
  if (isTimed(choice)) return 'time'
  return layout === 'date_first' && span !== undefined ? 'product' : 'date'
}

const holds =
  (party: number) =>
  ({ stock_count: left }: Pick<TimeSpan, 'stock_count'>): boolean =>
    left >= party

/** Whether a time is chosen after the day: timed products, and days with more than one span. */
export function isTimed({ product, day }: Pick<Choice, 'product' | 'day'>): boolean {
  return isByTime(product) || (day !== undefined && day.time_spans.length > 1)
}

function isByTime(product: Pick<Product, 'sale_type'> | undefined): boolean {
  return product !== undefined && choosesTime(product.sale_type)
}

/** Whether a chosen set product is offered, and as many of it (D-05, D-06). */
function isToBeHad({ span, count }: ChosenSet): boolean {
  return span !== undefined && span.stock_count >= count
}
