import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { readStory, searchOrders } from '@kippu/contract/console/orders'
import { readToday } from '@kippu/contract/console/today'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { type Database, openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { hashToken } from '@kippu/server/platform/tokens'
import { sql } from 'kysely'

import { type ConsoleVisitor, createConsoleVisitor } from '../../apps/server/test/console/console-visitor.ts'
import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { writeResults } from '../../tools/test/results.ts'
import { FIRST_DATABASE, startPlanningCluster } from '../growth/cluster.ts'
import { fillOrders, ORDERS_A_DAY } from '../growth/fill.ts'
import { readOnce } from '../growth/read-once.ts'
import { offer } from '../growth/shop.ts'
import { type GrowthStore, makeTables, startGrowthStore } from '../growth/stores.ts'
import { median } from '../median.ts'
import { runAndStop } from '../started.ts'

/** Measures what a clerk waits for at the console, in a store of a million orders whose buyers have names as people have. */

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '1000000' }, times: { type: 'string', default: '200' } },
})
const orders = Number(values.orders)
const times = Number(values.times)
if (!Number.isInteger(orders) || orders % ORDERS_A_DAY !== 0 || orders === 0)
  throw new Error('--orders must be thousands')

const WARM_UP = 10
const MOST_FREQUENT = '佐藤'

interface Wait {
  readonly what: string
  /** In ms. */
  readonly bound: number
  readonly ask: (time: number) => ReturnType<ConsoleVisitor['call']>
}

await runAndStop(async stopLater => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-bench-console-'))
  stopLater({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  await buildWebIfStale()
  const filling = await startPlanningCluster(folder, stopLater, { isFilling: true })
  const storeFolder = path.join(folder, 'store')
  await makeTables({ cluster: filling, database: FIRST_DATABASE, folder: storeFolder }, stopLater)
  const goods = await offer(filling.ownUrl(FIRST_DATABASE))
  const since = performance.now()
  const filled = openDatabase(filling.ownUrl(FIRST_DATABASE), { poolSize: 1, patience: FOR_WHOLE_TABLES })
  await fillOrders({ db: filled, shop: goods, from: 0, to: orders })
  await filled.close()
  const fillSeconds = Math.round((performance.now() - since) / 1000)
  console.log(`${orders} orders in ${fillSeconds} s`)
  await filling.stop()
  const cluster = await startPlanningCluster(folder, stopLater)
  const statementsFile = path.join(folder, 'statements.txt')
  const store = await startGrowthStore(
    { cluster, database: FIRST_DATABASE, goods, statementsFile, folder: storeFolder },
    stopLater,
  )
  await readOnce(store.own)
  const called = await countNamed(store.own)
  console.log(`${called} are called ${MOST_FREQUENT}`)
  const rows = []
  for (const wait of await waitsOf(store)) rows.push(await measure(wait))
  console.table(rows)
  const file = writeResults('console', {
    command: 'npm run bench:console',
    date: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: loadAverage(),
    settings: { orders, times },
    fillSeconds,
    called,
    rows,
  })
  console.log(file)
  const late = rows.filter(({ p95, bound }) => p95 > bound)
  if (late.length > 0) throw new Error(`too late: ${late.map(({ what }) => what).join(', ')}`)
})

async function waitsOf(store: GrowthStore): Promise<readonly Wait[]> {
  const host = `console.${new URL(store.desk.storeOrigin).host}`
  const visitor = createConsoleVisitor(host)
  visitor.take(await signedIn(store.own))
  const visits = await chooseVisits(store.own)
  const site = { site: 'demo' }
  const today = jstDateOf(Date.now())
  const search = (typed: string) => visitor.call(searchOrders, { params: site, body: { typed } })
  const visit = (time: number) => {
    const chosen = visits[time % visits.length]
    if (chosen === undefined) throw new Error('there is no visit')
    return chosen
  }
  return [
    { what: 'search by the most frequent name', bound: 150, ask: () => search(MOST_FREQUENT) },
    { what: 'search by family and given name', bound: 150, ask: time => search(visit(time).name) },
    { what: 'search by telephone', bound: 150, ask: time => search(visit(time).phone) },
    { what: 'search by mail address', bound: 150, ask: time => search(visit(time).email) },
    { what: 'search by number', bound: 150, ask: time => search(visit(time).number) },
    {
      what: 'order',
      bound: 120,
      ask: time => visitor.call(readStory, { params: { ...site, order: visit(time).number } }),
    },
    {
      what: 'Today',
      bound: 200,
      ask: () => visitor.call(readToday, { params: site, query: { date: today } }),
    },
    {
      what: 'Today, of a day that was full',
      bound: 200,
      ask: () => visitor.call(readToday, { params: site, query: { date: addDays(today, -3) } }),
    },
  ]
}

async function measure({ what, bound, ask }: Wait) {
  const took: number[] = []
  for (let time = 0; time < WARM_UP + times; time += 1) {
    const began = performance.now()
    const { status } = await ask(time)
    if (status !== 200) throw new Error(`${what} answered ${status}`)
    if (time >= WARM_UP) took.push(performance.now() - began)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
  return { what, median: Math.round(median(took)), p95: Math.round(p95), bound }
}

/** Puts an owner on the list who is signed in. @returns the cookie. */
async function signedIn(own: Database): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await own.transaction(async tx => {
    await tx.insertInto('staff').values({ name: 'bench', role: 'owner' }).execute()
    const now = new Date()
    await tx
      .insertInto('staff_passkeys')
      .values({
        id: 'bench',
        staff: 'bench',
        label: 'bench',
        public_key: Buffer.alloc(1),
        sign_count: '0',
        created_at: now,
      })
      .execute()
    await tx
      .insertInto('staff_sessions')
      .values({
        id: randomUUID(),
        token_hash: hashToken(token),
        staff: 'bench',
        passkey_id: 'bench',
        created_at: now,
        seen_at: now,
        proved_at: now,
      })
      .execute()
  })
  return `__Host-staff=${token}`
}

interface Visit {
  readonly number: string
  readonly name: string
  readonly phone: string
  readonly email: string
}

async function chooseVisits(own: Database): Promise<readonly Visit[]> {
  const { rows } = await own.read(read =>
    sql<Visit>`
      select r.number, o.customer_info -> 0 ->> 'value' as name, o.customer_info -> 2 ->> 'value' as phone, o.email
        from (select * from reservations order by md5(id::text) limit 300) r join orders o on o.id = r.order_id`.execute(
      read,
    ),
  )
  return rows
}

async function countNamed(own: Database): Promise<number> {
  const { rows } = await own.read(read =>
    sql<{ count: number }>`
      select count(*)::integer as count from orders where customer_info -> 0 ->> 'value' like ${`${MOST_FREQUENT} %`}`.execute(
      read,
    ),
  )
  return rows[0]?.count ?? 0
}
