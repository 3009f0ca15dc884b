import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'

import * as v from 'valibot'

import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { installProgramOf, commitOf, rootOfCommit } from '../../tools/test/program-of-commit.ts'
import { writeResults } from '../../tools/test/results.ts'
import { ROOT } from '../../tools/start/root.ts'
import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { buy } from '../purchases/buy.ts'
import { runLoad } from '../purchases/load.ts'
import { printProfile } from '../purchases/report.ts'
import { openShop, type Shop } from '../purchases/shop.ts'
import { type Cost, costBetween, snapshot } from '../purchases/usage.ts'
import { type Profiled, profile } from '../purchases/window.ts'
import { runAndStop } from '../started.ts'
import { undisturbed } from '../undisturbed.ts'
import { type ChangeBooks, checkBooks, untilSettled } from './books.ts'
import { move, type Visit } from './move.ts'

/** Measures what a change of time costs, and lets a stormy hour move the visits of a day. */
const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    /** A tenth of the storm and short windows, to try something out. */
    short: { type: 'boolean', default: false },
  },
})

const VISITORS = [8, 32]
const TIMES = values.short ? { leadSeconds: 3, windowSeconds: 4 } : { leadSeconds: 8, windowSeconds: 10 }
/** Visits that a window moves again and again. */
const MOVED_VISITS = 200
const STORM = values.short ? { visits: 200, changes: 1_000 } : { visits: 2_000, changes: 10_000 }
const STORM_VISITORS = 32
/** Few, so that a busy machine sells all that is to be moved. */
const BUYERS = 8
/** Prices of the days to which visits are moved: the same as that of their day, more, and less. */
const DAYS = [3_200, 3_500, 3_000]

const spanRows = v.array(v.object({ id: v.number() }))

interface Storm {
  readonly changes: number
  readonly seconds: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly books: ChangeBooks
}

interface Report {
  readonly rows: ReadonlyArray<
    Cost & { readonly visitors: number; readonly p50: number; readonly p99: number }
  >
  readonly profile: Profiled
  readonly storm: Storm
}

await runAndStop(async stopLater => {
  await buildWebIfStale()
  const against = values.against === undefined ? undefined : commitOf(values.against)
  if (against !== undefined) installProgramOf(against)
  const reports: Record<string, Report> = {}
  const stacks = [
    ...(against === undefined ? [] : [{ name: against.slice(0, 7), root: rootOfCommit(against) }]),
    { name: 'this', root: ROOT },
  ]
  for (const { name, root } of stacks) reports[name] = await report(await openShop(name, root, stopLater))
  console.log(JSON.stringify(reports, null, 2))
  if (values.short) return console.log('Nothing is kept: the windows were short.')
  writeResults('changes', {
    command: `npm run bench:changes${against === undefined ? '' : ` -- --against ${against}`}`,
    date: new Date().toISOString(),
    machine: describeMachine(),
    settings: { ...TIMES, movedVisits: MOVED_VISITS, storm: { ...STORM, visitors: STORM_VISITORS } },
    reports,
  })
})

async function report(shop: Shop): Promise<Report> {
  console.log(`${shop.name} (load average ${loadAverage()})`)
  const days = await insertDays(shop)
  const told = { changes: 0 }
  const idle = await buyVisits(shop, MOVED_VISITS)
  const rows = []
  for (const visitors of VISITORS) {
    const row = await undisturbed(() => measure(shop, { visitors, idle, told, spans: days[0] ?? [] }))
    console.log(
      `  ${visitors} visitors: ${row.storeMs} ms, ${row.perSecond}/s, ${row.commits} commits, p99 ${row.p99}`,
    )
    rows.push({ ...row, visitors })
  }
  const profiled = await profile(
    shop,
    { name: 'change of time', act: moving(shop, { idle, told, spans: days[0] ?? [] }) },
    TIMES,
  )
  printProfile(shop.name, profiled, Infinity)
  await untilSettled(shop)
  return { rows, profile: profiled, storm: await blow(shop, { days, told }) }
}

interface Moving {
  readonly idle: Visit[]
  readonly told: { changes: number }
  readonly spans: readonly number[]
}

async function measure(shop: Shop, { visitors, ...more }: Moving & { readonly visitors: number }) {
  await untilSettled(shop)
  const { from, to, p50, p99 } = await runLoad({
    buyers: visitors,
    ...TIMES,
    act: moving(shop, more),
    look: () => snapshot(shop),
  })
  return { ...costBetween(from, to), p50: Math.round(p50), p99: Math.round(p99) }
}

/** Moves the visit that has waited longest. */
function moving(shop: Shop, { idle, told, spans }: Moving): () => Promise<void> {
  return async () => {
    const visit = idle.shift()
    if (visit === undefined) throw new Error('no visit is left')
    await move(shop, visit, otherThan(visit, spans))
    told.changes += 1
    idle.push(visit)
  }
}

/** Thousands move their visit at once, to days that cost the same, more or less. */
async function blow(
  shop: Shop,
  { days, told }: { days: ReadonlyArray<readonly number[]>; told: { changes: number } },
): Promise<Storm> {
  const idle = await buyVisits(shop, STORM.visits)
  const latencies: number[] = []
  let begun = 0
  const since = performance.now()
  const moveNext = moving(shop, { idle, told, spans: days.flat() })
  const moveOn = async (): Promise<void> => {
    while (begun < STORM.changes) {
      begun += 1
      const began = performance.now()
      await moveNext()
      latencies.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: STORM_VISITORS }, moveOn))
  const seconds = (performance.now() - since) / 1000
  await untilSettled(shop)
  const books = await checkBooks(shop, told)
  const sorted = latencies.toSorted((one, other) => one - other)
  const share = (part: number): number => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN)
  console.log(`  storm: ${sorted.length} changes in ${Math.round(seconds)} s; the books balance`)
  return {
    changes: sorted.length,
    seconds: Math.round(seconds),
    perSecond: Math.round((sorted.length / seconds) * 10) / 10,
    p50: share(0.5),
    p99: share(0.99),
    books,
  }
}

async function buyVisits(shop: Shop, count: number): Promise<Visit[]> {
  const visits: Visit[] = []
  let begun = 0
  const buyOn = async (): Promise<void> => {
    while (begun < count) {
      begun += 1
      visits.push({ token: (await buy(shop, 'stripe')).reservation })
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, buyOn))
  await untilSettled(shop)
  return visits
}

/** Days behind the one of the catalogue, with as many time spans. */
async function insertDays({ own, catalogues }: Shop): Promise<number[][]> {
  const { productId } = catalogues.paid
  const days: number[][] = []
  for (const [index, price] of DAYS.entries()) {
    const rows = await own.query({
      text: `
        with former as (select min(visit_date) as day from product_days where product_id = $1), next as (
          insert into product_days (product_id, visit_date, base_price)
          select $1, day + $2::int, $3 from former returning visit_date
        )
        insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
        select s.site_key, s.product_id, next.visit_date, s.starts_at + make_interval(days => $2), s.ends_at + make_interval(days => $2),
               s.capacity
          from next, former join time_spans s on s.visit_date = former.day and s.product_id = $1
        returning id`,
      values: [productId, index + 1, price],
    })
    days.push(v.parse(spanRows, rows).map(({ id }) => id))
  }
  return days
}

/** A visit is not moved to the time that it has. */
function otherThan({ span }: Visit, spans: readonly number[]): number {
  return anyOf(spans.filter(id => id !== span))
}

function anyOf<One>(all: readonly One[]): One {
  const one = all[Math.floor(Math.random() * all.length)]
  if (one === undefined) throw new Error('there is nothing to choose')
  return one
}
