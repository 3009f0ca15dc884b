import { performance } from 'node:perf_hooks'

import * as v from 'valibot'

import { busyMs, usedMs, usedWithChildrenMs } from '../../tools/test/cpu-time.ts'
import type { Shop } from './shop.ts'

/** The work of a stack since it began; times in ms of one core. */
export interface Snapshot {
  readonly at: number
  readonly parts: Parts
  /** All cores together, for anybody. */
  readonly busy: number
  /** Mails with tickets, and with a link, that have arrived. */
  readonly mails: { readonly tickets: number; readonly links: number }
  /** Transactions of the store, each statement outside of one counted as one. */
  readonly commits: number
  readonly logBytes: number
  readonly deadlocks: number
}

/** One number for each program that takes part. */
export interface Parts {
  readonly server: number
  readonly database: number
  readonly simulators: number
  readonly load: number
}

const statisticsRows = v.tuple([
  v.object({
    commits: v.number(),
    deadlocks: v.number(),
    bytes: v.pipe(v.string(), v.toNumber()),
  }),
])

export async function snapshot(shop: Shop): Promise<Snapshot> {
  const rows = await shop.statistics.query({
    text: `select xact_commit::integer as commits, deadlocks::integer, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes
           from pg_stat_database where datname = 'kippu'`,
  })
  const [{ commits, deadlocks, bytes }] = v.parse(statisticsRows, rows)
  return {
    // From here on nothing waits: all of it is of one moment.
    at: performance.now(),
    parts: {
      server: shop.serverMs(),
      database: usedWithChildrenMs(shop.postmaster) - shop.own.usedMs() - shop.statistics.usedMs(),
      simulators: shop.simulatorsMs(),
      load: usedMs(process.pid) + shop.own.usedMs() + shop.statistics.usedMs(),
    },
    busy: busyMs(),
    mails: shop.mails.count(),
    commits: commits - shop.own.count(),
    logBytes: bytes,
    deadlocks,
  }
}

/** The work of a window, divided by its purchases whose tickets were mailed. */
export interface Cost {
  readonly perSecond: number
  /** ms of a core a purchase: the store and its database together, and each program. */
  readonly storeMs: number
  readonly cpuMs: Parts
  readonly commits: number
  readonly logKilobytes: number
  /** Mails with a link a purchase: one that was followed before its mail was sent is not sent any more. */
  readonly links: number
  /** Cores in use by programs without a part in this window, the other stack among them. */
  readonly others: number
  readonly seconds: number
}

export function costBetween(from: Snapshot, to: Snapshot): Cost {
  return costOfEach(from, to, to.mails.tickets - from.mails.tickets)
}

/** As {@link costBetween}, divided by so many acts. */
export function costOfEach(from: Snapshot, to: Snapshot, acts: number): Cost {
  const elapsed = to.at - from.at
  const used = {
    server: to.parts.server - from.parts.server,
    database: to.parts.database - from.parts.database,
    simulators: to.parts.simulators - from.parts.simulators,
    load: to.parts.load - from.parts.load,
  }
  const ours = used.server + used.database + used.simulators + used.load
  return {
    perSecond: hundredths((acts * 1000) / elapsed),
    storeMs: hundredths((used.server + used.database) / acts),
    cpuMs: {
      server: hundredths(used.server / acts),
      database: hundredths(used.database / acts),
      simulators: hundredths(used.simulators / acts),
      load: hundredths(used.load / acts),
    },
    commits: hundredths((to.commits - from.commits) / acts),
    logKilobytes: hundredths((to.logBytes - from.logBytes) / 1024 / acts),
    links: hundredths((to.mails.links - from.mails.links) / acts),
    others: hundredths(Math.max(0, (to.busy - from.busy - ours) / elapsed)),
    seconds: hundredths(elapsed / 1000),
  }
}

export function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
