import { median } from '../median.ts'
import type { Execution } from './plans.ts'
import { nameOfStatement } from './statement.ts'
import type { Way } from './windows.ts'

/** The cost of a statement at one size, as medians of its executions. */
export interface Cost {
  readonly calls: number
  readonly ms: number
  /** Pages of 8 kB touched, those of them that were not in PostgreSQL's memory, and rows looked at. */
  readonly buffers: number
  readonly read: number
  readonly rows: number
  /** The plan of most executions. */
  readonly plan: string
}

/** One statement at both sizes. */
export interface Compared {
  readonly name: string
  /** Source file that asks for it, below `apps/server/src`. */
  readonly source: string
  readonly way: Way
  /** The requests to the program as it was executed. */
  readonly windows: readonly string[]
  readonly small: Cost
  readonly large: Cost
  /** Large divided by small. */
  readonly msRatio: number
  readonly buffersRatio: number
  readonly rowsRatio: number
  /** The pages at the large size that only a deeper tree of an index adds. */
  readonly deeper: number
  readonly verdict: Verdict
  /** The whole text, numbers of parameters left out. */
  readonly statement: string
}

/**
 * `grows`: slower than allowed, and more pages or rows. `deeper`: so, but no more than the pages that deeper trees of its indexes add. `memory`:
 * slower, because more of the same pages are not in PostgreSQL's memory. `noise`: one of the two alone. `rare`: more pages, but
 * executed too few times to judge.
 */
export type Verdict = 'ok' | 'noise' | 'deeper' | 'memory' | 'grows' | 'rare'

export const MOST_RATIO = 1.2
const FEWEST_CALLS = 5
/** As many rows more are looked at for no reason of an index's depth, although they may lie on a few pages. */
const MANY_ROWS = 100
/** A page more: a version of a row that no vacuum has taken away yet. */
const FORGIVEN = 1

export interface Sizes {
  readonly small: string
  readonly large: string
}

export interface Trees {
  /** Levels that the tree of an index has more in the large database. */
  readonly deeperBy: (index: string) => number
  /** The same, summed up over all indexes of a table. */
  readonly deeperInsertBy: (table: string) => number
}

export interface Comparing {
  readonly sizes: Sizes
  readonly wayOf: (window: string, source: string) => Way
  readonly sourceOf: (words: string) => string
  readonly trees: Trees
}

/** Statements that were executed at both sizes, those that grow most first. */
export function compare(executions: readonly Execution[], comparing: Comparing): readonly Compared[] {
  const all = Map.groupBy(executions, ({ words }) => words)
  return Array.from(all)
    .flatMap(([words, own]) => {
      const at = (database: string) => own.filter(one => one.database === database)
      const [small, large] = [at(comparing.sizes.small), at(comparing.sizes.large)]
      return small.length === 0 || large.length === 0 ? [] : [comparedOf(words, { small, large, comparing })]
    })
    .toSorted((one, other) => other.buffersRatio - one.buffersRatio)
}

/** The cost of one act of a window for the database, summed up over the medians of its statements. */
export interface Total {
  readonly window: string
  readonly statements: number
  readonly small: Pick<Cost, 'ms' | 'buffers'>
  readonly large: Pick<Cost, 'ms' | 'buffers'>
  readonly msRatio: number
  readonly buffersRatio: number
}

/** Totals of the named windows, each with the times it was acted at one store. */
export function totalsOf(
  executions: readonly Execution[],
  windows: ReadonlyArray<{ readonly name: string; readonly times: number }>,
  sizes: Sizes,
): readonly Total[] {
  return windows.map(({ name, times }) => {
    const own = executions.filter(({ window }) => window === name)
    const [small, large] = [sizes.small, sizes.large].map(database =>
      summed(
        own.filter(one => one.database === database),
        times,
      ),
    )
    if (small === undefined || large === undefined) throw new Error('there are two sizes')
    const ratios = { msRatio: ratio(large.ms, small.ms), buffersRatio: ratio(large.buffers, small.buffers) }
    return { window: name, statements: Math.round(own.length / 2 / times), small, large, ...ratios }
  })
}

function summed(executions: readonly Execution[], times: number): Pick<Cost, 'ms' | 'buffers'> {
  const costs = Array.from(Map.groupBy(executions, ({ words }) => words).values(), costOf)
  const sum = (value: (cost: Cost) => number): number =>
    rounded(costs.reduce((total, cost) => total + value(cost) * cost.calls, 0) / times)
  return { ms: sum(({ ms }) => ms), buffers: sum(({ buffers }) => buffers) }
}

interface BothSizes {
  readonly small: readonly Execution[]
  readonly large: readonly Execution[]
  readonly comparing: Comparing
}

function comparedOf(words: string, { small, large, comparing }: BothSizes): Compared {
  const { wayOf, sourceOf, trees } = comparing
  const source = sourceOf(words)
  const windows = [...new Set([...small, ...large].map(({ window }) => window))]
  const costs = { small: costOf(small), large: costOf(large) }
  const measured = {
    msRatio: ratio(costs.large.ms, costs.small.ms),
    buffersRatio: ratio(costs.large.buffers, costs.small.buffers),
    deeper: median(large.map(one => deeperBy(one, trees))),
  }
  return {
    name: nameOfStatement(words),
    source,
    way: firstWay(windows.map(window => wayOf(window, source))),
    windows,
    ...costs,
    ...measured,
    rowsRatio: ratio(costs.large.rows, costs.small.rows),
    verdict: verdictOf(costs, measured),
    statement: words,
  }
}

function costOf(executions: readonly Execution[]): Cost {
  const of = (value: (one: Execution) => number): number => rounded(median(executions.map(value)))
  return {
    calls: executions.length,
    ms: of(({ ms }) => ms),
    buffers: of(({ buffers }) => buffers),
    read: of(({ read }) => read),
    rows: of(({ rows }) => rows),
    plan: mostFrequent(executions.map(({ plan }) => plan)),
  }
}

function verdictOf(
  { small, large }: { readonly small: Cost; readonly large: Cost },
  { msRatio, buffersRatio, deeper }: Pick<Compared, 'msRatio' | 'buffersRatio' | 'deeper'>,
): Verdict {
  const [isSlower, isMore] = [msRatio > MOST_RATIO, buffersRatio > MOST_RATIO]
  const isMoreThanDeeper =
    ratio(large.buffers - deeper - FORGIVEN, small.buffers) > MOST_RATIO ||
    large.rows - small.rows > Math.max(MANY_ROWS, small.rows * (MOST_RATIO - 1))
  if (Math.min(small.calls, large.calls) < FEWEST_CALLS) return isMoreThanDeeper ? 'rare' : 'ok'
  if (isSlower && isMoreThanDeeper) return 'grows'
  if (isSlower && large.read - small.read >= 1) return 'memory'
  if (isSlower && isMore) return 'deeper'
  return isSlower || isMore ? 'noise' : 'ok'
}

function deeperBy({ searches, inserted }: Execution, { deeperBy: by, deeperInsertBy }: Trees): number {
  const read = Object.entries(searches).reduce((sum, [index, times]) => sum + times * by(index), 0)
  const written = Object.entries(inserted).reduce(
    (sum, [table, rows]) => sum + rows * deeperInsertBy(table),
    0,
  )
  return read + written
}

/** A statement that a visitor waits for is a visitor's, even if others ask for it too. */
function firstWay(ways: readonly Way[]): Way {
  for (const way of ['visitor', 'worker', 'staff'] as const) if (ways.includes(way)) return way
  return 'start'
}

function mostFrequent(values: readonly string[]): string {
  const counted = Array.from(
    Map.groupBy(values, value => value),
    ([value, same]) => ({ value, times: same.length }),
  )
  return counted.toSorted((one, other) => other.times - one.times)[0]?.value ?? ''
}

/** 0 / 0 is 1: nothing is as much as nothing. */
function ratio(large: number, small: number): number {
  return large === small ? 1 : rounded(large / small)
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
