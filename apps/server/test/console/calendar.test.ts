import * as calendar from '@kippu/contract/console/calendar'
import * as cancellations from '@kippu/contract/console/cancellations'
import { decideApprovalCall, listApprovalsCall } from '@kippu/contract/console/refunds'
import * as shares from '@kippu/contract/console/shares'
import * as door from '@kippu/contract/console/sign-in'
import { jstDateOf } from '@kippu/domain/jst-date'
import { PERMISSIONS_OF, ROLES } from '@kippu/domain/staff/permission'
import { sql } from 'kysely'
import { get } from 'node:http'
import type { Readable } from 'node:stream'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rounds } from '../../../../tools/test/proof-choice.ts'
import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { createLiveCalendar } from '../../src/console/calendar/live-calendar.ts'
import { createSessions } from '../../src/console/sign-in/sessions.ts'
import { workCancellations } from '../../src/office/visits/work-cancellations.ts'
import { startHoldProcesses, type WantedByAll } from '../hold-processes.ts'
import { kippuAs } from '../kippu.ts'
import { VISIT_DATE } from '../new-order.ts'
import { createShop, type StripeShop } from '../shop/shop.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../small-catalogue.ts'
import { askAt } from './console-visitor.ts'
import { createPeople, type Member, type People } from './people.ts'

let shop: StripeShop
let people: People
let aki: Member
let ren: Member

const params = { site: 'demo' }
const day = { from: VISIT_DATE, to: VISIT_DATE }
const reason = 'typhoon'

beforeAll(async () => {
  const port = await claimPort()
  const host = `console.localhost:${port}`
  shop = await createShop({
    payments: 'stripe',
    variables: { PORT: String(port), CONSOLE_HOST: host },
  })
  await shop.app.listen({ port, host: '127.0.0.1' })
  people = createPeople(shop, host)
  aki = await people.owner()
  ren = await people.other('ren', 'planner', '--sites', 'demo')
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())

const kippu = (...typed: readonly string[]) => kippuAs(shop, 'aki', typed)

interface TimeShown {
  readonly id: number
  readonly capacity: number
  readonly taken: number
  readonly held: number
  readonly is_stopped: boolean
  readonly starts_at: string
}

/** The times of a product on the day, as the console shows them. */
async function timesOf(uuid = shop.catalogue.productUuid, by = ren): Promise<readonly TimeShown[]> {
  const { status, body } = await by.visitor.call(calendar.readCalendarCall, { params, query: day })
  expect(status).toBe(200)
  const { products, days } = calendarIn(body)
  return days.find(({ product }) => products[product]?.uuid === uuid)?.times ?? []
}

function calendarIn(body: object): {
  readonly products: ReadonlyArray<{ readonly uuid: string }>
  readonly days: ReadonlyArray<{
    readonly product: number
    readonly price: number
    readonly times: readonly TimeShown[]
  }>
} {
  const { products, days } = { products: [], days: [], ...body }
  return { products, days }
}

const linesSince = async (after: number) =>
  (
    await shop.db.read(read =>
      sql<{ id: number; verb: string; details: Record<string, unknown>; [name: string]: unknown }>`
        select id, verb, site_key, staff, subject, permission, reason, details, via from staff_actions
         where id > ${after} and verb not like 'staff%' order by id`.execute(read),
    )
  ).rows
const lastLine = async (): Promise<number> => (await linesSince(0)).at(-1)?.id ?? 0

const seenSales = (times: readonly TimeShown[], more: object = {}) => ({
  ...day,
  product: shop.catalogue.productUuid,
  times: times.map(({ id, is_stopped }) => ({ id, is_stopped })),
  reason,
  ...more,
})
const stop = (times: readonly TimeShown[], by = ren, more: object = {}) =>
  by.visitor.call(calendar.stopSaleCall, { params, body: { ...seenSales(times, more), release: false } })
const resume = (times: readonly TimeShown[], by = ren) =>
  by.visitor.call(calendar.resumeSaleCall, { params, body: seenSales(times) })
const setCapacity = (times: readonly TimeShown[], units: number, more: object = {}) =>
  ren.visitor.call(calendar.setCapacityCall, {
    params,
    body: {
      ...day,
      product: shop.catalogue.productUuid,
      times: times.map(({ id, capacity }) => ({ id, capacity })),
      units,
      where_possible: false,
      ...more,
    },
  })

describe('the calendar', () => {
  test('shows what is sold, held and left of each time, and its price', async () => {
    await shop.buy(2)
    await shop.readyOrder(1)
    const [shown] = await timesOf()
    expect(shown).toMatchObject({ held: 1, is_stopped: false, capacity: Number(shown?.taken) + 2 })
    const { body } = await ren.visitor.call(calendar.readCalendarCall, { params, query: day })
    expect(calendarIn(body).days[0]).toMatchObject({ price: 3200 })
    const decade = { from: VISIT_DATE, to: '2036-12-01' }
    expect(await ren.visitor.call(calendar.readCalendarCall, { params, query: decade })).toMatchObject({
      status: 400,
    })
    // An order that is being paid holds too, and nobody's hold ends by itself then.
    const paying = await shop.readyOrder(1)
    await shop.pay(paying, '3220', 'stripe_secure')
    expect(await timesOf()).toMatchObject([{ taken: Number(shown?.taken) + 1, held: 2 }])
  })

  test('is for those who may see the stock, at their own sites', async () => {
    for (const role of ROLES.filter(one => one !== 'owner')) {
      const { visitor } = await people.other(`p-${role.replace('_', '-')}`, role, '--sites', 'mori')
      const may = PERMISSIONS_OF[role].includes('stock:read')
      const at = (site: string) => visitor.call(calendar.readCalendarCall, { params: { site }, query: day })
      expect({ role, ...(await at('mori')) }).toMatchObject({ role, status: may ? 200 : 403 })
      expect({ role, ...(await at('demo')) }).toMatchObject({ role, status: may ? 404 : 403 })
    }
    // All that are looked at are read together: one that can't be read would end the others.
    for (const site of ['none', '\0']) {
      const asked = { params: { site }, query: { ...day, seen: '' } }
      expect(await aki.visitor.call(calendar.watchCalendarCall, asked)).toMatchObject({ status: 404 })
    }
  })

  test('is changed as by commands: the same rows, the same line but for the door and the ids', async () => {
    const { productUuid } = shop.catalogue
    const times = await timesOf()
    const ids = times.map(({ id }) => id)
    const typed = ['demo', productUuid, '--from', VISIT_DATE] as const
    const before = await lastLine()
    expect(await stop(times, aki)).toMatchObject({
      status: 200,
      body: { times: 1, changed: 1, taken: times[0]?.taken },
    })
    expect(await timesOf()).toMatchObject([{ is_stopped: true }])
    expect(await resume(await timesOf(), aki)).toMatchObject({ status: 200, body: { changed: 1 } })
    const [stopped, resumed] = await linesSince(before)
    const between = await lastLine()
    await kippu('sales', 'stop', ...typed, '--reason', reason)
    await kippu('sales', 'resume', ...typed, '--reason', reason)
    const [stoppedThere, resumedThere] = await linesSince(between)
    for (const [here, there] of [
      [stopped, stoppedThere],
      [resumed, resumedThere],
    ])
      expect({ ...here, id: 0 }).toEqual({
        ...there,
        id: 0,
        via: 'console',
        details: { ...there?.details, ids },
      })
    const capacity = Number(times[0]?.capacity)
    expect(await setCapacity(times, 80)).toMatchObject({ status: 200, body: { times: 1, left_out: 0 } })
    expect((await linesSince(between)).at(-1)).toMatchObject({
      verb: 'capacity set',
      staff: 'ren',
      details: { ids, after: 80, before: [{ capacity, spans: 1 }] },
    })
  })

  test('is not changed where somebody else was first: both versions, who and when; what they did already is no fault', async () => {
    const seen = await timesOf()
    expect(await stop(seen, aki)).toMatchObject({ status: 200 })
    const by = { staff: 'aki', at: expect.stringContaining('+09:00') }
    // Ren saw it on sale, and would give it up again.
    expect(await resume(seen)).toMatchObject({
      status: 409,
      body: { error: 'changed meanwhile', times: [{ id: seen[0]?.id, now: { is_stopped: true }, by }] },
    })
    expect(await timesOf()).toMatchObject([{ is_stopped: true }])
    expect(await stop(seen)).toMatchObject({ status: 200, body: { changed: 0 } })
    // A capacity is another field: both are kept.
    expect(await setCapacity(seen, 70)).toMatchObject({ status: 200 })
    expect(await setCapacity(seen, 90)).toMatchObject({
      status: 409,
      body: { times: [{ now: { capacity: 70, is_stopped: true }, by: { staff: 'ren' } }] },
    })
    expect(await timesOf()).toMatchObject([{ capacity: 70, is_stopped: true }])
    const gone = [{ ...seen[0]!, id: 2_000_000_000 }]
    expect(await stop(gone)).toMatchObject({
      status: 409,
      body: { times: [{ id: 2_000_000_000, at: null }] },
    })
    const elsewhere = await insertSmallCatalogue(shop.db, { siteKey: 'mori' })
    const [theirs = 0] = elsewhere.spans
    const { status, body } = await stop([{ ...seen[0]!, id: theirs }])
    expect({ status, body }).toEqual({
      status: 409,
      body: { error: 'changed meanwhile', times: [{ id: theirs, at: null }] },
    })
    await resume(await timesOf())
  })

  test('has no capacity below what is taken: the least is said, and times may be left out', async () => {
    await shop.buy(3)
    const other = await insertSmallCatalogue(shop.db, { capacities: [5] })
    const times = [...(await timesOf()), ...(await timesOf(other.productUuid))]
    expect(await setCapacity(times, 2, { product: null })).toMatchObject({
      status: 409,
      body: {
        why: 'more is held, sold or kept than that',
        times: [{ id: times[0]?.id, least: times[0]?.taken }],
      },
    })
    expect(await setCapacity(times, 2, { product: null, where_possible: true })).toMatchObject({
      status: 200,
      body: { times: 1, left_out: 1 },
    })
    expect([await timesOf(), await timesOf(other.productUuid)]).toMatchObject([
      [{ capacity: times[0]?.capacity }],
      [{ capacity: 2 }],
    ])
  })

  test('keeps places for channels, as they were seen, and never more than there are', async () => {
    await shop.db.transaction(tx => tx.deleteFrom('channel_shares').execute())
    const [time] = await timesOf()
    const { id = 0, capacity = 0, taken = 0 } = time ?? {}
    const chosen = { ...day, product: shop.catalogue.productUuid }
    const sharesOf = async () =>
      v
        .parse(
          shares.readSharesCall.response,
          (await ren.visitor.call(shares.readSharesCall, { params, body: { ...chosen, ids: [id] } })).body,
        )
        .shares.find(({ channel }) => channel === 'OTA')
    const keep = (units: number | null, seen: number | null) =>
      ren.visitor.call(shares.setShareCall, {
        params,
        body: {
          ...chosen,
          channel: 'OTA',
          times: [{ id, share: seen }],
          share: units === null ? null : { units, only: true, release_minutes: null },
          where_possible: false,
        },
      })
    expect(await keep(2, null)).toMatchObject({ status: 200, body: { times: 1, left_out: 0 } })
    expect(await sharesOf()).toMatchObject({ share: 2, only: true, used: 0, left: 2 })
    expect(await timesOf()).toMatchObject([{ kept: 2 }])
    // Somebody who saw none changes nothing, and neither does one who takes it away.
    for (const units of [3, null])
      expect(await keep(units, null)).toMatchObject({ status: 409, body: { error: 'changed meanwhile' } })
    expect(await keep(capacity + 1, 2)).toMatchObject({
      status: 409,
      body: {
        error: 'refused',
        why: 'other channels have shares of the rest',
        times: [{ id, most: capacity }],
      },
    })
    expect(await keep(null, 2)).toMatchObject({ status: 200 })
    expect(await sharesOf()).toMatchObject({ share: null, only: false, left: capacity - taken })
    expect((await linesSince(0)).slice(-2)).toMatchObject([
      { verb: 'shares set', staff: 'ren', via: 'console', details: { channel: 'OTA', units: 2, spans: 1 } },
      { verb: 'shares remove', staff: 'ren', via: 'console', details: { channel: 'OTA', spans: 1 } },
    ])
  })

  test('gets one more time as by the command; not twice, not backwards, not on a day that is not sold', async () => {
    const { productUuid } = await insertSmallCatalogue(shop.db, { capacities: [5] })
    const add = (starts: string, ends: string, more: object = {}) =>
      ren.visitor.call(calendar.addTimeCall, {
        params,
        body: { product: productUuid, date: VISIT_DATE, starts_at: starts, ends_at: ends, units: 4, ...more },
      })
    const refused = (why: string) => ({ status: 409, body: { error: 'refused', why } })
    const before = await lastLine()
    expect(await add('17:30', '18:30')).toMatchObject({ status: 200, body: { is_stopped: false } })
    const typed = ['times', 'add', 'demo', productUuid, '4', '--on', VISIT_DATE] as const
    expect(await kippuAs(shop, 'ren', [...typed, '--time', '18:30', '--until', '19:30'])).toMatchObject({
      code: 0,
    })
    const [here, there] = await linesSince(before)
    expect({ ...here, id: 0 }).toEqual({
      ...there,
      id: 0,
      via: 'console',
      details: { ...there?.details, time: '17:30', until: '18:30' },
    })
    expect(await add('17:30', '19:00')).toMatchObject(refused('a time begins then already'))
    expect(await add('19:00', '18:00')).toMatchObject(refused('it ends before it begins'))
    expect(await add('09:00', '10:00', { date: '2026-12-09' })).toMatchObject(refused('that day is not sold'))
    const today = await insertSmallCatalogue(shop.db, { visitDate: jstDateOf(shop.clock.now()) })
    const now = new Date(shop.clock.now() + 9 * 3_600_000 - 60_000).toISOString().slice(11, 16)
    const late = { product: today.productUuid, date: jstDateOf(shop.clock.now()) }
    expect(await add(now, '23:59', late)).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'starts_at', rule: 'not over' }] },
    })
    const typedToday = ['times', 'add', 'demo', today.productUuid, '4', '--on', late.date] as const
    expect(await kippuAs(shop, 'ren', [...typedToday, '--time', now, '--until', '23:59'])).toMatchObject({
      code: 1,
      text: expect.stringContaining('that time has passed'),
    })
    expect(await add('23:57', '23:59', late)).toMatchObject({ status: 200 })
    const elsewhere = await insertSmallCatalogue(shop.db, { siteKey: 'mori' })
    expect(await add('09:00', '10:00', { product: elsewhere.productUuid })).toMatchObject(
      refused('that day is not sold'),
    )
    expect((await kippuAs(shop, 'ren', [...typed, '--time', '18:30', '--until', '19:00'])).code).toBe(1)
    expect((await kippuAs(shop, 'ren', [...typed, '--time', '18:30'])).code).toBe(2)
    await stop(await timesOf(productUuid), ren, { product: productUuid })
    expect(await add('20:00', '21:00')).toMatchObject({ body: { is_stopped: true } })
    expect((await timesOf(productUuid)).map(time => time.starts_at)).toEqual([
      '10:00',
      '17:30',
      '18:30',
      '20:00',
    ])
  })
})

describe('the calendar while it is looked at', () => {
  const event = calendar.watchCalendarCall.response

  /** The events that came since. */
  function eventsOf(stream: Readable | undefined) {
    const read: unknown = stream?.read()
    return (Buffer.isBuffer(read) ? read.toString() : '')
      .split('\n')
      .filter(line => line.startsWith('data: '))
      .map(line => v.parse(event, JSON.parse(line.slice('data: '.length))))
  }
  const versionSeen = async () =>
    String((await ren.visitor.call(calendar.readCalendarCall, { params, query: day })).body['version'])

  test('is read once a turn for everybody; each gets what changed, or the whole, until their session ends', async () => {
    const member = await people.other('wal', 'planner', '--sites', 'demo')
    const { rows } = await shop.db.read(read =>
      sql<{ id: string }>`select id from staff_sessions where staff = 'wal'`.execute(read),
    )
    const actor = { name: 'wal', role: 'planner', siteKeys: ['demo'] } as const
    const session = { id: String(rows[0]?.id), actor, passkeyId: '', provedAt: new Date(0) }
    let reads = 0
    let hasBegun = false
    const live = createLiveCalendar({
      db: {
        ...shop.db,
        read: work => {
          reads += 1
          return shop.db.read(work)
        },
      },
      drain: { hasBegun: () => hasBegun },
      sessions: createSessions(shop),
    })
    const asked = { siteKey: 'demo', ...day }
    const seen = await versionSeen()
    const streams = Array.from({ length: 18 }, () => live.watch(asked, session, seen))
    const late = live.watch(asked, session, 'another')
    await live.turn()
    expect(streams.flatMap(eventsOf)).toEqual([])
    expect(eventsOf(late)).toMatchObject([{ kind: 'calendar', calendar: { version: seen } }])
    const other = await insertSmallCatalogue(shop.db, { capacities: [5, 6] })
    await live.turn()
    expect(eventsOf(late)).toMatchObject([{ kind: 'calendar', calendar: { products: expect.any(Array) } }])
    await shop.buy(1)
    const [bought] = await timesOf()
    const older = live.watch(asked, session, seen)
    // As many as a person may, in however many sessions.
    expect(live.watch(asked, { ...session, id: 'another' }, seen)).toBeUndefined()
    for (const stream of streams) eventsOf(stream)
    await live.turn()
    expect([late, ...streams].flatMap(eventsOf)).toEqual(
      Array.from({ length: 19 }, () => ({ kind: 'times', version: expect.any(String), times: [bought] })),
    )
    // The times that changed would not be all that one misses who has an older version.
    expect(eventsOf(older)).toMatchObject([{ kind: 'calendar' }])
    older?.destroy()
    expect(other.spans).toHaveLength(2)
    expect(reads).toBe(3)
    // Resumed by the version of its last event, at any process: nothing was missed.
    late?.destroy()
    const again = live.watch(asked, session, await versionSeen())
    await live.turn()
    expect(eventsOf(again)).toEqual([])
    expect(reads).toBe(4)
    await member.visitor.call(door.signOut)
    for (let turn = 0; turn < 3; turn += 1) await live.turn()
    for (const stream of [again, ...streams]) expect(stream?.resume().isPaused()).toBe(false)
    for (const stream of [again, ...streams]) expect(await stream?.toArray()).toBeDefined()
    // Somebody whom nobody looks at costs nothing.
    reads = 0
    await live.turn()
    expect(reads).toBe(0)
    hasBegun = true
    const last = live.watch(asked, session, seen)
    await live.turn()
    expect(await last?.toArray()).toHaveLength(1)
  })

  test('comes over HTTP as server-sent events that no proxy keeps back, and ends with the process', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<{
      readonly type: unknown
      readonly text: string
    }>()
    const path = `/console/v1/sites/demo/calendar/live?from=${VISIT_DATE}&to=${VISIT_DATE}&seen=none`
    const { port } = new URL(`http://${people.host}`)
    const headers = { host: people.host, cookie: String(ren.visitor.cookie()), 'accept-encoding': 'gzip' }
    const head = await askAt(people.host, { method: 'HEAD', path, headers, body: '' })
    expect(head.status).toBe(404)
    // It stays open: the shop could not be closed if nobody ended it.
    get({ host: '127.0.0.1', port, path, headers }, answer => {
      let text = ''
      answer.on('data', (piece: Buffer) => {
        text += piece.toString()
        if (text.includes('data: ')) resolve({ type: answer.headers['content-type'], text })
      })
      answer.on('error', reject)
    }).on('error', reject)
    expect(await promise).toMatchObject({
      type: 'text/event-stream',
      text: expect.stringMatching(/^retry: 1000\n\nid: \w{32}\ndata: \{"kind":"calendar"/),
    })
  })
})

describe('two people at one day that everybody buys', () => {
  const ROUNDS = rounds({ short: 2, whole: 200 })
  const PLACES = 100_000

  const heldOf = async (spans: readonly number[]): Promise<number> =>
    (
      await shop.db.read(read =>
        sql<{ units: number }>`
          select coalesce(sum(units), 0)::integer as units from holds where time_span_id = any(${[...spans]}::int[])`.execute(
          read,
        ),
      )
    ).rows[0]?.units ?? 0

  interface Round {
    readonly guard: 'on' | 'cached'
    readonly rounds: number
  }

  /** Units that were held when the last stop was committed, and those that are held when all buyers have ended, of each round. */
  async function pressUnderFire({ guard, rounds: count }: Round) {
    const by = await startHoldProcesses({ url: shop.databaseUrl, guard, buyersAProcess: 25 })
    const found: Array<{ readonly taken: unknown; readonly held: number }> = []
    for (let round = 0; round < count; round += 1) {
      const catalogue = await insertSmallCatalogue(shop.db, {
        capacities: [PLACES, PLACES],
        setCapacities: [PLACES],
      })
      const { wanted, product, spans } = wantedIn(catalogue, round)
      const body = (isStopped: boolean) => ({
        ...day,
        product,
        times: spans.map(id => ({ id, is_stopped: isStopped })),
        reason,
      })
      const pressStop = () =>
        aki.visitor.call(calendar.stopSaleCall, { params, body: { ...body(false), release: false } })
      const pressResume = () => ren.visitor.call(calendar.resumeSaleCall, { params, body: body(true) })
      const before = await lastLine()
      const buying = by.buyAtOnce(catalogue, { ...wanted, untilRefused: true, channels: ['web', 'spot'] })
      while ((await heldOf(spans)) < 1 + ((round * 37) % 200));
      if (guard === 'on') await Promise.all([pressStop(), pressResume()])
      const last = await pressStop()
      await buying
      found.push({ taken: last.body['taken'], held: await heldOf(spans) })
      if (guard === 'cached') continue
      // Between each stop and the resume that came after it, nothing was held.
      const lines = (await linesSince(before)).map(({ verb, details }) => ({ verb, taken: details['taken'] }))
      expect(lines.map(({ verb }) => verb).toSorted()).toEqual(['sales resume', 'sales stop', 'sales stop'])
      const stops = lines.flatMap(({ verb, taken }, place) =>
        verb === 'sales stop' ? [{ taken, place }] : [],
      )
      for (const { taken, place } of stops) expect(lines[place + 1]?.taken ?? taken).toBe(taken)
    }
    await by.stop()
    return found
  }

  interface Asked {
    readonly wanted: Pick<WantedByAll, 'timeSpanIds' | 'set'>
    /** The sale of these is stopped. */
    readonly product: string
    readonly spans: readonly number[]
  }

  function wantedIn({ spans, productUuid, tea }: SmallCatalogue, round: number): Asked {
    if (round % 2 === 0) return { wanted: { timeSpanIds: spans, set: null }, product: productUuid, spans }
    // Of those who want a visit and tea at one time, none gets a visit once the tea is stopped.
    const set = { productId: tea.productId, timeSpanId: tea.spans[0] ?? 0 }
    return { wanted: { timeSpanIds: spans, set }, product: tea.productUuid, spans: tea.spans }
  }

  test(
    `${ROUNDS} times: after the last stop, and before a resume, not one unit is held`,
    { timeout: 3_600_000 },
    async () => {
      for (const { taken, held } of await pressUnderFire({ guard: 'on', rounds: ROUNDS })) {
        expect(held).toBe(taken)
        expect(held).toBeGreaterThan(0)
      }
    },
  )

  test(
    'with the state read from the cache alone, units are held after the last stop',
    { timeout: 120_000 },
    async () => {
      const [found] = await pressUnderFire({ guard: 'cached', rounds: 1 })
      expect(found?.held).toBeGreaterThan(Number(found?.taken))
    },
  )
})

interface VisitShown {
  readonly reservation_number: string
  readonly tickets: number
  readonly yen: number
}

function visitsIn(plan: object): readonly VisitShown[] {
  const { visits } = { visits: [], ...plan }
  return visits
}

const sumOf = (visits: readonly VisitShown[], of: 'tickets' | 'yen'): number =>
  visits.reduce((sum, visit) => sum + visit[of], 0)

/** Last: afterwards nothing is on sale. */
describe('visits that are cancelled', () => {
  const chosen = async () => ({
    ...day,
    product: shop.catalogue.productUuid,
    ids: (await timesOf()).map(({ id }) => id),
  })

  test('are seen by language, method and reservation, agreed to by two, cancelled once, and followed by the row', async () => {
    const umi = await people.other('umi', 'manager', '--sites', 'demo')
    // Somebody who was invited within a day is not a second person to the one who did it.
    shop.clock.advance(25 * 60 * 60_000)
    for (const member of [aki, ren, umi]) await people.signIn(member)
    const selection = await chosen()
    const see = async () =>
      (await umi.visitor.call(cancellations.previewCancellationCall, { params, body: selection })).body
    await shop.buy(1)
    const seen = await see()
    const late = await shop.buy(2)
    const grown = await see()
    const [before, buyers] = [visitsIn(seen), visitsIn(grown).length]
    const counted = { buyers, tickets: sumOf(visitsIn(grown), 'tickets'), yen: sumOf(visitsIn(grown), 'yen') }
    expect(grown).toMatchObject({
      times: 1,
      by_language: [{ lang: 'ja', ...counted }],
      by_method: [{ method: 'stripe', ...counted }],
      used_up: 0,
    })
    expect(
      visitsIn(grown).filter(
        visit => !before.some(one => one.reservation_number === visit.reservation_number),
      ),
    ).toMatchObject([{ reservation_number: late.number, tickets: 2, yen: 6400 }])
    const ask = (digest: unknown, by = umi, more: object = {}) =>
      by.visitor.call(cancellations.askCancellationCall, {
        params,
        body: { ...selection, moves_through: null, digest, reason, ...more },
      })
    expect(await ask(seen['digest'], ren)).toMatchObject({ status: 403 })
    expect(await ask(seen['digest'], umi, { moves_through: '2020-01-01' })).toMatchObject({ status: 400 })
    expect(await ask(seen['digest'])).toMatchObject({ status: 409, body: { error: 'changed meanwhile' } })
    const asked = await ask(grown['digest'])
    expect(asked).toMatchObject({ status: 200, body: { waits_until: null } })
    const approval = String(asked.body['id'])
    const cancel = (by = umi) =>
      by.visitor.call(cancellations.cancelAgreedCall, { params: { ...params, approval } })
    expect(await cancel()).toMatchObject({ status: 403, body: { why: 'nobody has agreed yet' } })
    const listed = await aki.visitor.call(listApprovalsCall, { params })
    expect(listed.body).toMatchObject({
      approvals: [
        { id: approval, verb: 'visits cancel', shown: { visits: buyers, yen: counted.yen, way: 'refund' } },
      ],
    })
    await aki.visitor.call(decideApprovalCall, { params: { ...params, approval }, body: { agrees: true } })
    expect(await cancel(aki)).toMatchObject({ status: 403 })
    const begun = await cancel()
    expect(begun).toMatchObject({ status: 200, body: { visits: buyers } })
    expect((await cancel()).status).toBe(403)
    expect(await timesOf()).toMatchObject([{ is_stopped: true }])
    expect((await linesSince(0)).findLast(({ verb }) => verb === 'visits cancel')).toMatchObject({
      staff: 'umi',
      via: 'console',
      details: { ids: selection.ids, approved_by: 'aki', visits: buyers },
    })
    const cancellation = String(begun.body['id'])
    const read = (by = umi, site = 'demo', id = cancellation) =>
      by.visitor.call(cancellations.readCancellationCall, { params: { site, cancellation: id } })
    // Each line that is shown is the row, before workers are at it and after.
    for (const isWorked of [false, true]) {
      if (isWorked) {
        await workCancellations(shop.deps)
        await shop.reconcile()
      }
      const { body } = await read()
      const { rows } = await shop.db.read(reading =>
        sql`select r.number as reservation_number, i.state, i.code, i.letter from visit_cancellation_items i
              join reservations r on r.id = i.reservation_id where i.cancellation_id = ${Number(cancellation)}
             order by i.state not in ('failed', 'needs_person'), r.number`.execute(reading),
      )
      expect(body['items']).toEqual(rows)
      expect(rows).toHaveLength(buyers)
    }
    expect((await read()).body).toMatchObject({
      counts: { done: buyers },
      letters: buyers,
      items: visitsIn(grown).map(({ reservation_number }) => ({
        reservation_number,
        state: 'done',
        code: 'refunded',
        letter: 'refund',
      })),
    })
    expect((await umi.visitor.call(cancellations.listCancellationsCall, { params })).body).toMatchObject({
      cancellations: [{ id: Number(cancellation), by: 'umi', counts: { done: buyers }, moves_until: null }],
    })
    for (const [site, id] of [
      ['mori', cancellation],
      ['demo', '999999'],
      ['demo', 'x'],
    ] as const)
      expect(await read(aki, site, id)).toMatchObject({ status: 404 })
    const retry = (by: Member) =>
      by.visitor.call(cancellations.retryCancellationCall, { params: { ...params, cancellation } })
    expect(await retry(ren)).toMatchObject({ status: 403 })
    expect(await retry(umi)).toMatchObject({ status: 200, body: { items: 0, refunds: 0 } })
    await shop.compareBooks()
  })
})
