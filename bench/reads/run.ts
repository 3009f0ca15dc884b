import { get } from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { commitOf, installProgramOf, rootOfCommit } from '../../tools/test/program-of-commit.ts'
import { ROOT } from '../../tools/start/root.ts'
import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { median } from '../median.ts'
import { busyMs, usedWithEndedChildrenMs } from '../../tools/test/cpu-time.ts'
import { writeResults } from '../../tools/test/results.ts'
import { type Stack, startStack } from '../stack.ts'
import { runAndStop, type StopLater } from '../started.ts'
import { undisturbed } from '../undisturbed.ts'
import { type Load, runWholeWrk } from '../wrk.ts'

/** Measures what a visitor reads before anything is bought: this program and one of another commit, side by side. */
const ROUNDS = 3
const SECONDS = 4
const WARM_UP_SECONDS = 3
const CONNECTIONS = 64

const { values } = parseArgs({ options: { against: { type: 'string', default: 'HEAD' } } })

const productRows = v.array(v.object({ id: v.number(), uuid: v.string() }))
/** The question: one path again and again, or several in turn. */
interface Read {
  readonly what: string
  readonly paths: readonly string[]
}

interface Measured {
  readonly what: string
  readonly store: string
  readonly perSecond: number
  /** ms of a core that an answer costs the server. */
  readonly serverMs: number
  readonly p99Ms: number
  /** Cores in use by programs without a part in the benchmark. */
  readonly others: number
}

await runAndStop(async stopLater => {
  const commit = commitOf(values.against)
  installProgramOf(commit)
  await buildWebIfStale()
  const before = await startStore(commit.slice(0, 7), rootOfCommit(commit), stopLater)
  const now = await startStore('this', ROOT, stopLater)
  const reads = await readsOf(now)
  for (const read of reads) for (const store of [before, now]) await ask(store, read, WARM_UP_SECONDS)
  const runs: Array<Measured & { readonly round: number }> = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS} (load average ${loadAverage()})`)
    for (const read of reads)
      for (const store of [before, now])
        runs.push({ round, ...(await undisturbed(() => measure(store, read))) })
  }
  const table = await Promise.all(
    reads.map(async read => summarise(runs, read, { before, now, bytes: await bytesOf(read, before, now) })),
  )
  console.table(table)
  const file = writeResults(
    'reads',
    {
      command: 'npm run bench:reads',
      against: commit,
      date: new Date().toISOString(),
      machine: describeMachine(),
      settings: { rounds: ROUNDS, secondsARun: SECONDS, connections: CONNECTIONS, accepted: 'br' },
      table,
    },
    { runs },
  )
  console.log(`\nAll rounds: ${file}`)
  const larger = table.filter(({ bytes }) => bytes.now > bytes.before)
  // Tests hold what each page may weigh; here it is said, not judged.
  if (larger.length > 0) console.log(`More bytes than before: ${larger.map(({ what }) => what).join(', ')}`)
})

function startStore(name: string, root: string, stopLater: StopLater): Promise<Stack> {
  // The load says which address it comes from.
  return startStack({ name, root, environment: { LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' } }, stopLater)
}

async function readsOf({ origin }: Stack): Promise<Read[]> {
  const [first] = v.parse(productRows, await (await fetch(`${origin}/api/v1/products?lang=ja`)).json())
  if (first === undefined) throw new Error('nothing is sold')
  const today = jstDateOf(Date.now())
  const range = (from: number, days: number) =>
    `from=${addDays(today, from)}&to=${addDays(today, from + days - 1)}`
  const search = (days: string) => `/api/v1/products/search?${days}&lang=ja&product_uuid=${first.uuid}`
  const one = (what: string, address: string): Read => ({ what, paths: [address] })
  return [
    one('document', '/'),
    one('ticket document', '/tickets/'),
    one('products', '/api/v1/products?lang=ja'),
    one('products/search, 31 days', search(range(0, 31))),
    one('products/search, 100 days', search(range(0, 100))),
    {
      what: 'products/search, 31 days, other days each time',
      paths: Array.from({ length: 60 }, (_, from) => search(range(from, 31))),
    },
    one('products/search2', `/api/v1/products/search2?date=${addDays(today, 7)}&lang=ja`),
    one('stocks', `/api/v1/products/stocks?date=${addDays(today, 7)}&lang=ja&product_id=${first.id}`),
    one('stocks-statuses, 31 days', `/api/v1/products/stocks-statuses?${range(0, 31)}`),
    one('stocks-statuses, 100 days', `/api/v1/products/stocks-statuses?${range(0, 100)}`),
    one('calendar/colors', `/api/v1/calendar/colors?${range(0, 31)}`),
    one('texts', '/api/v1/texts?lang=ja'),
    one('configurations', '/api/v1/configurations'),
  ]
}

function ask({ origin }: Stack, { paths }: Read, seconds: number): Promise<Load> {
  const script = path.join(import.meta.dirname, 'reads.lua')
  return runWholeWrk({ script, url: origin, connections: CONNECTIONS, seconds, words: paths })
}

async function measure(store: Stack, read: Read): Promise<Measured> {
  const [busy, used, ours] = [busyMs(), store.serverMs(), usedWithEndedChildrenMs(process.pid)]
  const since = performance.now()
  const { answered, seconds, p99 } = await ask(store, read, SECONDS)
  const elapsed = performance.now() - since
  const server = store.serverMs() - used
  // The load generator has ended: its time is in ours.
  const load = usedWithEndedChildrenMs(process.pid) - ours
  const others = (busyMs() - busy - server - load) / elapsed
  return {
    what: read.what,
    store: store.name,
    perSecond: Math.round(answered / seconds),
    serverMs: rounded(server / answered, 1000),
    p99Ms: rounded(p99, 10),
    others: Math.max(0, rounded(others, 100)),
  }
}

interface Summary {
  readonly what: string
  /** Medians of the rounds: ms of a core that an answer costs the server. */
  readonly serverMs: { readonly before: number; readonly now: number }
  readonly perSecond: { readonly before: number; readonly now: number }
  /** Before divided by now, median, least and most of the rounds. */
  readonly ratio: string
  readonly bytes: { readonly before: number; readonly now: number }
}

interface Compared {
  readonly before: Stack
  readonly now: Stack
  readonly bytes: Summary['bytes']
}

function summarise(
  runs: ReadonlyArray<Measured & { readonly round: number }>,
  { what }: Read,
  { before, now, bytes }: Compared,
): Summary {
  const of = (store: Stack) => runs.filter(run => run.what === what && run.store === store.name)
  const both = (value: (run: Measured) => number) => ({
    before: median(of(before).map(value)),
    now: median(of(now).map(value)),
  })
  const [old, made] = [of(before), of(now)]
  const ratios = old.map(({ serverMs }, round) =>
    rounded(serverMs / (made[round]?.serverMs ?? Number.NaN), 10),
  )
  return {
    what,
    serverMs: both(({ serverMs }) => serverMs),
    perSecond: both(({ perSecond }) => perSecond),
    ratio: `${median(ratios)} [${Math.min(...ratios)}–${Math.max(...ratios)}]`,
    bytes,
  }
}

async function bytesOf({ paths }: Read, before: Stack, now: Stack): Promise<Summary['bytes']> {
  const address = paths[0] ?? '/'
  return { before: await sentBytes(before.origin + address), now: await sentBytes(now.origin + address) }
}

/** Bytes of a body as it is sent to a browser that reads brotli. */
function sentBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, answer => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('end', () => resolve(bytes))
    }).on('error', reject)
  })
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}
