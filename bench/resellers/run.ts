import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { octoCheckAvailability, octoReadCalendar } from '@kippu/contract/octo/octo-calls'
import { addDays, type IsoDate, jstDateOf } from '@kippu/domain/jst-date'
import { sumOf } from '@kippu/domain/sum'
import { systemClock } from '@kippu/server/platform/clock'
import { byStaff } from '@kippu/server/platform/staff/staff-verb'
import { addReseller } from '@kippu/server/resellers/keys/change-resellers'
import { sql } from 'kysely'

import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { writeResults } from '../../tools/test/results.ts'
import { median } from '../median.ts'
import { buyFor } from '../processes/buyers.ts'
import { startStore, type Store } from '../processes/stores.ts'
import { runAndStop } from '../started.ts'

/** Measures a year of availability as resellers read it, without cache and from it, and what many such calls cost a sale beside them. */
const DAYS = 366
const CALLS_A_SECOND = 200
/** Each asks less than the limit of a key: all limits of calls stay on. */
const RESELLERS = 3
const BUYERS = 16
const agent = new Agent({ keepAlive: true })
const MOST = { freshMs: 300, keptMs: 30, slower: 0.1 }

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '6' },
    /** Only the calls beside a sale. */
    'beside-sale': { type: 'boolean', default: false },
  },
})
const [ROUNDS, SECONDS] = [Number(values.rounds), Number(values.seconds)]

interface Bench {
  readonly store: Store
  readonly keys: readonly string[]
  /** As the calls ask for it. */
  readonly year: object
}

await runAndStop(async stopLater => {
  await buildWebIfStale()
  const store = await startStore(1, stopLater, { DEMO_PAST: 'off' })
  const bench = { store, ...(await offerYear(store)) }
  await sell(bench)
  const calls = values['beside-sale'] ? [] : [octoCheckAvailability.path, octoReadCalendar.path]
  const reads = []
  for (const path of calls) reads.push(await readOften(bench, path))
  for (const { path, fresh, kept } of reads) console.log(path, 'anew', fresh, 'kept', kept)
  // Once unmeasured.
  await readAlone(bench)
  const alone = await readAlone(bench)
  console.log(alone)
  const sale = await besideSale(bench)
  console.log(sale)
  const file = writeResults('resellers', {
    command: ['npm run bench:resellers --', ...process.argv.slice(2)].join(' '),
    date: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: loadAverage(),
    settings: { DAYS, CALLS_A_SECOND, RESELLERS, BUYERS, ROUNDS, SECONDS },
    reads,
    alone,
    sale,
  })
  console.log(`Kept in ${file}`)
  const late = reads.filter(({ fresh, kept }) => fresh.most > MOST.freshMs || kept.most > MOST.keptMs)
  if (late.length > 0) throw new Error(`later than it may be: ${late.map(({ path }) => path).join(', ')}`)
  if (sale.slower > MOST.slower) throw new Error(`the sale is slower by ${sale.slower}`)
})

/** The product that is sold gets twelve times on each day of a year, beside those that are sold. */
async function offerYear({
  db,
  tokens,
  catalogue: { productId, productUuid },
}: Store): Promise<Pick<Bench, 'keys' | 'year'>> {
  const from = jstDateOf(Date.now())
  const to: IsoDate = addDays(from, DAYS - 1)
  const dates = sql`generate_series(${from}::date, ${to}::date, interval '1 day') as dates (day)`
  await db.transaction(async tx => {
    await sql`insert into product_days (product_id, visit_date, base_price)
      select ${productId}, day, 3200 from ${dates} on conflict do nothing`.execute(tx)
    // At half past: the times that are sold begin at ten, a minute after the other, until twenty minutes to twelve.
    await sql`insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
      select 'demo', ${productId}, day, (day + make_interval(hours => hour, mins => 30)) at time zone 'Asia/Tokyo',
             (day + make_interval(hours => hour + 1)) at time zone 'Asia/Tokyo', 100
        from ${dates}, generate_series(8, 19) as hours (hour)
      on conflict do nothing`.execute(tx)
    await sql`analyze time_spans`.execute(tx)
  })
  const owner = { name: 'bench', role: 'owner', siteKeys: null } as const
  const by = byStaff(owner, { db, tokens, clock: systemClock })
  const keys: string[] = []
  for (let count = 1; count <= RESELLERS; count += 1) {
    const named = { siteKey: 'demo', code: `bench-${count}`, name: `Bench ${count}` }
    const terms = { products: null, netPercent: 85, netUnits: {}, cancellationHours: 24 }
    const added = await addReseller(by, { ...named, ...terms })
    if (typeof added === 'string') throw new Error(added)
    keys.push(added.key)
  }
  const year = { productId: productUuid, optionId: 'DEFAULT', localDateStart: from, localDateEnd: to }
  return { keys, year }
}

/** As an engine does that reads gzip. Milliseconds until the last byte. @throws unless it is answered with success. */
function call({ store: { origin }, keys, year }: Bench, path: string, count = 0): Promise<number> {
  const since = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${keys[count % keys.length]}`,
      'octo-capabilities': 'octo/pricing',
      'accept-encoding': 'gzip',
      'content-type': 'application/json',
    }
    const sent = request(`${origin}${path}`, { agent, method: 'POST', headers }, answer => {
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(performance.now() - since)
          : reject(new Error(`${path} was answered with ${answer.statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(year))
  })
}

interface Times {
  readonly calls: number
  readonly median: number
  readonly most: number
}

/** One call after the other. Of each second at most one is answered anew: as many as there were seconds, the slowest, are these. */
async function readOften(
  bench: Bench,
  path: string,
): Promise<{ readonly path: string; readonly fresh: Times; readonly kept: Times }> {
  for (let count = 0; count < 20; count += 1) await call(bench, path)
  const times: number[] = []
  const since = performance.now()
  while (performance.now() - since < SECONDS * 1_000) {
    times.push(await call(bench, path))
    await delay(20)
  }
  const seconds = Math.ceil((performance.now() - since) / 1_000)
  const slowest = times.toSorted((a, b) => b - a)
  return { path, fresh: timesOf(slowest.slice(0, seconds)), kept: timesOf(slowest.slice(seconds)) }
}

function timesOf(slowest: readonly number[]): Times {
  return { calls: slowest.length, median: rounded(median(slowest)), most: rounded(slowest[0] ?? Number.NaN) }
}

/** ms of one core, by whom they were used. */
interface Used {
  /** Web process and worker. */
  readonly store: number
  readonly database: number
  readonly simulators: number
  /** This program: its buyers and its resellers. */
  readonly bench: number
}

function usedBy({ store }: Bench): Used {
  const { store: own, database, beside } = store.used()
  const { user, system } = process.cpuUsage()
  return { store: own, database, simulators: beside, bench: (user + system) / 1_000 }
}

function byPart(of: (part: keyof Used) => number): Used {
  const [store, database] = [rounded(of('store')), rounded(of('database'))]
  return { store, database, simulators: rounded(of('simulators')), bench: rounded(of('bench')) }
}

/** Used in a second while something is done. */
async function usedWhile<T>(bench: Bench, work: () => Promise<T>): Promise<{ done: T; used: Used }> {
  const [from, since] = [usedBy(bench), performance.now()]
  const done = await work()
  const [to, seconds] = [usedBy(bench), (performance.now() - since) / 1_000]
  return { done, used: byPart(part => (to[part] - from[part]) / seconds) }
}

interface ReadAlone {
  /** In a second in which nobody visits the store, and in one of calendars. */
  readonly idle: Used
  readonly reading: Used
  /** The cost of one calendar above that of nothing, with what is made anew each second. */
  readonly call: Used
  readonly calendar: Times
}

async function readAlone(bench: Bench): Promise<ReadAlone> {
  const { used: idle } = await usedWhile(bench, () => delay(SECONDS * 1_000))
  const reading = await usedWhile(bench, async () => {
    const calendars = readCalendars(bench)
    await delay(SECONDS * 1_000)
    return calendars.stop()
  })
  const { seconds, times } = reading.done
  return {
    idle,
    reading: reading.used,
    call: byPart(part => ((reading.used[part] - idle[part]) * seconds) / times.length),
    calendar: timesOf(times.toSorted((a, b) => b - a)),
  }
}

interface BesideSale {
  /** Tickets a second, alone and with calendars beside them, medians of the rounds. */
  readonly alone: number
  readonly beside: number
  /** The part that the sale loses, of neighbours in a round: median, least and most. */
  readonly slower: number
  readonly least: number
  readonly mostOf: number
  /** In a second of both, medians: where all cores are in use, what calendars and their readers take is what the sale loses. */
  readonly used: { readonly alone: Used; readonly beside: Used }
  /** Calendars a second that were answered, and how long they took. */
  readonly calendars: number
  readonly calendar: Times
}

interface Round {
  readonly alone: number
  readonly used: Used
  readonly beside: number
  readonly usedBeside: Used
  readonly read: ReadCalendars
}

/** In turn: a sale alone, and one beside which calendars of a year are read. */
async function besideSale(bench: Bench): Promise<BesideSale> {
  await sell(bench)
  const rounds: Round[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { done: alone, used } = await usedWhile(bench, () => sell(bench))
    const reading = readCalendars(bench)
    const { done: beside, used: usedBeside } = await usedWhile(bench, () => sell(bench))
    const read = await reading.stop()
    console.log(`Round ${round}: ${alone} and ${beside} tickets a second (load average ${loadAverage()})`)
    rounds.push({ alone, used, beside, usedBeside, read })
  }
  const lost = rounds.map(({ alone, beside }) => 1 - beside / alone)
  const times = rounds.flatMap(({ read }) => read.times)
  return {
    alone: median(rounds.map(({ alone }) => alone)),
    beside: median(rounds.map(({ beside }) => beside)),
    slower: rounded(median(lost)),
    least: rounded(Math.min(...lost)),
    mostOf: rounded(Math.max(...lost)),
    used: {
      alone: byPart(part => median(rounds.map(({ used }) => used[part]))),
      beside: byPart(part => median(rounds.map(({ usedBeside }) => usedBeside[part]))),
    },
    calendars: rounded(times.length / sumOf(rounds.map(({ read }) => read.seconds))),
    calendar: timesOf(times.toSorted((a, b) => b - a)),
  }
}

/** Tickets that are bought by card a second, two a purchase. */
async function sell({ store }: Bench): Promise<number> {
  const { answered, seconds } = await buyFor(store, BUYERS, SECONDS)
  return rounded((2 * answered) / seconds)
}

interface ReadCalendars {
  readonly seconds: number
  /** The median of each, in ms. */
  readonly times: readonly number[]
}

/** So many calendars a second, whether or not those before were answered, until it is stopped. */
function readCalendars(bench: Bench): { stop(): Promise<ReadCalendars> } {
  const under: Array<Promise<number>> = []
  const since = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - since) / 1_000) * CALLS_A_SECOND
    while (under.length < due) under.push(call(bench, octoReadCalendar.path, under.length))
  }, 5)
  return {
    stop: async () => {
      clearInterval(timer)
      const seconds = (performance.now() - since) / 1_000
      return { seconds, times: await Promise.all(under) }
    },
  }
}

function rounded(figure: number): number {
  return Math.round(figure * 1_000) / 1_000
}
