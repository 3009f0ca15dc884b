import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { sql } from 'kysely'
import * as v from 'valibot'

import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { writeResults } from '../../tools/test/results.ts'
import { runAndStop, type StopLater } from '../started.ts'
import { checkFilled, type FilledBooks } from './books.ts'
import { FIRST_DATABASE, type PlanningCluster, startPlanningCluster } from './cluster.ts'
import { compare, totalsOf } from './compare.ts'
import { letCrowdIn, letCrowdOut } from './crowd.ts'
import { fillOrders, ORDERS_A_DAY } from './fill.ts'
import { noteStatements } from './note-statements.ts'
import { BETWEEN, type Execution, readExecutions } from './plans.ts'
import { growing, growthMessage, printComparison, printTotals, remarkable } from './report.ts'
import { growthShop, type GrowthShop, offer } from './shop.ts'
import { sourceByWords } from './statement.ts'
import { type GrowthStore, makeTables, startGrowthStore } from './stores.ts'
import { readOnce } from './read-once.ts'
import { readTrees } from './trees.ts'
import { untilQuiet, type Way, type Window, windowsOf } from './windows.ts'

/** Compares every statement of the program in a store of ten thousand orders and in one of a million. */
const SMALL = 10_000
const LARGE_DATABASE = 'kippu_large'

/** Work that a start begins and that goes on behind it: what an upgrade left, and the demo's own catalogue. */
const OF_A_START = /\/fill-(?:orders|tickets)\.ts$|^server\.ts$/
/** Sources whose statements nobody waits for, also while a visitor is about. */
const OF_THE_WORKER = /^(?:pg-boss$|mail\/|payments\/reconcile\/)/

const noted = v.object({ text: v.string(), source: v.string() })
const keptFill = v.object({
  orders: v.number(),
  goods: growthShop,
  fill: v.object({ seconds: v.number(), megabytes: v.number(), books: v.looseObject({}) }),
})

const { values } = parseArgs({
  options: {
    keep: { type: 'string' },
    orders: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '40' },
  },
})
const orders = Number(values.orders)
const times = Number(values.times)
if (!Number.isInteger(orders) || orders % ORDERS_A_DAY !== 0 || orders <= SMALL)
  throw new Error(`--orders must be more than ${SMALL}, in thousands`)

await runAndStop(async stopLater => {
  const folder = openFolder(stopLater)
  await buildWebIfStale()
  const { goods, fill } = await filled(folder, stopLater)
  const cluster = await startPlanningCluster(folder, stopLater)
  const statementsFile = path.join(folder, 'statements.txt')
  rmSync(statementsFile, { force: true })
  noteStatements(statementsFile)
  const start = (database: string): Promise<GrowthStore> =>
    startGrowthStore(
      { cluster, database, goods, statementsFile, folder: path.join(folder, database) },
      stopLater,
    )
  const [small, large] = [await start(FIRST_DATABASE), await start(LARGE_DATABASE)]
  for (const { own } of [small, large]) {
    await readOnce(own)
    await letCrowdIn(own, goods)
    stopLater({ stop: () => letCrowdOut(own) })
  }
  const windows = windowsOf(times)
  const executions = await measure({ cluster, windows, stores: [small, large] })
  const sizes = { small: small.database, large: large.database }
  const compared = compare(executions, {
    sizes,
    wayOf: wayAmong(windows),
    sourceOf: sourcesIn(statementsFile),
    trees: await readTrees(small.own, large.own),
  })
  const totals = totalsOf(executions, windows, sizes)
  printComparison(compared)
  printTotals(totals)
  const file = writeResults(
    'growth',
    {
      command: 'npm run bench:growth',
      date: new Date().toISOString(),
      machine: describeMachine(),
      loadAverage: loadAverage(),
      settings: {
        orders: { small: SMALL, large: orders },
        timesAWindow: times,
        executions: executions.length,
      },
      fill,
      totals,
      statements: remarkable(compared),
    },
    { statements: compared },
  )
  console.log(`\nAll statements: ${file}`)
  const above = growing(compared)
  if (above.length > 0) throw new Error(growthMessage(above))
})

/** A folder that is deleted at the end, or one to be kept. */
function openFolder(stopLater: StopLater): string {
  if (values.keep !== undefined) {
    mkdirSync(values.keep, { recursive: true })
    return path.resolve(values.keep)
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-bench-growth-'))
  stopLater({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  return folder
}

interface Filled {
  readonly goods: GrowthShop
  readonly fill: {
    readonly seconds: number
    readonly megabytes: number
    readonly books: Partial<FilledBooks>
  }
}

/** Fills both databases, unless the folder has them from an earlier run. */
async function filled(folder: string, stopLater: StopLater): Promise<Filled> {
  const note = path.join(folder, 'filled.json')
  if (existsSync(note)) {
    const kept = v.parse(keptFill, JSON.parse(readFileSync(note, 'utf8')))
    if (kept.orders !== orders) throw new Error(`${folder} has ${kept.orders} orders`)
    return kept
  }
  const cluster = await startPlanningCluster(folder, stopLater, { isFilling: true })
  await makeTables(
    { cluster, database: FIRST_DATABASE, folder: path.join(folder, FIRST_DATABASE) },
    stopLater,
  )
  const goods = await offer(cluster.ownUrl(FIRST_DATABASE))
  console.log(`Filling ${SMALL} and ${orders} orders`)
  const since = performance.now()
  await fillDatabase(cluster.ownUrl(FIRST_DATABASE), { goods, from: 0, to: SMALL })
  await copyDatabase(cluster.ownUrl('postgres'))
  await fillDatabase(cluster.ownUrl(LARGE_DATABASE), { goods, from: SMALL, to: orders })
  const seconds = Math.round((performance.now() - since) / 1000)
  console.log(`Filled in ${seconds} s; the books are checked`)
  const books = await checkFilled({
    small: cluster.ownUrl(FIRST_DATABASE),
    large: cluster.ownUrl(LARGE_DATABASE),
    orders,
  })
  const fill = { seconds, ...books }
  await cluster.stop()
  writeFileSync(note, JSON.stringify({ orders, goods, fill }))
  return { goods, fill }
}

async function fillDatabase(
  url: string,
  { goods, from, to }: { readonly goods: GrowthShop; readonly from: number; readonly to: number },
): Promise<void> {
  const db = openDatabase(url, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  try {
    await fillOrders({ db, shop: goods, from, to })
  } finally {
    await db.close()
  }
}

/** The large database begins as a copy of the small one, so that both sell the same and name their tables alike. */
async function copyDatabase(url: string): Promise<void> {
  const db = openDatabase(url, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  await db.read(read =>
    sql`create database ${sql.id(LARGE_DATABASE)} template ${sql.id(FIRST_DATABASE)}`.execute(read),
  )
  await db.close()
}

interface Measuring {
  readonly cluster: PlanningCluster
  readonly windows: readonly Window[]
  readonly stores: readonly [GrowthStore, GrowthStore]
}

/** Each window at both stores in turn, once unmeasured. */
async function measure({ cluster, windows, stores }: Measuring): Promise<readonly Execution[]> {
  const warmUp = windows.filter(({ way }) => way !== 'start')
  for (const window of warmUp) for (const store of stores) await window.act(store)
  for (const store of stores) await untilQuiet(store)
  const from = statSync(cluster.planFile).size
  await cluster.writePlans(true)
  for (const window of windows) {
    console.log(`${window.name}: ${window.times} × (load average ${loadAverage()})`)
    await actInTurn(window, stores)
  }
  await cluster.writePlans(false)
  const executions: Execution[] = []
  for await (const execution of readExecutions(cluster.planFile, from)) executions.push(execution)
  return executions
}

/** One store, then the other, so that a slow moment of the machine meets both. */
async function actInTurn(window: Window, stores: Measuring['stores']): Promise<void> {
  for (const store of stores) await store.beginWindow(window.name)
  for (let time = 0; time < window.times; time += 1)
    for (const store of time % 2 === 0 ? stores : stores.toReversed()) await window.act(store)
  // Mails and payments that it left behind are the worker's.
  for (const store of stores) await store.beginWindow(BETWEEN)
  for (const store of stores) await untilQuiet(store)
}

function wayAmong(windows: readonly Window[]): (window: string, source: string) => Way {
  const ways = new Map(windows.map(({ name, way }) => [name, way]))
  return (window, source) => {
    if (OF_A_START.test(source)) return 'start'
    const way = ways.get(window) ?? 'worker'
    return way === 'visitor' && OF_THE_WORKER.test(source) ? 'worker' : way
  }
}

function sourcesIn(file: string): (words: string) => string {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const sources = new Map(
    lines.map(line => {
      const { text, source } = v.parse(noted, JSON.parse(line))
      return [text, source]
    }),
  )
  return words => sources.get(words) ?? sourceByWords(words)
}
