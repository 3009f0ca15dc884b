import { type Counts, NO_COUNTS } from '@kippu/domain/books/flows'
import { BOOKINGS } from '@kippu/domain/books/journal'
import { plus } from '@kippu/domain/books/recognised'
import * as v from 'valibot'

import { day, site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import type { BookReads } from './book-reads.ts'
import type { Period } from './read-journal.ts'
import { readSold } from './sold-days.ts'
import { type RateSum, type SoldSum, sumRecognised } from './sold-sums.ts'

export const SALES_GROUPS = ['day', 'month', 'product', 'method', 'channel'] as const
export type SalesGroup = (typeof SALES_GROUPS)[number]

/** Sales of a group of a period. Yen are with tax. */
export interface SalesLine extends Counts {
  /** A day, a month, the name of a product, a method or a channel. */
  readonly group: string
  /** Gross less discounts and refunds, with the differences of changes. */
  readonly net: number
  /** By rate, the highest first. */
  readonly rates: readonly RateLine[]
}

export interface RateLine {
  readonly rate: number
  readonly withTax: number
  readonly tax: number
  readonly base: number
}

interface Sum {
  counts: Counts
  readonly rates: Map<number, Omit<RateSum, 'rate'>>
}

interface AskedSales extends Period {
  readonly group: SalesGroup
}

/** {@link sumSales}, for staff. */
export const reportSales = staffVerb({
  name: 'report sales',
  permission: 'money:read',
  reach: 'site',
  input: v.object({
    ...site,
    from: day,
    to: day,
    booking: v.picklist(BOOKINGS),
    group: v.picklist(SALES_GROUPS),
  }),
  run: (deps: BookReads, { group, ...period }: AskedSales) => sumSales(deps, period, group),
})

/**
 * Sales of a period, by the day on which they were paid or by that of the visit: lines of groups that are the same whatever the number of
 * orders. What is sold with a visit stands with its product.
 */
export async function sumSales(
  deps: BookReads,
  period: Period,
  group: SalesGroup,
): Promise<readonly SalesLine[]> {
  const sums = new Map<string, Sum>()
  for (const sold of await (period.booking === 'sale' ? readSold : sumRecognised)(deps, period)) {
    const sum = sumAt(sums, keyOf(sold, group))
    sum.counts = plus(sum.counts, sold.counts)
    addRates(sum, sold.rates)
  }
  const names = group === 'product' ? await readNames(deps, period.siteKey) : new Map<string, string>()
  return [...sums]
    .map(([key, sum]) => lineOf(names.get(key) ?? key, sum))
    .toSorted((one, other) => (one.group < other.group ? -1 : 1))
}

function addRates({ rates }: Sum, added: readonly RateSum[]): void {
  for (const { rate, yen, tax } of added) {
    const now = rates.get(rate) ?? { yen: 0, tax: 0 }
    rates.set(rate, { yen: now.yen + yen, tax: now.tax + tax })
  }
}

function sumAt(sums: Map<string, Sum>, key: string): Sum {
  const known = sums.get(key)
  if (known !== undefined) return known
  const made: Sum = { counts: NO_COUNTS, rates: new Map() }
  sums.set(key, made)
  return made
}

function keyOf({ day, productId, channel, method }: SoldSum, group: SalesGroup): string {
  switch (group) {
    case 'day':
      return day
    case 'month':
      return day.slice(0, 7)
    case 'product':
      return String(productId)
    case 'method':
      return method
    case 'channel':
      return channel
  }
}

function lineOf(group: string, { counts, rates }: Sum): SalesLine {
  const lines = Array.from(rates, ([rate, { yen, tax }]) => ({ rate, withTax: yen, tax, base: yen - tax }))
  return {
    group,
    ...counts,
    net: lines.reduce((sum, { withTax }) => sum + withTax, 0),
    rates: lines.toSorted((one, other) => other.rate - one.rate),
  }
}

/** All groups together. */
export function totalOf(lines: readonly SalesLine[]): SalesLine {
  const sums = new Map<string, Sum>()
  const sum = sumAt(sums, 'total')
  for (const line of lines) {
    sum.counts = plus(sum.counts, line)
    addRates(
      sum,
      line.rates.map(({ rate, withTax: yen, tax }) => ({ rate, yen, tax })),
    )
  }
  return lineOf('total', sum)
}

/** Names of a site's products in its first language, by their ids. */
async function readNames({ db }: BookReads, siteKey: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.read(read =>
    read
      .selectFrom('products')
      .innerJoin('product_texts', 'product_texts.product_id', 'products.id')
      .innerJoin('languages', join =>
        join
          .onRef('languages.site_key', '=', 'products.site_key')
          .onRef('languages.id', '=', 'product_texts.lang')
          .on('languages.is_default', '=', true),
      )
      .select(['products.id', 'product_texts.name'])
      .where('products.site_key', '=', siteKey)
      .execute(),
  )
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}
