import { type Counts, type Flow, flowsOf, NO_COUNTS } from '@kippu/domain/books/flows'
import type { VisitVersion } from '@kippu/domain/books/history'
import { BOOKINGS } from '@kippu/domain/books/journal'
import { dayOf, plus, recognisedOf, times } from '@kippu/domain/books/recognised'
import type { MoneyShare } from '@kippu/domain/books/shares'
import { inParts } from '@kippu/domain/in-parts'
import type { IsoDate } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { day, site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import type { BookReads } from './book-reads.ts'
import { findChanged, readPlainSales } from './plain-sales.ts'
import { readHistories } from './read-histories.ts'
import { AT_ONCE, type Period, readTouched } from './read-journal.ts'

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

/** Something of a day, before it is added up. */
interface Moved {
  readonly day: IsoDate
  readonly version: VisitVersion
  readonly shares: readonly MoneyShare[]
  readonly counts: Counts
}

interface Sum {
  counts: Counts
  readonly rates: Map<number, { yen: number; tax: number }>
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
  for await (const moved of period.booking === 'sale' ? soldIn(deps, period) : recognisedIn(deps, period))
    add(sums, moved, group)
  const names = group === 'product' ? await readNames(deps, period.siteKey) : new Map<string, string>()
  return [...sums]
    .map(([key, sum]) => lineOf(names.get(key) ?? key, sum))
    .toSorted((one, other) => (one.group < other.group ? -1 : 1))
}

/** Purchases that were never touched again are counted once for all that are alike; of the rest each history is read once. */
async function* soldIn({ db }: BookReads, period: Period): AsyncGenerator<Moved> {
  for (const { count, history } of await db.read(read => readPlainSales(read, period)))
    for (const flow of flowsOf(history)) yield timesOf(movedBy(flow), count)
  const ids = await db.read(read => findChanged(read, period))
  for (const some of inParts(ids, AT_ONCE))
    for (const history of await db.read(read => readHistories(read, some)))
      for (const flow of flowsOf(history)) {
        const moved = movedBy(flow)
        if (moved.day >= period.from && moved.day <= period.to) yield moved
      }
}

async function* recognisedIn(deps: BookReads, period: Period): AsyncGenerator<Moved> {
  for await (const { day, histories } of readTouched(deps, period))
    for (const history of histories) yield* recognisedOf(history).filter(one => one.day === day)
}

function movedBy(flow: Flow): Moved {
  const { shares, counts, version } = flow
  return { day: dayOf(flow), shares, counts, version }
}

function timesOf({ counts, shares, ...moved }: Moved, count: number): Moved {
  return {
    ...moved,
    counts: times(counts, count),
    shares: shares.map(share => ({ ...share, yen: share.yen * count, tax: share.tax * count })),
  }
}

function add(sums: Map<string, Sum>, moved: Moved, group: SalesGroup): void {
  const { counts, shares, version } = moved
  // Money that goes back by several ways is counted with each; visits and tickets with the way of the first.
  const first = shares[0]?.method ?? version.method
  const countedIn = sumAt(sums, keyOf(moved, first, group))
  countedIn.counts = plus(countedIn.counts, counts)
  for (const { method, taxRate, yen, tax } of shares) {
    const { rates } = sumAt(sums, keyOf(moved, method, group))
    const rate = rates.get(taxRate) ?? { yen: 0, tax: 0 }
    rates.set(taxRate, { yen: rate.yen + yen, tax: rate.tax + tax })
  }
}

function sumAt(sums: Map<string, Sum>, key: string): Sum {
  const known = sums.get(key)
  if (known !== undefined) return known
  const made: Sum = { counts: NO_COUNTS, rates: new Map() }
  sums.set(key, made)
  return made
}

function keyOf({ day, version }: Moved, method: string, group: SalesGroup): string {
  switch (group) {
    case 'day':
      return day
    case 'month':
      return day.slice(0, 7)
    case 'product':
      return String(version.productId)
    case 'method':
      return method
    case 'channel':
      return version.channel
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
    for (const { rate, withTax, tax } of line.rates) {
      const now = sum.rates.get(rate) ?? { yen: 0, tax: 0 }
      sum.rates.set(rate, { yen: now.yen + withTax, tax: now.tax + tax })
    }
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
