import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { Database } from '@kippu/server/db/database'
import { sql } from 'kysely'

import { insertSmallCatalogue, type SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { describeMachine, loadAverage } from '../machine.ts'
import { writeResults } from '../results.ts'
import { runAndStop, type StopLater } from '../started.ts'
import { checkBooks, countMails, untilSettled } from './books.ts'
import { buy, order, type Shop, TICKETS } from './buy.ts'
import { watchConnections } from './connections.ts'
import { type LoadResult, runLoad } from './load.ts'
import { type Method, METHODS } from './pay.ts'
import { summarise } from './profile.ts'
import {
  CROWD,
  delaysOf,
  limitOf,
  type Measurement,
  medians,
  printTables,
  POOL,
  type Profiled,
  ratios,
  type Scenario,
} from './report.ts'
import { startStack } from './stack.ts'
import { countStatements, readStatements } from './statements.ts'
import { coresBetween, cpuBetween, type Snapshot, snapshot, threadBetween } from './usage.ts'

/** Measures whole purchases a second over HTTP, the cost of each part, and the limiting resource. */
const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 1 : 3
/** No further round begins after this long: a machine that is busy with other work completes fewer. */
const MOST_MS = 150_000
const BUYERS = [1, 8, 32] as const
/** Seconds of a run; with more buyers it takes longer until they no longer start together. */
const TIMES_OF_FEW = { rampSeconds: 0.3, seconds: isQuick ? 1 : 1.5 }
const TIMES_OF_MANY = { rampSeconds: 0.7, seconds: isQuick ? 1 : 2 }
const TIMES_OF_CROWD = { rampSeconds: 2, seconds: isQuick ? 1.5 : 3 }

function timesFor(buyers: number): typeof TIMES_OF_FEW {
  if (buyers >= CROWD) return TIMES_OF_CROWD
  return buyers >= 32 ? TIMES_OF_MANY : TIMES_OF_FEW
}

/** One round; variants to be compared run next to each other. */
const SCENARIOS: readonly Scenario[] = [
  ...METHODS.flatMap(method => BUYERS.map(buyers => ({ method, buyers, delayMs: 0 }))),
  ...delaysOf(32).map(delayMs => ({ method: 'stripe' as const, buyers: 32, delayMs })),
  { method: 'order only', buyers: 32, delayMs: 0 },
  ...[0, ...delaysOf(CROWD)].map(delayMs => ({ method: 'stripe' as const, buyers: CROWD, delayMs })),
]

await runAndStop(async stopLater => {
  const shop = await setUp(stopLater)
  const counts = { purchases: 0 }
  const measureNow = async (what: Scenario, round: number): Promise<Measurement> => {
    const load = loadAverage()
    const { done, ...measured } = await measure(shop, what)
    if (what.method !== 'order only') counts.purchases += done
    return { round, loadAverage: load, ...what, ...measured }
  }
  for (const method of METHODS) await measureNow({ method, buyers: 32, delayMs: 0 }, 0)
  const runs: Measurement[] = []
  const since = performance.now()
  for (let round = 1; round <= ROUNDS && performance.now() - since < MOST_MS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS} (load average ${loadAverage()})`)
    for (const what of SCENARIOS) runs.push(await measureNow(what, round))
  }
  const profiles: Profiled[] = []
  for (const method of METHODS) {
    const { done, ...profile } = await profileOne(shop, method)
    counts.purchases += done
    profiles.push(profile)
  }
  const books = await checkBooks(shop, counts.purchases)
  const results = { ratios: ratios(runs), medians: medians(runs), profiles, books, runs }
  printTables(results)
  if (isQuick) return
  const file = writeResults('purchases', {
    command: 'npm run bench:purchases',
    date: new Date().toISOString(),
    machine: describeMachine(),
    versions: { postgresql: await postgresVersion(shop.db) },
    settings: {
      rounds: runs.at(-1)?.round,
      ...TIMES_OF_MANY,
      fsync: 'on',
      ticketsAPurchase: TICKETS,
      databaseConnections: POOL,
    },
    ...results,
  })
  console.log(`\nAll rounds: ${file}`)
})

async function measure(
  shop: Shop,
  { method, buyers, delayMs }: Scenario,
): Promise<Omit<Measurement, keyof Scenario | 'round' | 'loadAverage'> & Pick<LoadResult, 'done'>> {
  await shop.simulators.delayAnswers(delayMs)
  const snapshots: Snapshot[] = []
  const look = async (): Promise<Snapshot> => {
    const now = await snapshot(shop)
    snapshots.push(now)
    return now
  }
  let mailsBehind = 0
  const first = await look()
  const watch = watchConnections(shop.db)
  const { counted: _counted, ...carried } = await runLoad({
    buyers,
    ...timesFor(buyers),
    act: () => (method === 'order only' ? order(shop) : buy(shop, method)),
    atBegin: look,
    atEnd: async () => {
      await look()
      mailsBehind = await countMails(shop.db)
    },
  })
  const connections = await watch.stop()
  await shop.simulators.delayAnswers(0)
  const restSeconds = await untilSettled(shop.db)
  const [, from = first, to = first] = snapshots
  const cores = coresBetween(from, to)
  const serverThread = threadBetween(from, to)
  return {
    ...carried,
    cores,
    cpuMs: cpuBetween(first, await look(), carried.done),
    serverThread,
    connections,
    limitedBy: limitOf({ cores, serverThread, connections }),
    mailsBehind,
    restSeconds,
  }
}

/** The same once more under a profiler, which slows it down: only shares and counts are read from it. */
async function profileOne(shop: Shop, method: Method): Promise<Profiled & Pick<LoadResult, 'done'>> {
  await countStatements(shop.db, 'top')
  const watch = watchConnections(shop.db)
  await shop.server.startProfile()
  const { done } = await runLoad({
    buyers: 32,
    ...TIMES_OF_MANY,
    act: () => buy(shop, method),
    atBegin: async () => undefined,
    atEnd: async () => undefined,
  })
  const profile = summarise(await shop.server.stopProfile(), done)
  const connections = await watch.stop()
  await untilSettled(shop.db)
  const database = await readStatements(shop.db, done)
  await countStatements(shop.db, 'none')
  return { method, done, ...profile, database, connections }
}

async function setUp(stopLater: StopLater): Promise<Shop> {
  const stack = await startStack(stopLater)
  const catalogue = await insertProduct(stack.db)
  const freeCatalogue = await insertProduct(stack.db)
  // A child costs 2,200 yen less than an adult.
  await stack.db.transaction(tx =>
    tx
      .updateTable('product_days')
      .set({ base_price: 2200 })
      .where('product_id', '=', freeCatalogue.productId)
      .execute(),
  )
  return { ...stack, catalogue, freeCatalogue }
}

/** More places than any run can sell, in as many time spans as a busy week has. */
function insertProduct(db: Database): Promise<SmallCatalogue> {
  const capacities = Array.from({ length: 100 }, () => 1_000_000_000)
  return insertSmallCatalogue(db, { visitDate: addDays(jstDateOf(Date.now()), 7), capacities })
}

async function postgresVersion(db: Database): Promise<string> {
  const { rows } = await db.read(tx => sql<{ server_version: string }>`show server_version`.execute(tx))
  return `PostgreSQL ${rows[0]?.server_version ?? ''}`
}
