import { median } from '../median.ts'
import type { Connections } from './connections.ts'
import type { Method } from './pay.ts'
import type { ProfileSummary } from './profile.ts'
import type { Statements } from './statements.ts'
import type { Cores, Parts } from './usage.ts'

export interface Scenario {
  readonly method: Method | 'order only'
  /** Number of concurrent buyers. */
  readonly buyers: number
  /** Delay of each answer of a provider. */
  readonly delayMs: number
}

export interface Measurement extends Scenario {
  readonly round: number
  /** Load average of the machine, just before the run. */
  readonly loadAverage: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly cores: Cores
  /** ms of a core for one purchase, including its mails and all later work. */
  readonly cpuMs: Parts
  /** Share of the time in which the server's one thread was busy, or waited for a core. */
  readonly serverThread: number
  readonly connections: Connections
  readonly limitedBy: string
  /** Ticket mails that were not sent yet when the measured time ended, and the seconds until no work was open. */
  readonly mailsBehind: number
  readonly restSeconds: number
}

/** A busy machine never shows all of its cores as used. */
const ALL_CORES = 0.93
const WHOLE_THREAD = 0.9
/** Connections to the database: the default of the store. */
export const POOL = 10

/** The first resource that is used up; otherwise everybody waits for somebody else. */
export function limitOf({
  cores,
  serverThread,
  connections,
}: Pick<Measurement, 'cores' | 'serverThread' | 'connections'>): string {
  const { idle, ...parts } = cores
  const busy = Object.values(parts).reduce((sum, value) => sum + value, 0)
  if (busy / (busy + idle) >= ALL_CORES) {
    const [first] = Object.entries(parts).toSorted(([, a], [, b]) => b - a)
    return `all cores, most by ${first?.[0]}`
  }
  if (connections.mean >= POOL * WHOLE_THREAD) return 'database connections'
  if (serverThread >= WHOLE_THREAD) return "the server's thread"
  return 'waiting'
}

interface Row
  extends
    Scenario,
    Pick<
      Measurement,
      'perSecond' | 'p50' | 'p99' | 'cpuMs' | 'serverThread' | 'mailsBehind' | 'restSeconds'
    > {
  readonly idleCores: number
  readonly othersCores: number
  readonly connections: Omit<Connections, 'waits'>
  /** Number of runs by their limit. */
  readonly limitedBy: Readonly<Record<string, number>>
}

/** One row for each measured variant, with the median of each number. */
export function medians(runs: readonly Measurement[]): Row[] {
  return [...Map.groupBy(runs, keyOf).values()].flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    const { method, buyers, delayMs } = first
    const middle = (value: (run: Measurement) => number): number => hundredths(median(group.map(value)))
    const row = {
      method,
      buyers,
      delayMs,
      perSecond: middle(run => run.perSecond),
      p50: middle(run => run.p50),
      p99: middle(run => run.p99),
      cpuMs: {
        server: middle(run => run.cpuMs.server),
        database: middle(run => run.cpuMs.database),
        simulators: middle(run => run.cpuMs.simulators),
        load: middle(run => run.cpuMs.load),
      },
      idleCores: middle(run => run.cores.idle),
      othersCores: middle(run => run.cores.others),
      serverThread: middle(run => run.serverThread),
      connections: {
        mean: middle(run => run.connections.mean),
        most: middle(run => run.connections.most),
        idleInTransaction: middle(run => run.connections.idleInTransaction),
      },
      limitedBy: countOf(group.map(run => run.limitedBy)),
      mailsBehind: middle(run => run.mailsBehind),
      restSeconds: middle(run => run.restSeconds),
    }
    return [row]
  })
}

function keyOf({ method, buyers, delayMs }: Scenario): string {
  return `${method} ${buyers} ${delayMs}`
}

function countOf(values: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(values, value => value)].map(([value, { length }]) => [value, length]),
  )
}

export interface Ratio {
  readonly of: string
  readonly to: string
  /** Speed divided by speed, round by round. */
  readonly rounds: readonly number[]
  readonly median: number
}

/** Number of concurrent buyers: many more than there are connections to the database. */
export const CROWD = 64

/** Delays of the providers' answers, in ms: like one nearby, and like a bank. */
export function delaysOf(buyers: number): readonly number[] {
  return buyers === CROWD ? [300] : [50, 300]
}

const STRIPE = { method: 'stripe', delayMs: 0 } as const

/** Computed within each round, so that a slow minute of the machine cancels out. */
export function ratios(runs: readonly Measurement[]): Ratio[] {
  const pairs: ReadonlyArray<readonly [Scenario, Scenario]> = [
    [
      { ...STRIPE, buyers: 32 },
      { method: 'order only', delayMs: 0, buyers: 32 },
    ],
    ...(['free', 'gmo', 'alipay'] as const).map(
      method =>
        [
          { method, delayMs: 0, buyers: 32 },
          { ...STRIPE, buyers: 32 },
        ] as const,
    ),
    ...[32, CROWD].flatMap(buyers =>
      delaysOf(buyers).map(
        delayMs =>
          [
            { ...STRIPE, buyers, delayMs },
            { ...STRIPE, buyers },
          ] as const,
      ),
    ),
  ]
  return pairs.map(([of, to]) => {
    const speeds = (what: Scenario): number[] => speedsOf(runs, what)
    const under = speeds(to)
    const rounds = speeds(of).map((speed, index) => hundredths(speed / (under[index] ?? Number.NaN)))
    return { of: nameOf(of), to: nameOf(to), rounds, median: hundredths(median(rounds)) }
  })
}

/** One speed for each round. */
function speedsOf(runs: readonly Measurement[], what: Scenario): number[] {
  return runs.filter(run => keyOf(run) === keyOf(what)).map(({ perSecond }) => perSecond)
}

function nameOf({ method, buyers, delayMs }: Scenario): string {
  return `${method}, ${buyers} buyers${delayMs > 0 ? `, answers ${delayMs} ms later` : ''}`
}

/** A run under the profiler: shares and counts, no speeds. */
export interface Profiled extends ProfileSummary {
  readonly method: Method
  readonly database: Statements
  readonly connections: Connections
}

interface Results {
  readonly medians: readonly Row[]
  readonly ratios: readonly Ratio[]
  readonly profiles: readonly Profiled[]
}

export function printTables({ medians: rows, ratios: pairs, profiles }: Results): void {
  console.log(
    '\n| method | buyers | provider ms | per second | p50 ms | p99 ms | ms of a core: server | database | simulators | load | idle cores | others | thread | connections | limited by | mails behind |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|--:|',
  )
  for (const row of rows) console.log(`| ${cellsOf(row).join(' | ')} |`)
  console.log('\n| speed of | to that of | ratio |\n|---|---|--:|')
  for (const { of, to, median: ratio } of pairs) console.log(`| ${of} | ${to} | ${ratio} |`)
  for (const profile of profiles) printProfile(profile)
}

function printProfile({ method, modules, functions, database, connections }: Profiled): void {
  const { statements, commits, executionMs, walKilobytes, top } = database
  const waits = Object.entries(connections.waits).map(([wait, mean]) => `${wait} ${mean}`)
  console.log(
    `\n${method}, 32 buyers. A purchase: ${statements} statements (${executionMs} ms), ${commits} commits, ${walKilobytes} kB of log.`,
  )
  console.log(
    `  connections: ${connections.mean} in use, ${connections.idleInTransaction} of them between two statements; ${waits.join(', ')}`,
  )
  for (const { calls, ms, query } of top.slice(0, 3))
    console.log(`  ${calls} × ${ms} ms ${query.slice(0, 80)}`)
  console.log(`  server: ${modules.map(({ name, percent }) => `${name} ${percent} %`).join(', ')}`)
  console.log(`  server: ${functions.map(({ name, percent }) => `${name} ${percent} %`).join(', ')}`)
}

function cellsOf(row: Row): ReadonlyArray<string | number> {
  const { server, database, simulators, load } = row.cpuMs
  return [
    row.method,
    row.buyers,
    row.delayMs,
    Math.round(row.perSecond),
    Math.round(row.p50),
    Math.round(row.p99),
    ...[server, database, simulators, load].map(ms => ms.toFixed(1)),
    row.idleCores,
    row.othersCores,
    row.serverThread,
    `${row.connections.mean} (${row.connections.most})`,
    Object.keys(row.limitedBy).join(', '),
    row.mailsBehind,
  ]
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
