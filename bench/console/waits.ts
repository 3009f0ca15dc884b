import { previewCancellationCall } from '@kippu/contract/console/cancellations'
import { readCalendarCall } from '@kippu/contract/console/calendar'
import { readStory, searchOrders } from '@kippu/contract/console/orders'
import { importSheet, previewSheet } from '@kippu/contract/console/sheets'
import { readToday } from '@kippu/contract/console/today'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { Database } from '@kippu/server/platform/db/database'
import { sql } from 'kysely'

import type { Answered, ConsoleVisitor } from '../../apps/server/test/console/console-visitor.ts'
import { median } from '../median.ts'
import type { FilledCalendar } from './fill-calendar.ts'
import { type Measured, percentile } from './measured.ts'

/** Waits of people at the console, each over HTTP as somebody who is signed in. */

export interface Waits {
  readonly own: Database
  readonly calendar: FilledCalendar
  /** A browser that has asked for nothing yet. */
  readonly visitor: () => Promise<ConsoleVisitor>
  /** How often a short wait is measured; long ones are measured a tenth as often. */
  readonly times: number
}

interface Wait {
  readonly what: string
  /** In ms. */
  readonly limit: number
  readonly isLong?: boolean
  readonly ask: (visitor: ConsoleVisitor, time: number) => Promise<Answered>
}

export const MOST_FREQUENT = '佐藤'
const WARM_UP = 10
const site = { site: 'demo' }

export async function measureWaits(parts: Waits): Promise<readonly Measured[]> {
  const measured: Measured[] = []
  for (const wait of await allWaits(parts)) measured.push(await measureWait(wait, parts))
  return measured
}

export async function allWaits({ own, calendar }: Pick<Waits, 'own' | 'calendar'>): Promise<readonly Wait[]> {
  return [...(await clerkWaits(own)), ...plannerWaits(calendar)]
}

async function clerkWaits(own: Database): Promise<readonly Wait[]> {
  const visits = await chooseVisits(own)
  const today = jstDateOf(Date.now())
  const visit = (time: number) => {
    const chosen = visits[time % visits.length]
    if (chosen === undefined) throw new Error('there is no visit')
    return chosen
  }
  const search = (what: string, typedAt: (time: number) => string): Wait => ({
    what: `search by ${what}`,
    limit: 150,
    ask: (visitor, time) => visitor.call(searchOrders, { params: site, body: { typed: typedAt(time) } }),
  })
  const todayOf = (what: string, date: string): Wait => ({
    what,
    limit: 200,
    ask: visitor => visitor.call(readToday, { params: site, query: { date } }),
  })
  return [
    search('the most frequent name', () => MOST_FREQUENT),
    search('family and given name', time => visit(time).name),
    search('telephone', time => visit(time).phone),
    search('mail address', time => visit(time).email),
    search('number', time => visit(time).number),
    {
      what: 'order',
      limit: 120,
      ask: (visitor, time) => visitor.call(readStory, { params: { ...site, order: visit(time).number } }),
    },
    todayOf('Today', today),
    todayOf('Today, of a day that was full', addDays(today, -3)),
  ]
}

function plannerWaits({ month, full, soldDay }: FilledCalendar): readonly Wait[] {
  const calendarOf = (what: string, limit: number, days: { readonly from: string; readonly to: string }) => ({
    what,
    limit,
    ask: (visitor: ConsoleVisitor) => visitor.call(readCalendarCall, { params: site, query: { ...days } }),
  })
  const { date, product, ids, tickets } = soldDay
  const price = JSON.stringify({ days: [{ product, date, base_price: 3_300 }] })
  return [
    calendarOf('month of 20 times a day', 200, month),
    calendarOf('month of seven products, 20 times a day each', 200, full),
    calendarOf(`day of ${ids.length} times`, 100, { from: date, to: date }),
    {
      what: `visits of ${tickets} tickets cancelled: preview`,
      limit: 1_000,
      isLong: true,
      ask: visitor =>
        visitor.call(previewCancellationCall, {
          params: site,
          body: { product, from: date, to: date, ids },
        }),
    },
    {
      what: `price of a day with ${tickets} sold tickets: preview`,
      limit: 1_000,
      isLong: true,
      ask: visitor => visitor.call(previewSheet, sheetOf(price)),
    },
  ]
}

async function measureWait(
  { what, limit, isLong = false, ask }: Wait,
  { visitor, times }: Waits,
): Promise<Measured> {
  const asking = await visitor()
  const took: number[] = []
  const warmUp = isLong ? 1 : WARM_UP
  for (let time = 0; time < warmUp + (isLong ? times / 10 : times); time += 1) {
    const [ms, { status, body }] = await timed(() => ask(asking, time))
    if (status !== 200) throw new Error(`${what} was answered ${status}: ${JSON.stringify(body)}`)
    if (time >= warmUp) took.push(ms)
  }
  return lineOf(what, limit, took)
}

/** Capacity and price of each time of a year, changed as a planner changes them: seen, then imported. */
export async function measureSeason({ own, calendar, visitor }: Waits): Promise<readonly Measured[]> {
  const asking = await visitor()
  const [previews, imports]: [number[], number[]] = [[], []]
  for (let round = 1; round <= SEASON_ROUNDS; round += 1) {
    // A planner imports once: what an import leaves behind is long cleaned up when the next one comes.
    await own.read(read => sql`vacuum (analyze) time_spans, product_days, catalogue_imports`.execute(read))
    const [seeMs, importMs] = await changeSeason(asking, calendar, round)
    previews.push(seeMs)
    imports.push(importMs)
  }
  const { days, starts } = calendar.season
  const what = `capacity and price of ${days.length * starts.length} times`
  return [lineOf(`${what}: preview`, 3_000, previews), lineOf(`${what}: import`, 4_000, imports)]
}

const SEASON_ROUNDS = 5

/** Sees and imports the season's change of a round. @returns how long each took, in ms. */
export async function changeSeason(
  asking: ConsoleVisitor,
  { season: { product, days, starts } }: FilledCalendar,
  round: number,
): Promise<readonly [seeMs: number, importMs: number]> {
  const content = JSON.stringify({
    days: days.map(date => ({ product, date, base_price: 2_800 + round * 100 })),
    spans: days.flatMap(date => starts.map(start => ({ product, date, ...start, capacity: 120 + round }))),
  })
  const [seeMs, seen] = await timed(() => asking.call(previewSheet, sheetOf(content)))
  if (seen.body['kind'] !== 'planned') throw new Error(`it would do ${JSON.stringify(seen.body)}`)
  const [importMs, done] = await timed(() =>
    asking.call(importSheet, sheetOf(content, { seen: String(seen.body['seen']), odd_prices: '0' })),
  )
  const rows = days.length * (starts.length + 1)
  if (done.body['kind'] !== 'applied' || done.body['rows'] !== rows)
    throw new Error(`it did ${JSON.stringify(done.body)}`)
  return [seeMs, importMs]
}

function sheetOf(content: string, more: Readonly<Record<string, string>> = {}) {
  const query = { file: 'season.json', lang: 'en', whole: 'no', ...more }
  return { params: site, query, body: Buffer.from(content) }
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [ms: number, answer: T]> {
  const began = performance.now()
  const answer = await work()
  return [performance.now() - began, answer]
}

function lineOf(what: string, limit: number, took: readonly number[]): Measured {
  const sorted = took.toSorted((a, b) => a - b)
  const measured = Math.round(percentile(sorted, 95))
  return { what, unit: 'ms', median: Math.round(median(took)), measured, limit }
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
        from (select * from reservations order by md5(id::text) limit 600) r join orders o on o.id = r.order_id
       -- Those of the past: a buyer beside it leaves no telephone number.
       where o.customer_info -> 2 ->> 'key' = 'phone' limit 300`.execute(read),
  )
  return rows
}

export async function countNamed(own: Database): Promise<number> {
  const { rows } = await own.read(read =>
    sql<{ count: number }>`
      select count(*)::integer as count from orders where customer_info -> 0 ->> 'value' like ${`${MOST_FREQUENT} %`}`.execute(
      read,
    ),
  )
  return rows[0]?.count ?? 0
}
