import { itemAt } from './known.ts'
import { equalParts } from './allocation.ts'
import type { LineKind } from './order-line.ts'
import { sumOf } from './sum.ts'

/** A line of an order with the amount paid for it: its price less its discounts, in yen. */
export interface PaidLine {
  readonly kind: LineKind
  readonly quantity: number
  readonly paid: number
}

/**
 * The price of each ticket of each line, in yen. Together they are exactly the amount paid, and they are stored, so
 * that a refund of one ticket never has to compute the past again. Tickets of a line share the amount paid for it, and
 * so do units of a set product. The amount paid for extras, which have no ticket, is shared by all admissions.
 */
export function ticketPrices(lines: readonly PaidLine[]): number[][] {
  const admissions = lines.filter(line => line.kind === 'ticket')
  const extras = sumOf(lines.filter(line => line.kind === 'extra').map(line => line.paid))
  const shares = equalParts(extras, sumOf(admissions.map(line => line.quantity)))
  return lines.map(({ kind, quantity, paid }) => {
    if (kind === 'extra') return []
    const own = equalParts(paid, quantity)
    if (kind === 'set') return own
    const extra = shares.splice(0, quantity)
    return own.map((price, index) => price + itemAt(extra, index))
  })
}
