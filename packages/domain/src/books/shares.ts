import type { TaxAtRate } from '../consumption-tax.ts'
import { sumOf } from '../sum.ts'
import type { MoneyPart } from './history.ts'

/** A part of some money with its way and its rate of consumption tax. May be negative: it goes back. */
export interface MoneyShare extends MoneyPart {
  readonly taxRate: number
  /** Contained in it. */
  readonly tax: number
}

/**
 * Spreads the rates of some money over the ways that it takes: every way and every rate keeps its sum exactly. The ways all have one sign;
 * the last one has what is left, also where a rate goes the other way.
 */
export function sharesOf(parts: readonly MoneyPart[], rates: readonly TaxAtRate[]): MoneyShare[] {
  const left = rates.map(({ taxRate, yen, tax }) => ({ taxRate, yen, tax }))
  return parts.flatMap((part, index) => {
    const isLast = index === parts.length - 1
    let wanted = part.yen
    return left.flatMap(rate => {
      const yen = isLast ? rate.yen : sameSigned(wanted, rate.yen)
      const tax = yen === rate.yen ? rate.tax : taxOfPart(rate, yen)
      if (yen === 0 && tax === 0) return []
      wanted -= yen
      rate.yen -= yen
      rate.tax -= tax
      return [{ provider: part.provider, method: part.method, taxRate: rate.taxRate, yen, tax }]
    })
  })
}

/** The part of `wanted` that there is, none of the other sign. */
function sameSigned(wanted: number, there: number): number {
  if (Math.sign(wanted) !== Math.sign(there)) return 0
  return Math.sign(wanted) * Math.min(Math.abs(wanted), Math.abs(there))
}

function taxOfPart({ yen: all, tax }: TaxAtRate, yen: number): number {
  return all === 0 ? 0 : Math.trunc((tax * yen) / all)
}

/** Shares of one way and rate together; those of nothing are left out. */
export function mergedShares(shares: readonly MoneyShare[]): MoneyShare[] {
  const groups = Map.groupBy(
    shares,
    ({ provider, method, taxRate }) => `${provider} ${method} ${String(taxRate)}`,
  )
  return [...groups.values()].flatMap(same => {
    const [first] = same
    const yen = sumOf(same.map(one => one.yen))
    const tax = sumOf(same.map(one => one.tax))
    return first === undefined || (yen === 0 && tax === 0) ? [] : [{ ...first, yen, tax }]
  })
}

/** The same the other way. */
export function reversed(shares: readonly MoneyShare[]): MoneyShare[] {
  return shares.map(share => ({ ...share, yen: 0 - share.yen, tax: 0 - share.tax }))
}
