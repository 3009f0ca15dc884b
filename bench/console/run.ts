import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'

import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { writeResults } from '../../tools/test/results.ts'
import { FIRST_DATABASE, startPlanningCluster } from '../growth/cluster.ts'
import { fillOrders, ORDERS_A_DAY } from '../growth/fill.ts'
import { readOnce } from '../growth/read-once.ts'
import { offer } from '../growth/shop.ts'
import { makeTables, startGrowthStore } from '../growth/stores.ts'
import { runAndStop } from '../started.ts'
import { measureBeside } from './beside.ts'
import { measureBrowser } from './browser.ts'
import { openDoor } from './door.ts'
import { fillCalendar } from './fill-calendar.ts'
import { measureLive } from './live.ts'
import type { Measured } from './measured.ts'
import { countNamed, measureSeason, measureWaits, MOST_FREQUENT } from './waits.ts'

/** Measures what people wait for at the console, in a store of a million orders whose buyers have names as people have. */

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const settings = values.short
  ? { orders: 20_000, times: 20, tickets: 1_000, seasonDays: 40, consoles: 20, seconds: 5, hours: 2 }
  : { orders: 1_000_000, times: 200, tickets: 5_000, seasonDays: 365, consoles: 200, seconds: 60, hours: 8 }
if (settings.orders % ORDERS_A_DAY !== 0) throw new Error('orders must be whole days')

await runAndStop(async stopLater => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-bench-console-'))
  stopLater({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  await buildWebIfStale()
  const filling = await startPlanningCluster(folder, stopLater, { isFilling: true })
  const storeFolder = path.join(folder, 'store')
  await makeTables({ cluster: filling, database: FIRST_DATABASE, folder: storeFolder }, stopLater)
  const shop = await offer(filling.ownUrl(FIRST_DATABASE))
  const since = performance.now()
  const filled = openDatabase(filling.ownUrl(FIRST_DATABASE), { poolSize: 1, patience: FOR_WHOLE_TABLES })
  await fillOrders({ db: filled, shop, from: 0, to: settings.orders })
  const calendar = await fillCalendar(filled, { shop, ...settings })
  await filled.close()
  const fillSeconds = Math.round((performance.now() - since) / 1000)
  console.log(`${settings.orders} orders in ${fillSeconds} s`)
  await filling.stop()
  const cluster = await startPlanningCluster(folder, stopLater)
  const { own, desk, tokens } = await startGrowthStore(
    { cluster, database: FIRST_DATABASE, goods: shop, folder: storeFolder },
    stopLater,
  )
  await readOnce(own)
  const called = await countNamed(own)
  console.log(`${called} are called ${MOST_FREQUENT}`)
  const door = openDoor(own, desk.storeOrigin)
  const waits = { own, calendar, visitor: () => door.visitor(), times: settings.times }
  const market = { origin: desk.storeOrigin, providers: desk.url, catalogue: shop.catalogue, db: own, tokens }
  const rows: Measured[] = []
  for (const measure of [
    () => measureWaits(waits),
    () => measureLive({ own, door, calendar, ...settings }),
    () => measureSeason(waits),
    () => measureBeside({ ...waits, market, door, ...settings, seconds: settings.seconds / 3 }),
    () => measureBrowser({ door, calendar, ...settings }),
  ]) {
    const measured = await measure()
    console.table(measured)
    rows.push(...measured)
  }
  if (!values.short) {
    const how = {
      command: 'npm run bench:console',
      date: new Date().toISOString(),
      machine: describeMachine(),
    }
    console.log(
      writeResults('console', { ...how, loadAverage: loadAverage(), settings, fillSeconds, called, rows }),
    )
  }
  const over = rows.filter(({ measured, limit }) => !(measured <= limit))
  if (over.length > 0) throw new Error(`over the limit: ${over.map(({ what }) => what).join(', ')}`)
})
