import type { DayStock, Product, TimeSpan } from '@kippu/contract/products'
import type { IsoDate } from '@kippu/domain/jst-date'
import { unitCostOf } from '@kippu/domain/order-line'
import { priceOrder } from '@kippu/domain/order-price'

import type { SummaryLine } from '../../parts/order-summary/order-summary.tsx'
import type { TicketKind } from '../../parts/ticket-picker/ticket-picker.tsx'
import type { SavedOrder } from '../../session/pieces.ts'

export type Day = Omit<DayStock, 'date'>

/** What a visitor must choose before an order can be made, in the order of the page. */
export type Missing = 'product' | 'date' | 'time' | 'tickets'

/** Everything chosen so far, with what it means. */
export interface Choice {
  readonly product: Product | undefined
  readonly date: IsoDate | null
  readonly day: Day | undefined
  readonly span: TimeSpan | undefined
  readonly counts: Readonly<Record<string, number>>
}

/**
 * The time span of a choice: the chosen one of timed products, the only one of a day or a period.
 */
export function spanOf(
  product: Product | undefined,
  day: Day | undefined,
  timeSpanId: number | null,
): TimeSpan | undefined {
  if (product?.sale_type === 'time') return day?.time_spans.find(span => span.time_span_id === timeSpanId)
  return day?.time_spans[0]
}

/**
 * A day with the units that the visitor's own order holds, which are hers to order again (S-1.17). Without them the
 * last tickets would look sold out to the very person who has them. A hold that has ended gives nothing back.
 */
export function withOwnHold(day: Day | undefined, held: SavedOrder | null): Day | undefined {
  if (day === undefined || held === null || Date.parse(held.expiresAt) <= Date.now()) return day
  const units = held.productOptions.reduce((sum, { count }) => sum + count, 0)
  const spans = day.time_spans.map(span =>
    span.time_span_id === held.productTimespanID ? { ...span, stock_count: span.stock_count + units } : span,
  )
  return { ...day, time_spans: spans }
}

/** Kinds of tickets of a product with their prices on a day; before a day is chosen, those of the base price. */
export function kindsOf({ product, day, span }: Choice): TicketKind[] {
  const ticketTypes = product?.options.filter(option => option.type === 'ticket_type') ?? []
  const basePrice = day?.base_price ?? product?.base_price ?? 0
  return ticketTypes.flatMap(({ values }) =>
    values.map(value => {
      const onDay = span?.options.find(option => option.option_value_id === value.option_value_id)
      return {
        optionValueId: value.option_value_id,
        name: value.name,
        caution: value.caution,
        price: unitCostOf({ basePrice, addCost: onDay?.add_cost ?? value.add_cost }),
      }
    }),
  )
}

/** The lowest price of a ticket of a product, in yen. */
export function lowestPriceOf(product: Product): number {
  const kinds = kindsOf({ product, date: null, day: undefined, span: undefined, counts: {} })
  return kinds.length === 0 ? product.base_price : Math.min(...kinds.map(kind => kind.price))
}

export type ChosenLine = SummaryLine & { readonly optionValueId: number }

/** The lines of the order: kinds of which at least one is chosen. */
export function linesOf(choice: Choice): ChosenLine[] {
  return kindsOf(choice)
    .map(kind => ({ ...kind, isTicket: true, count: choice.counts[kind.optionValueId] ?? 0 }))
    .filter(line => line.count > 0)
}

/** Tickets chosen, over all kinds. */
export function partyOf(choice: Choice): number {
  return linesOf(choice).reduce((sum, line) => sum + line.count, 0)
}

/** Total in yen by the rule the server charges by; null while nothing is chosen. */
export function totalOf(choice: Choice): number | null {
  const lines = linesOf(choice)
  if (lines.length === 0) return null
  return priceOrder({
    lines: lines.map(({ price, count }) => ({
      kind: 'ticket',
      basePrice: price,
      addCost: 0,
      quantity: count,
    })),
  }).price
}

/** The first thing that is still to be chosen; null when the order can be made. */
export function missingOf(choice: Choice): Missing | null {
  if (choice.product === undefined) return 'product'
  if (choice.date === null) return 'date'
  const party = partyOf(choice)
  if (choice.span === undefined || choice.span.stock_count < Math.max(1, party)) {
    return choice.product.sale_type === 'time' ? 'time' : 'date'
  }
  return party === 0 ? 'tickets' : null
}
