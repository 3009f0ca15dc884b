import { get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

import type { Database } from '@kippu/server/platform/db/database'
import { sql } from 'kysely'

import { listUsed, sumMs, treeOf } from '../processes/cpu.ts'
import type { Door } from './door.ts'
import type { FilledCalendar } from './fill-calendar.ts'
import type { Measured } from './measured.ts'

/** Consoles at which somebody looks at the calendar as it changes. */

export interface LiveOptions {
  readonly own: Database
  readonly door: Door
  readonly calendar: FilledCalendar
  readonly consoles: number
  /** How long each window lasts. */
  readonly seconds: number
}

/** The cost of store and database: a window with them less one without, while a time changes each second. */
export async function measureLive(options: LiveOptions): Promise<readonly Measured[]> {
  const { door, calendar, consoles, own, seconds } = options
  const cookies: string[] = []
  for (let person = 0; person < consoles; person += 1) cookies.push(await door.signIn())
  const alone = await usedWhileChanging(own, options)
  const streams = await watchAll(door, calendar, cookies)
  const watching = await usedWhileChanging(own, options)
  const told = streams.map(({ events }) => events())
  for (const { leave } of streams) leave()
  const least = Math.min(...told)
  if (least < seconds / 2) throw new Error(`one of the consoles was told ${least} times in ${seconds} s`)
  const measured = Math.round((1000 * (watching - alone)) / (seconds * 1000)) / 10
  return [{ what: `${consoles} live consoles`, unit: '% of a core', measured, limit: 5 }]
}

/** Half of them look at a month, the others at a day. */
export function watchAll(
  { host }: Door,
  { month }: FilledCalendar,
  cookies: readonly string[],
): Promise<readonly Stream[]> {
  return Promise.all(
    cookies.map((cookie, place) =>
      watch(host, place, { cookie, from: month.from, to: place % 2 === 0 ? month.to : month.from }),
    ),
  )
}

/** ms of a core that store and database use while a time changes each second. */
async function usedWhileChanging(own: Database, { calendar, seconds }: LiveOptions): Promise<number> {
  await delay(3_000)
  const before = usedNow()
  for (let second = 0; second < seconds; second += 1) {
    await changeTime(own, calendar)
    await delay(1_000)
  }
  return usedNow() - before
}

export async function changeTime(own: Database, { month }: FilledCalendar): Promise<void> {
  await own.transaction(tx =>
    sql`
      update time_spans set capacity = capacity + 1
       where id = (select id from time_spans
                    where visit_date = ${month.from} and product_id in (select id from products where site_key = 'demo')
                    order by capacity, id limit 1)`.execute(tx),
  )
}

/** The store's process is a child of this one, and the connections of its database are below it too. */
function usedNow(): number {
  const isCounted = ({ command }: { readonly command: string }): boolean =>
    command.includes('apps/server/src/start/main.ts') || command.startsWith('postgres: kippu kippu ')
  return sumMs(treeOf(process.pid, listUsed()).filter(isCounted))
}

interface Watched {
  readonly cookie: string
  readonly from: string
  readonly to: string
}

interface Stream {
  /** How many events have come. */
  readonly events: () => number
  readonly leave: () => void
}

/** Opens a stream as a browser does, and waits for its first event. */
async function watch(host: string, place: number, { cookie, from, to }: Watched): Promise<Stream> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const query = new URLSearchParams({ from, to, seen: 'none' }).toString()
  const asking = get(
    {
      host: '127.0.0.1',
      port: host.split(':')[1],
      path: `/console/v1/sites/demo/calendar/live?${query}`,
      headers: { host, cookie, 'x-forwarded-for': `10.8.0.${1 + (place % 250)}` },
      agent: false,
    },
    resolve,
  ).on('error', reject)
  const answer = await promise
  if (answer.statusCode !== 200) throw new Error(`a console was answered ${answer.statusCode}`)
  let events = 0
  const first = Promise.withResolvers<void>()
  answer.on('data', (piece: Buffer) => {
    events += piece.toString().split('\ndata: ').length - 1
    if (events > 0) first.resolve()
  })
  answer.on('error', () => first.reject(new Error('a stream broke')))
  await first.promise
  return { events: () => events, leave: () => void asking.destroy() }
}
