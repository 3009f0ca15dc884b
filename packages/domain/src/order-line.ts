import { sumOf } from './sum.ts'

/**
 * The kind of an order line: tickets (admissions), extras that go with them (an audio guide), or units of a set
 * product. Only tickets count for the party, for membership and for coupons per ticket.
 */
export type LineKind = 'ticket' | 'extra' | 'set'

/** One line of an order, in yen. */
export interface PricedLine {
  readonly kind: LineKind
  /** Base price of the day for a ticket, 0 for an extra, the price of one unit for a set product. */
  readonly basePrice: number
  /** Extra cost of the option; may be negative, and is 0 for a set product. */
  readonly addCost: number
  readonly quantity: number
}

/** The price of one unit of the line: base price plus extra cost, never below 0 yen. */
export function unitCostOf(line: Pick<PricedLine, 'basePrice' | 'addCost'>): number {
  return Math.max(0, line.basePrice + line.addCost)
}

/** Sum over the lines of unit cost × quantity, in yen. */
export function subtotalOf(lines: readonly PricedLine[]): number {
  return sumOf(lines.map(line => unitCostOf(line) * line.quantity))
}

/** Number of tickets in an order: limited by Max_Ticket, and the base of coupons per ticket. */
export function ticketCountOf(lines: readonly PricedLine[]): number {
  return sumOf(lines.filter(line => line.kind === 'ticket').map(line => line.quantity))
}
