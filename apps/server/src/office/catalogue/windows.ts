import { addDays } from '@kippu/domain/jst-date'

import type { SaidTable } from './said-table.ts'
import type { Ruled } from './standing-rules.ts'
import { type Scope, type Sheet, textOf } from './sheets/sheet.ts'

/** Rows of a file of which those of the database are read together. */
const MOST_ROWS = 1_000
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

interface Window extends Pick<Scope, 'products' | 'days'> {
  /** The keys of the rows of the file that are compared with them. */
  readonly keys: Iterable<string>
}

interface Meant {
  readonly asWhole: boolean
  readonly today: string
  /** Rules have a say: all that they have written of their products is read. */
  readonly ruled: Pick<Ruled, 'products' | 'from'> | undefined
}

/**
 * The parts of the database that are read, one after the other. A sheet with days needs the products and days of the
 * file, a few thousand rows at a time; a file that is the whole sheet needs all from today, and all else that the file
 * names.
 */
export function windowsOf(
  sheet: Sheet,
  tables: readonly SaidTable[],
  { asWhole, today, ruled }: Meant,
): readonly Window[] {
  if (sheet.isDated !== true) return tables.map(said => ({ keys: said.keys() }))
  const [products, keysByDay] = [new Set(ruled?.products), new Map<string, Set<string>>()]
  for (const said of tables)
    for (const [key, { row }] of said) {
      products.add(textOf(row[0]))
      const keys = keysByDay.get(textOf(row[1]))
      if (keys === undefined) keysByDay.set(textOf(row[1]), new Set([key]))
      else keys.add(key)
    }
  const groups = groupsOf(keysByDay)
  if (!asWhole && ruled === undefined)
    return groups.map(({ from, until, keys }) => ({ products: [...products], days: { from, until }, keys }))
  // Without a gap between two of them. Days before today are never meant but where the file says them.
  const firsts = groups.slice(1).map(({ from }) => from)
  const begin = ruled?.from ?? today
  const first = [begin, groups[0]?.from ?? begin].toSorted()[0] ?? FIRST_DAY
  const begins = [first, ...firsts]
  return begins.map((from, index) => ({
    ...(!asWhole && { products: [...products] }),
    days: { from, until: dayBefore(begins[index + 1]) },
    keys: groups[index]?.keys ?? [],
  }))
}

interface DayGroup {
  readonly from: string
  readonly until: string
  readonly keys: readonly string[]
}

/** Days in their order, together as many as have so many rows. */
function groupsOf(keysByDay: ReadonlyMap<string, ReadonlySet<string>>): DayGroup[] {
  const groups: Array<{ from: string; until: string; keys: string[] }> = []
  for (const [date, keys] of [...keysByDay].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const open = groups.at(-1)
    if (open === undefined || open.keys.length >= MOST_ROWS)
      groups.push({ from: date, until: date, keys: [...keys] })
    else {
      open.until = date
      for (const key of keys) open.keys.push(key)
    }
  }
  return groups
}

function dayBefore(next: string | undefined): string {
  return next === undefined ? LAST_DAY : addDays(next, -1)
}
