import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { performance } from 'node:perf_hooks'

import type { Usage } from './observe.ts'
import type { Stack } from './stack.ts'

/** The time that all parts have used since they began, in ms of one core. */
export interface Snapshot {
  readonly at: number
  readonly server: Usage
  readonly simulators: number
  readonly database: number
  readonly load: number
  /** Of all cores together. */
  readonly idle: number
}

export async function snapshot({ server, simulators, postmaster }: Stack): Promise<Snapshot> {
  const [ofServer, ofSimulators] = await Promise.all([server.usage(), simulators.usage()])
  const { user, system } = process.cpuUsage()
  return {
    at: performance.now(),
    server: ofServer,
    simulators: ofSimulators.cpuMs,
    database: databaseMs(postmaster),
    load: (user + system) / 1000,
    idle: os.cpus().reduce((sum, { times }) => sum + times.idle, 0),
  }
}

/** One number for each program that takes part. */
export interface Parts {
  readonly server: number
  readonly database: number
  readonly simulators: number
  readonly load: number
}

/** The number of cores in use between two snapshots. */
export interface Cores extends Parts {
  /** Used by programs that have no part in the benchmark: they make every speed worse. */
  readonly others: number
  readonly idle: number
}

export function coresBetween(from: Snapshot, to: Snapshot): Cores {
  const elapsed = to.at - from.at
  const parts = cpuBetween(from, to, elapsed)
  const idle = rounded((to.idle - from.idle) / elapsed)
  const ours = parts.server + parts.database + parts.simulators + parts.load
  return { ...parts, others: Math.max(0, rounded(os.cpus().length - idle - ours)), idle }
}

/** ms of a core, each divided by the same number. */
export function cpuBetween(from: Snapshot, to: Snapshot, by: number): Parts {
  return {
    server: rounded((to.server.cpuMs - from.server.cpuMs) / by),
    database: rounded((to.database - from.database) / by),
    simulators: rounded((to.simulators - from.simulators) / by),
    load: rounded((to.load - from.load) / by),
  }
}

/** Share of the time in which the server's one thread was busy, or waited for a core. */
export function threadBetween({ server: from }: Snapshot, { server: to }: Snapshot): number {
  const active = to.loopActiveMs - from.loopActiveMs
  return rounded(active / (active + to.loopIdleMs - from.loopIdleMs))
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

/** Linux reports hundredths of a second to every program. */
const MS_A_TICK = 10

/**
 * The time used by the postmaster, its children, and those that have ended: from `/proc`; NaN where that does not
 * exist.
 */
function databaseMs(postmaster: number): number {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .reduce((sum, pid) => sum + databaseTicks(Number(pid), postmaster) * MS_A_TICK, 0)
  } catch {
    return Number.NaN
  }
}

function databaseTicks(pid: number, postmaster: number): number {
  let stat = ''
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has just ended; its parent has its ticks now.
  }
  // The fields after the name, which may contain anything: state, parent …, user and system time, and those of ended
  // children.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [parent, user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = [
    fields[1],
    ...fields.slice(11, 15),
  ]
  if (pid === postmaster) return user + system + userOfEnded + systemOfEnded
  return parent === postmaster ? user + system : 0
}
