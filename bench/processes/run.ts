import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'

import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { median } from '../median.ts'
import { writeResults } from '../../tools/test/results.ts'
import { runAndStop } from '../started.ts'
import { MOST_TRIES, undisturbed } from '../undisturbed.ts'
import { type Load, runWholeWrk } from '../wrk.ts'
import { buyFor } from './buyers.ts'
import { idleMs, listUsed } from './cpu.ts'
import { startStore, type Store } from './stores.ts'

/** Measures one, two and four web processes on one port of one machine, in whole stacks that take turns. */
const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 1 : 3
const WEB_PROCESSES = [1, 2, 4] as const
const CONNECTIONS = 64
const BUYERS = 32
const MOST_WINDOWS = isQuick ? 1 : MOST_TRIES
const LOOK_EVERY_MS = 100

interface Work {
  readonly what: 'document' | 'order' | 'purchase by card'
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly run: (store: Store, seconds: number) => Promise<Load>
}

const WORKS: readonly Work[] = [
  { what: 'document', seconds: 4, warmUpSeconds: 3, run: readDocuments },
  { what: 'order', seconds: 5, warmUpSeconds: 4, run: order },
  {
    what: 'purchase by card',
    seconds: 10,
    warmUpSeconds: 10,
    run: (store, seconds) => buyFor(store, BUYERS, seconds),
  },
]

interface Measured {
  readonly what: Work['what']
  readonly web: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** ms of a core that one of them costs web processes and worker, and PostgreSQL, its mails included. */
  readonly storeMs: number
  readonly databaseMs: number
  /** Cores in use while it was measured. */
  readonly cores: { readonly store: number; readonly database: number; readonly load: number }
  /** Cores in use by programs without a part in the benchmark. */
  readonly others: number
}

await runAndStop(async stopLater => {
  await buildWebIfStale()
  const stores: Store[] = []
  for (const web of WEB_PROCESSES) stores.push(await startStore(web, stopLater))
  for (const work of WORKS)
    for (const store of stores) await work.run(store, isQuick ? 1 : work.warmUpSeconds)
  const runs: Array<Measured & { readonly round: number }> = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS} (load average ${loadAverage()})`)
    for (const work of WORKS)
      for (const store of stores)
        runs.push({ round, ...(await undisturbed(() => measure(store, work, stores), MOST_WINDOWS)) })
  }
  for (const store of stores) await checkBooks(store)
  const table = WORKS.flatMap(({ what }) => WEB_PROCESSES.map(web => summarise(runs, what, web)))
  console.table(table)
  if (isQuick) return
  const file = writeResults(
    'processes',
    {
      command: 'npm run bench:processes',
      date: new Date().toISOString(),
      machine: describeMachine(),
      settings: {
        rounds: ROUNDS,
        seconds: Object.fromEntries(WORKS.map(({ what, seconds }) => [what, seconds])),
        connections: CONNECTIONS,
        buyers: BUYERS,
      },
      table,
    },
    { runs },
  )
  console.log(`\nAll rounds: ${file}`)
})

function readDocuments({ origin }: Store, seconds: number): Promise<Load> {
  const script = path.join(import.meta.dirname, '..', 'reads', 'reads.lua')
  return runWholeWrk({ script, url: origin, connections: CONNECTIONS, seconds, words: ['/'] })
}

function order({ origin, catalogue: { productUuid, adult, spans } }: Store, seconds: number): Promise<Load> {
  const script = path.join(import.meta.dirname, 'orders.lua')
  const words = [productUuid, String(adult), spans.join(',')]
  return runWholeWrk({ script, url: origin, connections: CONNECTIONS, seconds, words })
}

async function measure(store: Store, { what, run, seconds }: Work, all: readonly Store[]): Promise<Measured> {
  const from = look(store, all)
  const { answered, seconds: lasted, p50, p99 } = await run(store, seconds)
  const to = look(store, all)
  await untilMailed(store)
  const end = store.used()
  return {
    what,
    web: store.web,
    perSecond: rounded(answered / lasted, 10),
    p50Ms: rounded(p50, 10),
    p99Ms: rounded(p99, 10),
    storeMs: rounded((end.store - from.used.store) / answered, 1000),
    databaseMs: rounded((end.database - from.used.database) / answered, 1000),
    ...coresBetween(from, to),
  }
}

function look(store: Store, all: readonly Store[]) {
  const own = listUsed().find(({ pid }) => pid === process.pid)
  const every = all.map(one => one.used())
  return {
    at: performance.now(),
    idle: idleMs(),
    used: store.used(),
    /** Stores, databases and simulators of all stacks: those that wait for their turn look for work as well. */
    stacks: every.reduce((sum, one) => sum + one.store + one.database + one.beside, 0),
    // wrk has ended: its time is that of an ended child.
    load: (own?.ms ?? 0) + (own?.endedMs ?? 0),
  }
}

function coresBetween(
  from: ReturnType<typeof look>,
  to: ReturnType<typeof look>,
): Pick<Measured, 'cores' | 'others'> {
  const elapsed = to.at - from.at
  const share = (ms: number): number => rounded(ms / elapsed, 100)
  const load = to.load - from.load
  const known = to.idle - from.idle + to.stacks - from.stacks + load
  return {
    cores: {
      store: share(to.used.store - from.used.store),
      database: share(to.used.database - from.used.database),
      load: share(load),
    },
    others: Math.max(0, share(os.cpus().length * elapsed - known)),
  }
}

/** No mail with tickets waits to be sent. */
async function untilMailed({ db }: Store): Promise<void> {
  for (;;) {
    const { rows } = await db.read(read =>
      sql<{ waiting: number }>`
        select count(*)::integer as waiting from jobs.job
        where state <= 'active' and name = 'send-completion-mail'`.execute(read),
    )
    if (rows[0]?.waiting === 0) return
    await delay(LOOK_EVERY_MS)
  }
}

/** Everybody who has paid has tickets, nobody has them without, and no two statements waited for each other for ever. */
async function checkBooks({ db, web }: Store): Promise<void> {
  const { rows } = await db.read(read =>
    sql<{ unpaid: number; deadlocks: number }>`
      select
        (select count(*)::integer from orders where status not in ('temporary', 'completed', 'expired')) as unpaid,
        (select deadlocks::integer from pg_stat_database where datname = current_database()) as deadlocks`.execute(
      read,
    ),
  )
  const [found] = rows
  if (found?.unpaid !== 0 || found.deadlocks !== 0)
    throw new Error(`${web} web processes: ${JSON.stringify(found)}`)
}

function summarise(
  runs: ReadonlyArray<Measured & { readonly round: number }>,
  what: Work['what'],
  web: number,
) {
  const of = (count: number) => runs.filter(run => run.what === what && run.web === count)
  const middle = (value: (run: Measured) => number) => rounded(median(of(web).map(value)), 100)
  const ratios = of(web).map((run, index) =>
    rounded(run.perSecond / (of(1)[index]?.perSecond ?? Number.NaN), 100),
  )
  return {
    what,
    web,
    perSecond: middle(run => run.perSecond),
    /** The ratio of the speed to that of one process, in each round: median, least and most. */
    ratio: `${rounded(median(ratios), 100)} [${Math.min(...ratios)}–${Math.max(...ratios)}]`,
    p99Ms: middle(run => run.p99Ms),
    storeMs: middle(run => run.storeMs),
    databaseMs: middle(run => run.databaseMs),
    others: middle(run => run.others),
  }
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}
