import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { type Database, openDatabase } from '@kippu/server/db/database'
import { migrate } from '@kippu/server/db/migrate'
import { sql } from 'kysely'

import type { SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { startEmbeddedDatabase } from '../../tools/embedded-database.ts'
import { freePort } from '../../tools/free-port.ts'
import { startProgram } from '../../tools/program.ts'
import { commitOf, installProgramOf, rootOfCommit } from '../../tools/program-of-commit.ts'
import { RELEASE_BEFORE } from '../../tools/release-before.ts'
import { ROOT } from '../../tools/run-steps.ts'
import { findProcesses, parentOf, usedMs } from '../cpu-time.ts'
import { describeMachine, loadAverage } from '../machine.ts'
import { listUsed, sumMs, treeOf } from '../processes/cpu.ts'
import { untilReady } from '../ready.ts'
import { writeResults } from '../results.ts'
import { runAndStop, type StopLater } from '../started.ts'
import { pgbenchVersion, updateOnly } from './pgbench.ts'
import { type Compared, medians, printTable, ratios, type Measurement } from './report.ts'
import { countSold, emptyOrders, insertStock } from './stock.ts'
import { wrkVersion } from '../wrk.ts'
import { order } from './wrk.ts'

/**
 * Measures orders a second over HTTP: our batches, those of another commit, one transaction an order, and a bare conditional
 * update, in turn.
 */
const SECONDS = 3
const WARM_UP_SECONDS = 3
const SPANS = [1, 300] as const
const CONNECTIONS = [64, 256] as const
/** As many as the server has connections to the database, and as many as the smaller number of visitors. */
const PGBENCH_CLIENTS = [10, 64] as const
/** Connections to the database of each server: its default. */
const POOL_SIZE = 10

const { values } = parseArgs({
  options: {
    against: { type: 'string', default: RELEASE_BEFORE },
    rounds: { type: 'string', default: '5' },
    // Only our batches and those of the other commit.
    batches: { type: 'boolean', default: false },
  },
})
const ROUNDS = Number(values.rounds)

interface Queue {
  readonly what: 'batched' | Compared
  /** The folder of the server's program, and the name of its queue. */
  readonly root: string
  readonly queue: string
}

interface Bench {
  readonly db: Database
  readonly databaseUrl: string
  readonly folder: string
  readonly catalogue: SmallCatalogue
  readonly servers: readonly Server[]
  /** ms of one core that the database has used. */
  readonly databaseMs: () => number
}

interface Server {
  readonly what: Queue['what']
  readonly origin: string
  /** ms of one core that its process has used. */
  readonly usedMs: () => number
}

await runAndStop(async stopLater => {
  const commit = commitOf(values.against)
  installProgramOf(commit)
  const bench = await setUp(rootOfCommit(commit), stopLater)
  for (const server of bench.servers) await warmUp(bench, server)
  const measured: Measurement[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS} (load average ${loadAverage()})`)
    for (const run of runsOf(bench)) measured.push({ round, loadAverage: loadAverage(), ...(await run()) })
  }
  const file = writeResults(values.batches ? 'holds-batches' : 'holds', {
    command: ['npm run bench:holds --', ...process.argv.slice(2)].join(' '),
    against: commit,
    date: new Date().toISOString(),
    machine: describeMachine(),
    versions: {
      postgresql: await postgresVersion(bench.db),
      wrk: await wrkVersion(),
      pgbench: await pgbenchVersion(),
    },
    settings: { rounds: ROUNDS, secondsARun: SECONDS, fsync: 'on', databaseConnectionsAServer: POOL_SIZE },
    ratios: ratios(measured),
    medians: medians(measured),
    runs: measured,
  })
  printTable(measured)
  console.log(`\nAll rounds: ${file}`)
})

type Run = () => Promise<Omit<Measurement, 'round' | 'loadAverage'>>

/** One round: every variant once, those to be compared next to each other. */
function runsOf(bench: Bench): Run[] {
  return SPANS.flatMap(spans => [
    ...CONNECTIONS.flatMap(connections =>
      bench.servers.map((server): Run => async () => {
        const measured = await measureOrders(bench, { server, spans, connections })
        return { what: server.what, spans, connections, ...measured }
      }),
    ),
    ...(values.batches ? [] : PGBENCH_CLIENTS).map((connections): Run => async () => {
      await emptyOrders(bench.db)
      const perSecond = await updateOnly({ ...bench, spans, clients: connections, seconds: SECONDS })
      return { what: 'bare update', spans, connections, perSecond: Math.round(perSecond) }
    }),
  ])
}

interface OrdersRun {
  readonly server: Server
  readonly spans: number
  readonly connections: number
  readonly seconds?: number
}

async function measureOrders(
  bench: Bench,
  { server, ...run }: OrdersRun,
): Promise<{ perSecond: number; p50: number; p99: number; cpuMs: number }> {
  await emptyOrders(bench.db)
  const { origin } = server
  const before = server.usedMs() + bench.databaseMs()
  const load = await order({ catalogue: bench.catalogue, seconds: SECONDS, origin, ...run })
  if (load.refused > 0 || load.broken > 0)
    throw new Error(`${load.refused} orders were refused, ${load.broken} connections broke`)
  // Its query waits behind every order that still waits for a connection.
  await fetch(`${origin}/readyz`)
  const used = server.usedMs() + bench.databaseMs() - before
  await checkBooks(bench, load.answered, run.connections)
  return {
    perSecond: Math.round(load.answered / load.seconds),
    p50: load.p50,
    p99: load.p99,
    cpuMs: used / load.answered,
  }
}

/**
 * Checks that each order has two tickets and two lines, that `taken` is the sum of the holds of each span, and that
 * there is an order for each answer. When the load ends, each connection may have one order under way that is created
 * but not counted.
 */
async function checkBooks({ db }: Bench, answered: number, connections: number): Promise<void> {
  const sold = await countSold(db)
  const isWhole = sold.held === sold.taken && sold.wrongSpans === 0 && sold.lines === 2 * sold.orders
  const uncounted = sold.orders - answered
  if (isWhole && sold.taken === 2 * sold.orders && uncounted >= 0 && uncounted <= connections) return
  throw new Error(`the books do not balance: ${answered} orders answered, ${JSON.stringify(sold)}`)
}

async function warmUp(bench: Bench, server: Server): Promise<void> {
  for (const spans of SPANS)
    await measureOrders(bench, { server, spans, connections: 64, seconds: WARM_UP_SECONDS })
}

async function setUp(rootBefore: string, stopLater: StopLater): Promise<Bench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-bench-holds-'))
  stopLater({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  const database = await startEmbeddedDatabase({ dataDir: folder })
  stopLater(database)
  await migrate(database.url)
  const db = openDatabase(database.url, { poolSize: 2 })
  stopLater({ stop: () => db.close() })
  const catalogue = await insertStock(db, Math.max(...SPANS))
  const servers: Server[] = []
  const queues = [
    { what: 'batched before', root: rootBefore, queue: 'batched' },
    { what: 'batched', root: ROOT, queue: 'batched' },
    { what: 'one transaction an order', root: ROOT, queue: 'one transaction an order' },
  ] as const satisfies readonly Queue[]
  for (const queue of queues.slice(0, values.batches ? 2 : 3))
    servers.push(await startServer(queue, database.url, stopLater))
  // Connections that were closed meanwhile count for their parent.
  const databaseMs = (): number => {
    const all = treeOf(database.pid, listUsed())
    return sumMs(all) + (all.find(({ pid }) => pid === database.pid)?.endedMs ?? 0)
  }
  return { db, databaseUrl: database.url, folder, catalogue, servers, databaseMs }
}

async function startServer(
  { what, root, queue }: Queue,
  databaseUrl: string,
  stopLater: StopLater,
): Promise<Server> {
  const port = await freePort()
  const known = ourServers()
  const environment = {
    PATH: process.env['PATH'],
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DB_POOL_SIZE: String(POOL_SIZE),
    LOG_LEVEL: 'warn',
    SIMULATORS: 'off',
    HOLDS: queue,
  }
  const server = startProgram({
    name: `The server with ${what}`,
    file: path.relative(ROOT, path.join(root, 'bench/holds/server.ts')),
    environment,
  })
  stopLater(server)
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin, server)
  const [pid = 0] = ourServers().filter(one => !known.includes(one))
  return { what, origin, usedMs: () => usedMs(pid) }
}

function ourServers(): readonly number[] {
  return findProcesses('bench/holds/server.ts').filter(pid => parentOf(pid) === process.pid)
}

async function postgresVersion(db: Database): Promise<string> {
  const { rows } = await db.read(tx => sql<{ server_version: string }>`show server_version`.execute(tx))
  return `PostgreSQL ${rows[0]?.server_version ?? ''}`
}
