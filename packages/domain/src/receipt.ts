import { equalParts } from './allocation.ts'
import { type TaxAtRate, taxesOfTotal } from './consumption-tax.ts'
import type { LineKind } from './order-line.ts'
import { sumOf } from './sum.ts'

/** A line of a bought visit. Amounts are in yen, with tax. */
export interface BoughtLine {
  readonly kind: LineKind
  readonly quantity: number
  /** Units of it whose tickets were not given back; of an extra, which has no ticket, it is not read. */
  readonly left: number
  /** The price of one unit, before discounts. */
  readonly unitPrice: number
  /** The discounts of membership, coupons and the payment method on all its units. */
  readonly discounts: number
  /** Percent of consumption tax in it. */
  readonly taxRate: number
}

/** The bought lines, and the money that went to and fro for them. */
export interface MoneyOfVisit {
  /** The lines of the visit as it is now. */
  readonly lines: readonly BoughtLine[]
  /** All that was paid, also for what the visit was moved from. */
  readonly paid: number
  /** All that went back. */
  readonly refunded: number
  /** The part of it that went back without another visit, after these lines were bought. */
  readonly refundedSince: number
}

export interface ReceiptSums {
  /** The amount that is paid and was not given back. */
  readonly total: number
  /** The total by rates, the highest first. */
  readonly taxes: readonly TaxAtRate[]
  /**
   * The amount that is paid beyond the lines and was not given back: a venue may keep the difference to a cheaper
   * visit.
   */
  readonly kept: number
}

/**
 * The sums of a receipt. Where the total is another one than the lines cost, each rate of tax has its share, by what
 * the tickets that are left have cost; the tax of each rate is rounded once.
 */
export function receiptSums({ lines, paid, refunded, refundedSince }: MoneyOfVisit): ReceiptSums {
  const total = paid - refunded
  const bought = lines.map(line => ({ taxRate: line.taxRate, yen: costOf(line) }))
  const left = lines.map(line => ({ taxRate: line.taxRate, yen: costOfLeft(line, lines) }))
  const isEmpty = left.every(({ yen }) => yen === 0)
  return {
    total,
    taxes: taxesOfTotal(total, isEmpty ? bought : left),
    kept: total - (sumOf(bought.map(({ yen }) => yen)) - refundedSince),
  }
}

function costOf({ quantity, unitPrice, discounts }: BoughtLine): number {
  return unitPrice * quantity - discounts
}

/** Extras have no ticket: every admission that is left has its share of them. */
function costOfLeft(line: BoughtLine, lines: readonly BoughtLine[]): number {
  const admissions = line.kind === 'extra' ? lines.filter(({ kind }) => kind === 'ticket') : [line]
  const parts = sumOf(admissions.map(({ quantity }) => quantity))
  const left = sumOf(admissions.map(one => one.left))
  return sumOf(equalParts(costOf(line), parts).slice(0, left))
}
