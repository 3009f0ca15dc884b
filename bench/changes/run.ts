import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'

import * as v from 'valibot'

import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { installProgramOf, commitOf, rootOfCommit } from '../../tools/test/program-of-commit.ts'
import { writeResults } from '../../tools/test/results.ts'
import { ROOT } from '../../tools/start/root.ts'
import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { buy } from '../purchases/buy.ts'
import { printProfile } from '../purchases/report.ts'
import { openShop, type Shop } from '../purchases/shop.ts'
import { type Cost, costOfEach, hundredths, snapshot } from '../purchases/usage.ts'
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
const ROUNDS = 3
const TIMES = values.short ? { leadSeconds: 3, windowSeconds: 4 } : { leadSeconds: 8, windowSeconds: 10 }
/** Visits that a round moves once each: one that is moved again before its mail began has one mail for both. */
const MOVED_VISITS = values.short ? 200 : 800
const STORM = values.short ? { visits: 200, changes: 1_000 } : { visits: 2_000, changes: 10_000 }
const STORM_VISITORS = 32
/** Few, so that a busy machine sells all that is to be moved. */
const BUYERS = 8
/** Prices of the days to which visits are moved: the same as that of their day, more, and less. */
const DAYS = [3_200, 3_500, 3_000]

const spanRows = v.array(v.object({ id: v.number() }))

interface Speed {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

interface Round extends Cost, Speed {
  readonly visitors: number
}

interface Storm extends Speed {
  readonly changes: number
  readonly books: ChangeBooks
}

interface Report {
  readonly rounds: readonly Round[]
  readonly profile: Profiled
  readonly storm: Storm
}

/** A shop, and visits that are moved in it. */
interface Visits {
  readonly shop: Shop
  readonly days: ReadonlyArray<readonly number[]>
  readonly idle: Visit[]
  readonly told: { changes: number }
}

await runAndStop(async stopLater => {
  await buildWebIfStale()
  const against = values.against === undefined ? undefined : commitOf(values.against)
  if (against !== undefined) installProgramOf(against)
  const open = async (name: string, root: string) => prepare(await openShop(name, root, stopLater))
  const stacks = [
    ...(against === undefined ? [] : [await open(against.slice(0, 7), rootOfCommit(against))]),
    await open('this', ROOT),
  ]
  const rounds = await measureRounds(stacks)
  const reports: Record<string, Report> = {}
  for (const [index, visits] of stacks.entries())
    reports[visits.shop.name] = {
      rounds: rounds[index] ?? [],
      profile: await profileMoves(visits),
      storm: await blow(visits),
    }
  console.log(JSON.stringify(reports, null, 2))
  if (values.short) return console.log('Nothing is kept: the rounds were short.')
  writeResults('changes', {
    command: `npm run bench:changes${against === undefined ? '' : ` -- --against ${against}`}`,
    date: new Date().toISOString(),
    machine: describeMachine(),
    settings: {
      ...TIMES,
      rounds: ROUNDS,
      movedVisits: MOVED_VISITS,
      storm: { ...STORM, visitors: STORM_VISITORS },
    },
    reports,
  })
})

async function prepare(shop: Shop): Promise<Visits> {
  const days = await insertDays(shop)
  const visits = { shop, days, idle: await buyVisits(shop, MOVED_VISITS), told: { changes: 0 } }
  // A new process is slower than one that has moved some.
  for (const visitors of VISITORS) await measure(visits, visitors)
  return visits
}

/** The rounds of each stack; in each round every row on all of them in turn, in another order than in the one before. */
async function measureRounds(stacks: readonly Visits[]): Promise<ReadonlyArray<readonly Round[]>> {
  const rounds: Round[][] = stacks.map(() => [])
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS} (load average ${loadAverage()})`)
    for (const visitors of VISITORS)
      for (const [index, visits] of round % 2 === 0 ? [...stacks.entries()].reverse() : stacks.entries()) {
        const row = await undisturbed(() => measure(visits, visitors))
        const { storeMs, cpuMs, perSecond, commits, p50, p99 } = row
        console.log(
          `  ${visitors} visitors, ${visits.shop.name}: ${storeMs} ms (${cpuMs.server} of the server), ${perSecond}/s, ${commits} commits, p50 ${p50}, p99 ${p99}`,
        )
        rounds[index]?.push(row)
      }
  }
  return rounds
}

/** Moves each visit once; the cost is that of all that follows too, up to the last mail. */
async function measure(visits: Visits, visitors: number): Promise<Round> {
  const { shop, idle, days } = visits
  await untilSettled(shop)
  const from = await snapshot(shop)
  const changes = idle.length
  const speed = await moveTogether(moving(visits, days[0] ?? []), { visitors, changes })
  await untilSettled(shop)
  return { ...costOfEach(from, await snapshot(shop), changes), ...speed, visitors }
}

async function profileMoves(visits: Visits): Promise<Profiled> {
  const { shop, told, days } = visits
  const act = moving(visits, days[0] ?? [])
  const profiled = await profile(shop, { name: 'change of time', act, count: () => told.changes }, TIMES)
  printProfile(shop.name, profiled, Infinity)
  await untilSettled(shop)
  return profiled
}

/** Thousands move their visit at once, to days that cost the same, more or less. */
async function blow({ shop, days, told }: Visits): Promise<Storm> {
  const { visits, changes } = STORM
  const idle = await buyVisits(shop, visits)
  const speed = await moveTogether(moving({ shop, idle, told }, days.flat()), {
    visitors: STORM_VISITORS,
    changes,
  })
  await untilSettled(shop)
  const books = await checkBooks(shop, told)
  console.log(`  storm: ${changes} changes, ${speed.perSecond} a second; the books balance`)
  return { changes, ...speed, books }
}

/** So many changes by so many visitors, each of whom moves a visit, and then the next one. */
async function moveTogether(
  moveNext: () => Promise<void>,
  { visitors, changes }: { readonly visitors: number; readonly changes: number },
): Promise<Speed> {
  const latencies: number[] = []
  let begun = 0
  const since = performance.now()
  const moveOn = async (): Promise<void> => {
    while (begun < changes) {
      begun += 1
      const began = performance.now()
      await moveNext()
      latencies.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: visitors }, moveOn))
  const perSecond = hundredths((changes * 1000) / (performance.now() - since))
  const sorted = latencies.toSorted((one, other) => one - other)
  const share = (part: number): number => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN)
  return { perSecond, p50: share(0.5), p99: share(0.99) }
}

/** Moves the visit that has waited longest. */
function moving(
  { shop, idle, told }: Pick<Visits, 'shop' | 'idle' | 'told'>,
  spans: readonly number[],
): () => Promise<void> {
  return async () => {
    const visit = idle.shift()
    if (visit === undefined) throw new Error('no visit is left')
    await move(shop, visit, otherThan(visit, spans))
    told.changes += 1
    idle.push(visit)
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
