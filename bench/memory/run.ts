import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { openDatabase } from '@kippu/server/platform/db/database'
import { createTokens, hashToken } from '@kippu/server/platform/tokens'

import { insertSmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { claimPort } from '../../tools/start/claim-ports.ts'
import { startEmbeddedDatabase } from '../../tools/start/embedded-database.ts'
import { ROOT } from '../../tools/start/root.ts'
import { describeMachine } from '../../tools/test/machine.ts'
import { buy, type Counter } from '../purchases/buy.ts'
import { send } from '../purchases/http-client.ts'
import { type MailSink, startMailSink } from '../purchases/mail-sink.ts'
import { writeResults } from '../../tools/test/results.ts'
import { createDataDir } from '../stack.ts'
import { runAndStop, type StopLater } from '../started.ts'
import { type Heap, heapAfterCollection } from './inspect.ts'
import { startProcess, type StoreProcess } from './processes.ts'

/** Measures the memory of two web processes and a worker in production: idle, and over an hour in which they sell. */
const { values } = parseArgs({
  options: {
    /** Folder of the program: this checkout, or `kippu` in the root of an image. */
    program: { type: 'string', default: ROOT },
    minutes: { type: 'string', default: '60' },
    /** Purchases a second. */
    rate: { type: 'string', default: '4' },
  },
})

const MINUTES = Number(values.minutes)
const RATE = Number(values.rate)
const program = path.resolve(values.program)
const MINUTE_MS = 60_000
/** When the heap is looked at, beside the beginning and the end. */
const LOOK_AT_MINUTES = [10, 30]
const MOST_AT_A_TIME = 20
const SECRET_KEY = 'a secret of a benchmark, for nobody else'

interface Minute {
  readonly minute: number
  readonly resident_mb: Readonly<Record<string, number>>
}

interface Look {
  readonly minute: number
  readonly purchases: number
  readonly processes: Readonly<Record<string, Heap & { readonly resident_mb: number }>>
}

await runAndStop(async stopLater => {
  const mails = await startMailSink()
  stopLater(mails)
  const { counter, processes } = await openStore(mails, stopLater)
  await delay(MINUTE_MS / 2)
  const sold = { purchases: 0, faults: new Map<string, number>() }
  const looks = [await look(processes, 0, sold.purchases)]
  const minutes = [residentAt(processes, 0)]
  const isOver = { now: false }
  const selling = sell(counter, sold, isOver)
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await delay(MINUTE_MS)
    minutes.push(residentAt(processes, minute))
    if (LOOK_AT_MINUTES.includes(minute)) looks.push(await look(processes, minute, sold.purchases))
    console.log(
      JSON.stringify({
        ...minutes.at(-1),
        purchases: sold.purchases,
        faults: Object.fromEntries(sold.faults),
      }),
    )
  }
  isOver.now = true
  await selling
  looks.push(await look(processes, MINUTES, sold.purchases))
  const results = {
    command: `npm run bench:memory -- --rate ${RATE}${program === ROOT ? '' : ' --program <image>/kippu'}`,
    machine: describeMachine(),
    date: new Date().toISOString(),
    what: 'two web processes and a worker, NODE_ENV=production, free purchases of two tickets and one document each',
    purchases: sold.purchases,
    purchases_a_second: Math.round((sold.purchases / (MINUTES * 60)) * 100) / 100,
    faults: Object.fromEntries(sold.faults),
    mails: mails.count(),
    ready_ms: Object.fromEntries(processes.map(({ name, readyMs }) => [name, readyMs])),
    looks,
  }
  console.log(JSON.stringify(looks, null, 2))
  console.log(`Kept in ${writeResults('memory', results, { minutes })}`)
})

async function openStore(
  mails: MailSink,
  stopLater: StopLater,
): Promise<{ readonly counter: Counter; readonly processes: readonly StoreProcess[] }> {
  const dataDir = createDataDir(stopLater)
  const database = await startEmbeddedDatabase({ dataDir })
  stopLater(database)
  const port = await claimPort()
  const variables = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY,
    SMTP_URL: mails.url,
    MAIL_FROM: 'tickets@example.com',
    SITES_DIR: DEMO_SITES_DIR,
    SITE_KEY: 'demo',
    SITE_HOSTS: 'demo=tickets.example.com',
    ALLOW_DEMO_SITE: 'yes',
    ALLOW_NO_PAYMENTS: 'yes',
    TRUST_PROXY: 'loopback',
    WEB_PROCESSES: '2',
    DRAIN_SECONDS: '0',
    CONFIRMATION_NETWORK_ADDRESSES_PER_HOUR: '1000000',
  }
  const processes: StoreProcess[] = []
  for (const [name, own] of [
    ['worker', { ROLE: 'worker' }],
    ['web-1', { ROLE: 'web', PORT_SHARED: 'on' }],
    ['web-2', { ROLE: 'web', PORT_SHARED: 'on' }],
  ] as const) {
    const [statusPort, inspectPort] = [await claimPort(), await claimPort()]
    const options = { name, program, statusPort, inspectPort, variables: { ...variables, ...own } }
    processes.push(await startProcess(options, stopLater))
  }
  const db = openDatabase(database.url, { poolSize: 1 })
  stopLater({ stop: () => db.close() })
  const capacities = Array.from({ length: 100 }, () => 1_000_000)
  const visitDate = addDays(jstDateOf(Date.now()), 7)
  const free = await insertSmallCatalogue(db, { capacities, setCapacities: capacities, visitDate })
  // A child costs 2,200 yen less than an adult.
  await db.transaction(tx =>
    tx
      .updateTable('product_days')
      .set({ base_price: 2200 })
      .where('product_id', '=', free.productId)
      .execute(),
  )
  const tokens = createTokens(SECRET_KEY)
  const origin = `http://127.0.0.1:${port}`
  const mailTokenOf = async (token: string): Promise<string> => {
    const { id } = await db.read(read =>
      read
        .selectFrom('orders')
        .select('id')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow(),
    )
    return tokens.derive('mail', `${id}.1`)
  }
  const counter = {
    origin,
    providers: origin,
    catalogues: { paid: free, free, members: free },
    mailTokenOf,
    memberToken: '',
  }
  return { counter, processes }
}

/** At a steady rate, as long as the machine follows: a visitor reads the first page, and buys. */
async function sell(
  counter: Counter,
  sold: { purchases: number; readonly faults: Map<string, number> },
  isOver: { readonly now: boolean },
): Promise<void> {
  const running = new Set<Promise<void>>()
  const visit = async (): Promise<void> => {
    try {
      await send({ method: 'GET', url: `${counter.origin}/` })
      await buy(counter, 'free')
      sold.purchases += 1
    } catch (error) {
      // Without what is of one buyer.
      const fault = String(error).replaceAll(/[a-z]{3}_[\w-]+/g, '…')
      sold.faults.set(fault, (sold.faults.get(fault) ?? 0) + 1)
    }
  }
  while (!isOver.now) {
    if (running.size < MOST_AT_A_TIME) {
      const visiting = visit().finally(() => running.delete(visiting))
      running.add(visiting)
    }
    await delay(1000 / RATE)
  }
  await Promise.all(running)
}

function residentAt(processes: readonly StoreProcess[], minute: number): Minute {
  return { minute, resident_mb: Object.fromEntries(processes.map(one => [one.name, one.residentMb()])) }
}

async function look(processes: readonly StoreProcess[], minute: number, purchases: number): Promise<Look> {
  const all = await Promise.all(
    processes.map(async ({ name, inspectPort, residentMb }) => {
      const heap = await heapAfterCollection(inspectPort)
      return [name, { ...heap, resident_mb: residentMb() }] as const
    }),
  )
  return { minute, purchases, processes: Object.fromEntries(all) }
}
