import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'

import { keepSoldDays } from '@kippu/server/office/books/sold-days'
import { sumSales } from '@kippu/server/office/books/sales-report'
import { systemClock } from '@kippu/server/platform/clock'
import { openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { pino } from 'pino'

import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { writeResults } from '../../tools/test/results.ts'
import { FIRST_DATABASE, startPlanningCluster } from '../growth/cluster.ts'
import { fillOrders, ORDERS_A_DAY } from '../growth/fill.ts'
import { readOnce } from '../growth/read-once.ts'
import { offer } from '../growth/shop.ts'
import { makeTables } from '../growth/stores.ts'
import { median } from '../median.ts'
import { runAndStop } from '../started.ts'

const ALL = 200_000

/** Measures how long staff wait for the sales of a month and of all days that a store has sold. */
const { values } = parseArgs({
  options: {
    /** A thousand are made a day, of which 800 are bought. Fewer are to try something out: nothing is kept. */
    orders: { type: 'string', default: String(ALL) },
    rounds: { type: 'string', default: '5' },
  },
})
const orders = Number(values.orders)
if (!Number.isInteger(orders) || orders % ORDERS_A_DAY !== 0) throw new Error('--orders must be in thousands')
const DAYS = orders / ORDERS_A_DAY
const PERIODS = [
  { name: 'a month', days: 31, limitMs: 300 },
  { name: `${DAYS} days`, days: DAYS, limitMs: 1_000 },
]

await runAndStop(async stopLater => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-bench-sales-'))
  stopLater({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  await buildWebIfStale()
  const open = (url: string) => openDatabase(url, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  const filling = await startPlanningCluster(folder, stopLater, { isFilling: true })
  const parts = { cluster: filling, database: FIRST_DATABASE, folder: path.join(folder, FIRST_DATABASE) }
  await makeTables(parts, stopLater)
  const shop = await offer(filling.ownUrl(FIRST_DATABASE))
  const filled = open(filling.ownUrl(FIRST_DATABASE))
  await fillOrders({ db: filled, shop, from: 0, to: orders })
  await filled.close()
  await filling.stop()

  const cluster = await startPlanningCluster(folder, stopLater)
  const db = open(cluster.ownUrl(FIRST_DATABASE))
  stopLater({ stop: () => db.close() })
  await readOnce(db)
  // As a worker does each hour.
  const since = performance.now()
  const kept = await keepSoldDays({ db, clock: systemClock, log: pino({ level: 'silent' }) })
  console.log(`${kept} days of all sites are kept after ${Math.round(performance.now() - since)} ms`)
  const to = jstDateOf(Date.now())
  const rows = []
  for (const { name, days, limitMs } of PERIODS) {
    const period = { siteKey: 'demo', from: addDays(to, -days), to, booking: 'sale' } as const
    const spent: number[] = []
    let visits = 0
    // Once unmeasured.
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const since = performance.now()
      const lines = await sumSales({ db }, period, 'day')
      if (round > 0) spent.push(performance.now() - since)
      visits = lines.reduce((sum, line) => sum + line.visits, 0)
    }
    const [ms, most] = [Math.round(median(spent)), Math.round(Math.max(...spent))]
    console.log(`${name}: ${ms} ms (most ${most}), ${visits} visits; limit ${limitMs}`)
    rows.push({ name, ms, most, visits, limitMs })
  }
  if (orders === ALL)
    writeResults('sales', {
      command: 'npm run bench:sales',
      date: new Date().toISOString(),
      machine: describeMachine(),
      loadAverage: loadAverage(),
      settings: { orders, rounds: Number(values.rounds) },
      rows,
    })
  const late = rows.filter(({ ms, limitMs }) => ms > limitMs).map(({ name }) => name)
  if (late.length > 0) throw new Error(`later than they may be: ${late.join(', ')}`)
})
