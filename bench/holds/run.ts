import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { type Database, openDatabase } from '@kippu/server/platform/db/database'
import { migrate } from '@kippu/server/platform/db/migrate'
import { sql } from 'kysely'

import type { SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { startEmbeddedDatabase } from '../../tools/start/embedded-database.ts'
import { claimPort } from '../../tools/start/claim-ports.ts'
import { placeIn } from '../../tools/check/moved-files.ts'
import { startProgram } from '../../tools/start/program.ts'
import { commitOf, installProgramOf, rootOfCommit } from '../../tools/test/program-of-commit.ts'
import { ROOT } from '../../tools/start/root.ts'
import { findProcesses, parentOf, usedMs } from '../../tools/test/cpu-time.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { listUsed, sumMs, treeOf } from '../processes/cpu.ts'
import { untilReady } from '../ready.ts'
import { writeResults } from '../../tools/test/results.ts'
import { runAndStop, type StopLater } from '../started.ts'
import { pgbenchVersion, updateOnly } from './pgbench.ts'
import { type Compared, medians, printTable, ratios, type Measurement } from './report.ts'
import { countSold, emptyOrders, insertStock, keepShares, type SoldStock } from './stock.ts'
import { wrkVersion } from '../wrk.ts'
import { order } from './wrk.ts'

/**
 * Measures orders a second over HTTP: our batches, with and without units that are kept for channels, those of another commit, one
 * transaction an order, and a bare conditional update, in turn.
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
    against: { type: 'string', default: 'HEAD' },
    rounds: { type: 'string', default: '5' },
    // Only our batches and those of the other commit.
    batches: { type: 'boolean', default: false },
    // These two, with units kept for channels in ours.
    shares: { type: 'boolean', default: false },
  },
})
const ROUNDS = Number(values.rounds)
const NAME = values.shares ? 'holds-shares' : values.batches ? 'holds-batches' : 'holds'

interface Queue {
  readonly what: 'batched' | Compared
  /** The folder of the server's program, and the name of its queue. */
  readonly root: string
  readonly queue: string
}

interface Bench extends Stock {
  readonly folder: string
  readonly servers: readonly Server[]
  /** ms of one core that the database has used. */
  readonly databaseMs: () => number
}

/** The goods of a server. */
interface Stock extends SoldStock {
  readonly databaseUrl: string
  readonly catalogue: SmallCatalogue
}

interface Server {
  readonly what: Queue['what']
  readonly stock: Stock
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
  const file = writeResults(
    NAME,
    {
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
    },
    { runs: measured },
  )
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
    ...(values.batches || values.shares ? [] : PGBENCH_CLIENTS).map((connections): Run => async () => {
      await emptyOrders(bench)
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
  const { origin, stock } = server
  await emptyOrders(stock)
  const before = server.usedMs() + bench.databaseMs()
  const load = await order({ catalogue: stock.catalogue, seconds: SECONDS, origin, ...run })
  if (load.refused > 0 || load.broken > 0)
    throw new Error(`${load.refused} orders were refused, ${load.broken} connections broke`)
  // Its query waits behind every order that still waits for a connection.
  await fetch(`${origin}/readyz`)
  const used = server.usedMs() + bench.databaseMs() - before
  await checkBooks(stock, load.answered, run.connections)
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
async function checkBooks(stock: Stock, answered: number, connections: number): Promise<void> {
  const sold = await countSold(stock)
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
  const stock = await openStock(database.url, stopLater)
  const servers: Server[] = []
  const start = async (queue: Queue, of = stock): Promise<void> => {
    servers.push(await startServer(queue, of, stopLater))
  }
  const before = { what: 'batched before', root: rootBefore, queue: 'batched' } as const
  const batched = { root: ROOT, queue: 'batched' } as const
  if (values.shares) {
    // The program before has its own schema: in ours, the database counts what channels use for it too.
    const migrate = placeIn(rootBefore, 'apps/server/src/platform/db/migrate.ts')
    const folderBefore = path.join(rootBefore, path.dirname(migrate), 'migrations')
    await start(
      before,
      await openStock(await createDatabase(stock, 'before'), stopLater, { folder: folderBefore }),
    )
    await start({ ...batched, what: 'batched without shares' })
    await start(
      { ...batched, what: 'batched' },
      await openStock(await createDatabase(stock, 'shares'), stopLater, { keepsShares: true }),
    )
  } else {
    await start(before)
    await start({ ...batched, what: 'batched' })
    if (!values.batches)
      await start({ what: 'one transaction an order', root: ROOT, queue: 'one transaction an order' })
  }
  // Connections that were closed meanwhile count for their parent.
  const databaseMs = (): number => {
    const all = treeOf(database.pid, listUsed())
    return sumMs(all) + (all.find(({ pid }) => pid === database.pid)?.endedMs ?? 0)
  }
  return { ...stock, folder, servers, databaseMs }
}

async function createDatabase({ db, databaseUrl }: Stock, name: string): Promise<string> {
  await db.read(read => sql`create database ${sql.id(name)}`.execute(read))
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

async function openStock(
  databaseUrl: string,
  stopLater: StopLater,
  { folder, keepsShares = false }: { readonly folder?: string; readonly keepsShares?: boolean } = {},
): Promise<Stock> {
  await migrate(databaseUrl, folder)
  const db = openDatabase(databaseUrl, { poolSize: 2 })
  stopLater({ stop: () => db.close() })
  const catalogue = await insertStock(db, Math.max(...SPANS))
  if (keepsShares) await keepShares(db, catalogue.spans)
  return { db, databaseUrl, catalogue, keepsShares }
}

async function startServer(
  { what, root, queue }: Queue,
  stock: Stock,
  stopLater: StopLater,
): Promise<Server> {
  const port = await claimPort()
  const known = ourServers()
  const environment = {
    PATH: process.env['PATH'],
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: stock.databaseUrl,
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
  return { what, stock, origin, usedMs: () => usedMs(pid) }
}

function ourServers(): readonly number[] {
  return findProcesses('bench/holds/server.ts').filter(pid => parentOf(pid) === process.pid)
}

async function postgresVersion(db: Database): Promise<string> {
  const { rows } = await db.read(tx => sql<{ server_version: string }>`show server_version`.execute(tx))
  return `PostgreSQL ${rows[0]?.server_version ?? ''}`
}
