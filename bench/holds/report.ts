import { median } from '../median.ts'

/**
 * The batches' opponents: those of another commit, themselves where nothing is kept for a channel, and what they save.
 */
export const COMPARED = ['batched before', 'batched without shares', 'one transaction an order'] as const
export type Compared = (typeof COMPARED)[number]

export interface Measurement {
  readonly round: number
  /** Load average of the machine, just before the run. */
  readonly loadAverage: number
  readonly what: 'batched' | Compared | 'bare update'
  readonly spans: number
  /** HTTP connections; for the bare update, connections to the database. */
  readonly connections: number
  readonly perSecond: number
  /** Latency in ms; the bare update has none. */
  readonly p50?: number
  readonly p99?: number
  /** Store and database together, in ms of one core for one order. */
  readonly cpuMs?: number
}

export interface Row extends Pick<Measurement, 'what' | 'spans' | 'connections'> {
  /** Medians over the rounds. */
  readonly perSecond: number
  readonly p50?: number
  readonly p99?: number
}

/** One row for each measured variant. */
export function medians(measured: readonly Measurement[]): Row[] {
  const groups = Map.groupBy(measured, ({ what, spans, connections }) => `${what} ${spans} ${connections}`)
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    const { what, spans, connections } = first
    const p50 = median(group.flatMap(run => run.p50 ?? []))
    const p99 = median(group.flatMap(run => run.p99 ?? []))
    const latency = Number.isNaN(p50) ? {} : { p50, p99 }
    return { what, spans, connections, perSecond: median(group.map(run => run.perSecond)), ...latency }
  })
}

export interface Ratio {
  readonly to: Compared
  readonly spans: number
  readonly connections: number
  /** Batched orders a second, divided by those of what they are compared with, round by round. */
  readonly rounds: readonly number[]
  readonly median: number
  /** Their ms of a core for one order, divided by those of what they are compared with. */
  readonly cpuRounds: readonly number[]
  readonly cpuMedian: number
}

/**
 * How many times faster the batches are. Computed within each round, so that a slow minute of the machine cancels out.
 */
export function ratios(measured: readonly Measurement[]): Ratio[] {
  return COMPARED.flatMap(to => {
    const runs = measured.filter(({ what }) => what === to)
    const groups = Map.groupBy(runs, ({ spans, connections }) => `${spans} ${connections}`)
    return [...groups.values()].flatMap(group => {
      const [first] = group
      if (first === undefined) return []
      const { spans, connections } = first
      const rounds = group.map(run => round(batchedBeside(measured, run).perSecond / run.perSecond))
      const cpuRounds = group.map(run =>
        percent((batchedBeside(measured, run).cpuMs ?? 0) / (run.cpuMs ?? 0)),
      )
      return {
        to,
        spans,
        connections,
        rounds,
        median: round(median(rounds)),
        cpuRounds,
        cpuMedian: percent(median(cpuRounds)),
      }
    })
  })
}

function batchedBeside(
  measured: readonly Measurement[],
  other: Measurement,
): Pick<Measurement, 'perSecond' | 'cpuMs'> {
  const beside = measured.find(
    run =>
      run.what === 'batched' &&
      run.round === other.round &&
      run.spans === other.spans &&
      run.connections === other.connections,
  )
  return beside ?? { perSecond: Number.NaN }
}

function percent(value: number): number {
  return Math.round(value * 100) / 100
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

export function printTable(measured: readonly Measurement[]): void {
  console.log(
    '\n| time spans | connections | what | per second | p50 ms | p99 ms |\n|---:|---:|---|---:|---:|---:|',
  )
  for (const { spans, connections, what, perSecond, p50, p99 } of medians(measured)) {
    const latency = [p50, p99].map(ms => (ms === undefined ? '' : ms.toFixed(1))).join(' | ')
    console.log(`| ${spans} | ${connections} | ${what} | ${perSecond} | ${latency} |`)
  }
  console.log('\n| time spans | connections | batched ÷ | speed | CPU |\n|---:|---:|---|---:|---:|')
  for (const { to, spans, connections, median: times, cpuMedian } of ratios(measured))
    console.log(`| ${spans} | ${connections} | ${to} | ${times} × | ${cpuMedian} × |`)
}
