import { median } from '../median.ts'
import { nameOf, type Row } from './rows.ts'
import { hundredths, type Parts } from './usage.ts'
import { MOST_OTHERS } from '../undisturbed.ts'
import type { Measured, Profiled } from './window.ts'

/** One row of one round: first the one stack was measured, then the other. */
export interface Run extends Row {
  readonly round: number
  /** Load average of the machine, just before. */
  readonly loadAverage: number
  readonly this: Measured
  /** The other commit's program; not without `--against`. */
  readonly before?: Measured
}

/** The median of the rounds, with the least and the most. */
export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** Medians of the rounds. */
interface Figures {
  /** ms of a core that the store and the database use for a purchase, its mails included. */
  readonly storeMs: Spread
  readonly cpuMs: Parts
  readonly perSecond: Spread
  readonly p50: number
  readonly p99: number
  readonly commits: number
  readonly logKilobytes: number
  readonly links: number
  readonly restSeconds: number
  readonly others: number
  /** Since the stack began. */
  readonly deadlocks: number
}

/** Before divided by now inside each round, or now divided by before where more is better: above 1 is a gain. */
interface Gains {
  readonly storeMs: Spread
  readonly perSecond: Spread
  readonly p50: Spread
  readonly p99: Spread
  readonly commits: Spread
}

export interface Summary extends Row {
  readonly this: Figures
  readonly before?: Figures
  readonly gains?: Gains
  /** Windows that had too many neighbours each time they were measured, of all of this row. */
  readonly disturbed: number
}

/** @param runs of all rounds, in which every row is found once each. */
export function summarise(rows: readonly Row[], runs: readonly Run[]): Summary[] {
  return rows.map(row => {
    const own = runs.filter(run => nameOf(run) === nameOf(row))
    const pairs = own.flatMap(run => (run.before ? [{ now: run.this, before: run.before }] : []))
    const windows = own.flatMap(run => [run.this, ...(run.before ? [run.before] : [])])
    return {
      ...row,
      this: figuresOf(own.map(run => run.this)),
      ...(pairs.length > 0 && {
        before: figuresOf(pairs.map(({ before }) => before)),
        gains: gainsOf(pairs),
      }),
      disturbed: windows.filter(({ others }) => others > MOST_OTHERS).length,
    }
  })
}

function figuresOf(windows: readonly Measured[]): Figures {
  const middle = (value: (one: Measured) => number): number => hundredths(median(windows.map(value)))
  return {
    storeMs: spreadOf(windows.map(({ storeMs }) => storeMs)),
    cpuMs: {
      server: middle(({ cpuMs }) => cpuMs.server),
      database: middle(({ cpuMs }) => cpuMs.database),
      simulators: middle(({ cpuMs }) => cpuMs.simulators),
      load: middle(({ cpuMs }) => cpuMs.load),
    },
    perSecond: spreadOf(windows.map(({ perSecond }) => perSecond)),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    commits: middle(({ commits }) => commits),
    logKilobytes: middle(({ logKilobytes }) => logKilobytes),
    links: middle(({ links }) => links),
    restSeconds: middle(({ restSeconds }) => restSeconds),
    others: middle(({ others }) => others),
    deadlocks: Math.max(...windows.map(({ deadlocks }) => deadlocks)),
  }
}

function gainsOf(pairs: ReadonlyArray<{ readonly now: Measured; readonly before: Measured }>): Gains {
  const less = (value: (one: Measured) => number): Spread =>
    spreadOf(pairs.map(({ now, before }) => value(before) / value(now)))
  return {
    storeMs: less(({ storeMs }) => storeMs),
    perSecond: spreadOf(pairs.map(({ now, before }) => now.perSecond / before.perSecond)),
    p50: less(({ p50 }) => p50),
    p99: less(({ p99 }) => p99),
    commits: less(({ commits }) => commits),
  }
}

function spreadOf(values: readonly number[]): Spread {
  return {
    median: hundredths(median(values)),
    least: hundredths(Math.min(...values)),
    most: hundredths(Math.max(...values)),
  }
}

export interface ProfiledStack {
  readonly stack: string
  readonly profiles: readonly Profiled[]
}

/** @param mostStatements how many of each profile are printed */
export function printTables(
  summaries: readonly Summary[],
  profiled: readonly ProfiledStack[],
  mostStatements: number,
): void {
  console.log(
    '\nms of a core a purchase, store + database (server + database); purchases a second; ms from first request to tickets. Median [least–most].',
  )
  console.log(
    '\n| row | program | ms of a core | server | database | a second | p50 | p99 | commits | log kB | links mailed | rest s | deadlocks | others |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
  )
  for (const summary of summaries) {
    if (summary.before !== undefined) printRow(summary, 'before', summary.before)
    printRow(summary, 'this', summary.this)
  }
  printGains(summaries)
  printDisturbed(summaries)
  for (const { stack, profiles } of profiled)
    for (const one of profiles) printProfile(stack, one, mostStatements)
}

function printRow(row: Row, program: string, figures: Figures): void {
  const { cpuMs, commits, logKilobytes, links, restSeconds, deadlocks, others } = figures
  const cells = [
    nameOf(row),
    program,
    textOf(figures.storeMs),
    cpuMs.server.toFixed(1),
    cpuMs.database.toFixed(1),
    textOf(figures.perSecond),
    Math.round(figures.p50),
    Math.round(figures.p99),
    commits.toFixed(1),
    logKilobytes.toFixed(1),
    links,
    restSeconds,
    deadlocks,
    others,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

function printGains(summaries: readonly Summary[]): void {
  if (summaries.every(({ gains }) => gains === undefined)) return
  console.log(
    '\n| gain inside a round | ms of a core | a second | p50 | p99 | commits |\n|---|--:|--:|--:|--:|--:|',
  )
  for (const { gains, ...row } of summaries) {
    if (gains === undefined) continue
    const { storeMs, perSecond, p50, p99, commits } = gains
    const cells = [storeMs, perSecond, p50, p99, commits].map(textOf)
    console.log(`| ${[nameOf(row), ...cells].join(' | ')} |`)
  }
}

function printDisturbed(summaries: readonly Summary[]): void {
  const rows = summaries.filter(({ disturbed }) => disturbed > 0)
  if (rows.length === 0) return
  const words = rows.map(row => `${row.disturbed} of ${nameOf(row)}`).join('; ')
  console.log(`\nWindows with more than ${MOST_OTHERS} cores of neighbours in every try: ${words}`)
}

export function printProfile(
  stack: string,
  { name, modules, functions, database, connections }: Profiled,
  mostStatements: number,
): void {
  const { statements, executionMs, planMs, top } = database
  const waits = Object.entries(connections.waits).map(([wait, mean]) => `${wait} ${mean}`)
  console.log(
    `\n${name}, ${stack}. Each time: ${statements} statements (${executionMs} ms, planned in ${planMs} ms).`,
  )
  console.log(
    `  connections: ${connections.mean} in use, ${connections.idleInTransaction} of them between two statements; ${waits.join(', ')}`,
  )
  for (const { calls, ms, plans, planMs, logBytes, query } of top.slice(0, mostStatements))
    console.log(
      `  ${calls} ×, ${plans} planned: ${ms} + ${planMs} ms, ${logBytes} bytes of log: ${query.slice(0, 100)}`,
    )
  console.log(`  server: ${modules.map(({ name, percent }) => `${name} ${percent} %`).join(', ')}`)
  console.log(`  server: ${functions.map(({ name, percent }) => `${name} ${percent} %`).join(', ')}`)
}

function textOf({ median: middle, least, most }: Spread): string {
  return least === most ? `${middle}` : `${middle} [${least}–${most}]`
}
