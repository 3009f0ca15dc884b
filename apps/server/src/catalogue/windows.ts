import { addDays } from '@kippu/domain/jst-date'

import type { Said } from './said-rows.ts'
import { type Scope, type Sheet, textOf } from './sheets/sheet.ts'

/** Rows of a file of which those of the database are read together. */
const MOST_ROWS = 5_000
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

type Window = Pick<Scope, 'products' | 'days'>

/**
 * What is read of the database, one after the other. Of a sheet with days, the products and days of the file, a few thousand rows at a time; with a file
 * that is the whole sheet all from today, and whatever else the file names.
 */
export function windowsOf(
  sheet: Sheet,
  said: ReadonlyMap<string, Said>,
  { asWhole, today }: { readonly asWhole: boolean; readonly today: string },
): readonly Window[] {
  if (sheet.isDated !== true) return [{}]
  const [products, counts] = [new Set<string>(), new Map<string, number>()]
  for (const { row } of said.values()) {
    products.add(textOf(row[0]))
    counts.set(textOf(row[1]), (counts.get(textOf(row[1])) ?? 0) + 1)
  }
  const groups = groupsOf(counts)
  if (!asWhole)
    return groups.map(dates => ({
      products: [...products],
      days: { from: dates[0] ?? FIRST_DAY, until: dates.at(-1) ?? LAST_DAY },
    }))
  // Without a gap between two of them. Days before today are never meant but where the file says them.
  const firsts = groups.slice(1).map(dates => dates[0] ?? today)
  const first = [today, groups[0]?.[0] ?? today].toSorted()[0] ?? FIRST_DAY
  const begins = [first, ...firsts]
  return begins.map((from, index) => ({ days: { from, until: dayBefore(begins[index + 1]) } }))
}

/** Days in their order, together as many as have so many rows. */
function groupsOf(counts: ReadonlyMap<string, number>): string[][] {
  const groups: string[][] = []
  let rows = MOST_ROWS
  for (const date of [...counts.keys()].toSorted()) {
    if (rows >= MOST_ROWS) {
      groups.push([])
      rows = 0
    }
    groups.at(-1)?.push(date)
    rows += counts.get(date) ?? 0
  }
  return groups
}

function dayBefore(next: string | undefined): string {
  return next === undefined ? LAST_DAY : addDays(next, -1)
}
