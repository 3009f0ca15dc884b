import { itemAt } from './known.ts'
import { allocate } from './allocation.ts'
import { taxIncluded } from './money.ts'
import { sumOf } from './sum.ts'

/** The price paid for something, in yen with tax, and the rate of consumption tax in it, in percent. */
export interface TaxedYen {
  readonly taxRate: number
  readonly yen: number
}

/** All that was paid at one rate, and the tax that it contains. */
export interface TaxAtRate extends TaxedYen {
  readonly tax: number
}

/** The tax of a document: rounded down once for each rate, never per line. The highest rate comes first. */
export function taxesOf(paid: readonly TaxedYen[]): TaxAtRate[] {
  return Array.from(
    Map.groupBy(paid, ({ taxRate }) => taxRate),
    ([taxRate, same]) => {
      const yen = sumOf(same.map(one => one.yen))
      return { taxRate, yen, tax: taxIncluded(yen, taxRate) }
    },
  ).toSorted((one, other) => other.taxRate - one.taxRate)
}

/** As {@link taxesOf}, of all rates together. */
export function taxOf(paid: readonly TaxedYen[]): number {
  return sumOf(taxesOf(paid).map(({ tax }) => tax))
}

/**
 * As {@link taxesOf}, of a total that may be another one than what was bought: after a visit is moved or given back, each rate has
 * its share of what is left of the money.
 */
export function taxesOfTotal(total: number, bought: readonly TaxedYen[]): TaxAtRate[] {
  const rates = taxesOf(bought)
  const weights = rates.map(({ yen }) => yen)
  // Nothing had a price: everything goes to the first rate.
  const isFree = sumOf(weights) === 0
  const shares = allocate(total, isFree ? rates.map((_, index) => (index === 0 ? 1 : 0)) : weights)
  return taxesOf(rates.map(({ taxRate }, index) => ({ taxRate, yen: itemAt(shares, index) })))
}
