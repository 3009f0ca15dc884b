import { itemAt } from '@kippu/domain/known'
import { allocate } from '@kippu/domain/allocation'
import { extrasLeft } from '@kippu/domain/time-change'
import { sumOf } from '@kippu/domain/sum'

import type { StoredLine } from '../../orders/price/stored-lines.ts'
import type { LiveTicket, Movable } from './find-movable.ts'

/** A line of a reservation as far as its tickets still admit somebody. */
export interface LiveLine extends Pick<
  StoredLine,
  'kind' | 'productId' | 'timeSpanId' | 'optionValueId' | 'taxRate' | 'stock'
> {
  readonly quantity: number
  /** Yen that its units cost: together exactly what the tickets cost. */
  readonly formerPrice: number
}

/**
 * The part of a reservation that moves with it: the lines it was bought with, each with as many units as it has live
 * tickets. Extras have no ticket: their share of the party that is left goes along.
 */
export function liveLinesOf({
  bought: { lines },
  tickets,
}: Pick<Movable, 'bought'> & { readonly tickets: readonly LiveTicket[] }): LiveLine[] {
  const left = Map.groupBy(tickets, keyOf)
  const all = sumOf(lines.filter(({ kind }) => kind === 'ticket').map(({ quantity }) => quantity))
  const live = tickets.filter(({ type }) => type === 'gate').length
  const counted = lines.map(line => ({
    line,
    quantity: line.kind === 'extra' ? extrasLeft(line.quantity, { live, all }) : take(left, line),
  }))
  const going = counted.filter(({ quantity }) => quantity > 0)
  const cost = sumOf(tickets.map(({ price }) => price))
  const formerPrices = allocate(cost, weightsOf(going))
  return going.map(
    ({ line: { kind, productId, timeSpanId, optionValueId, taxRate, stock }, quantity }, index) => ({
      kind,
      productId,
      timeSpanId,
      optionValueId,
      taxRate,
      stock,
      quantity,
      formerPrice: itemAt(formerPrices, index),
    }),
  )
}

/** Thousandths of a yen that the units left of each line cost; their numbers, where nothing was paid for any line that is left. */
function weightsOf(
  going: ReadonlyArray<{ readonly line: StoredLine; readonly quantity: number }>,
): readonly number[] {
  const costs = going.map(({ line, quantity }) =>
    Math.round((netOf(line) * quantity * 1_000) / line.quantity),
  )
  return costs.some(cost => cost > 0) ? costs : going.map(({ quantity }) => quantity)
}

/** Takes as many tickets of a line as it was bought with, and as are left. */
function take(left: Map<string, LiveTicket[]>, line: StoredLine): number {
  const tickets = left.get(keyOf(line)) ?? []
  return tickets.splice(0, line.quantity).length
}

/**
 * The key that tells the tickets of one line from those of another; one that has no option value is of a set product.
 */
function keyOf({
  productId,
  timeSpanId,
  optionValueId,
}: Pick<LiveTicket, 'productId' | 'timeSpanId' | 'optionValueId'>): string {
  return optionValueId === null ? `set ${productId} ${timeSpanId}` : `visit ${productId} ${optionValueId}`
}

/** The price of a line after all its discounts, in yen. */
function netOf({ basePrice, quantity, discounts, methodDiscount }: StoredLine): number {
  return basePrice * quantity - discounts - methodDiscount
}
