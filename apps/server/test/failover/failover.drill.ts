import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Crowd, startCrowd, TICKETS } from '../crash/crowd.ts'
import { patiently } from '../crash/patient-shop.ts'
import type { Proxy, ProxyAnswer } from '../neighbours/nginx.ts'
import { shopBehind } from '../neighbours/shop-behind.ts'
import { type FailoverRig, openFailoverRig } from './failover-rig.ts'
import type { Machine } from './machines.ts'

const BUYERS = 5
/** A buyer reads before the next request. */
const READ_MS = 250
const ALL_MS = 1_800_000
/** Longer than a lease of Patroni. */
const LONG_MS = 25_000
/** A process that is blind has left the balancer, and its visitors with it. */
const BLIND_AFTER_MS = 10_000
const PAGES = ['/', '/tickets/', '/api/v1/products?lang=ja', '/api/v1/texts?lang=en']
const PAGE_EVERY_MS = 250
/** Somebody orders so often, and never pays: what tells how long nobody could. */
const ORDER_EVERY_MS = 250
const LOOK_EVERY_MS = 250

type Kind = 'order' | 'form' | 'payment' | 'page' | 'other'

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['order', /^\/api\/v1\/orders$/],
  ['form', /^\/api\/v1\/ordermails\/ord_/],
  ['payment', /^\/api\/v1\/orders\/(checkout\/|confirmcheckout$)/],
]

interface Asked {
  readonly kind: Kind
  readonly path: string
  readonly began: number
  readonly ended: number
  /** 0: no answer came. */
  readonly status: number
  /** In seconds; undefined for what was read just now. */
  readonly age: number | undefined
}

let rig: FailoverRig
let crowd: Crowd
const asked: Asked[] = []
let isOver = false
let readers: Promise<unknown>

beforeAll(async () => {
  rig = await openFailoverRig()
  crowd = startCrowd(rig, BUYERS, patiently(shopBehind(askAsBuyer)))
  readers = Promise.all([readPages(), orderAgain(), watchReadiness()])
  await crowd.untilMore(3 * BUYERS)
}, ALL_MS)
afterAll(() => rig?.close(), ALL_MS)

let requests = 0
/** Each request comes from another visitor's address, so that no limit of an address applies. */
async function ask(kind: Kind, question: Parameters<Proxy['ask']>[0]): Promise<ProxyAnswer> {
  requests += 1
  const from = `100.${64 + ((requests >> 16) & 63)}.${(requests >> 8) & 255}.${requests & 255}`
  const began = performance.now()
  const note = (status: number, age: string | null): void =>
    void asked.push({
      kind,
      path: question.path,
      began,
      ended: performance.now(),
      status,
      age: age === null ? undefined : Number(age),
    })
  try {
    const answer = await fetch(`${rig.origin}${question.path}`, {
      method: question.method ?? 'GET',
      redirect: 'manual',
      headers: { ...question.headers, 'x-forwarded-for': from },
      ...(question.body !== undefined && { body: question.body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    note(answer.status, answer.headers.get('age'))
    return { status: answer.status, headers: Object.fromEntries(answer.headers), bytes }
  } catch (error) {
    note(0, null)
    throw error
  }
}

/** Every other payment has a key, as that of a reseller has: it is sent again with the same one, and told to wait while the first is under way. */
const keys = new Map<string, string | undefined>()
const askAsBuyer: Proxy['ask'] = async question => {
  const { path } = question
  const kind = KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other'
  if (!path.startsWith('/api/v1/orders/checkout/')) {
    await delay(READ_MS)
    return ask(kind, question)
  }
  if (!keys.has(path)) keys.set(path, keys.size % 2 === 0 ? randomUUID() : undefined)
  const key = keys.get(path)
  const headers = { ...question.headers, ...(key !== undefined && { 'idempotency-key': key }) }
  for (;;) {
    await delay(READ_MS)
    const answer = await ask(kind, { ...question, headers })
    const isWaiting = answer.status === 409 && answer.headers['retry-after'] !== undefined
    if (!isWaiting) return answer
  }
}

async function readPages(): Promise<void> {
  for (let number = 0; !isOver; number += 1) {
    const path = PAGES[number % PAGES.length] ?? '/'
    await ask('page', { path }).catch(() => undefined)
    await delay(PAGE_EVERY_MS)
  }
}

async function orderAgain(): Promise<void> {
  const { productUuid, spans, adult } = rig.catalogues.paid
  const order = {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[0],
    quantity: 1,
    option_values: [{ option_value_id: adult, quantity: 1 }],
  }
  while (!isOver) {
    await ask('order', {
      method: 'POST',
      path: '/api/v1/orders',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    }).catch(() => undefined)
    await delay(ORDER_EVERY_MS)
  }
}

/** When each process said last that it was not ready, and since when. */
const unready: Array<{ readonly name: string; readonly at: number }> = []

async function watchReadiness(): Promise<void> {
  while (!isOver) {
    const all = rig.processes()
    const statuses = await Promise.all(all.map(one => one.readiness()))
    for (const [index, one] of all.entries())
      if (statuses[index] !== 200) unready.push({ name: one.name, at: performance.now() })
    await delay(LOOK_EVERY_MS)
  }
}

/** From the first to the last time that each process was not ready, in seconds. */
function unreadySince(since: number): string {
  const each = Map.groupBy(
    unready.filter(({ at }) => at >= since),
    ({ name }) => name,
  )
  return [...each]
    .map(([name, looks]) => {
      const times = looks.map(({ at }) => at)
      return `${name} ${((Math.max(...times) - Math.min(...times)) / 1000).toFixed(1)}`
    })
    .toSorted()
    .join(', ')
}

interface Harm {
  readonly what: string
  /** The longest time without a new order, in seconds. */
  readonly mostSeconds: number
  /** Nodes that take writes, one after the other, at the most. */
  readonly mostReigns: number
  /** Does it, and returns how it is mended. */
  readonly harm: () => Promise<() => Promise<void> | void>
  /** How long it lasts after the sale goes on, in ms. */
  readonly lastsMs?: number
}

async function killNode(): Promise<() => void> {
  const node = await rig.cluster.leader()
  await node.kill()
  return () => rig.cluster.start(node)
}

const NOTHING = 'nothing'
const KILLED = { mostSeconds: 25, mostReigns: 2 }

const HARMS: readonly Harm[] = [
  { what: NOTHING, mostSeconds: 3, mostReigns: 1, harm: async () => () => undefined, lastsMs: 10_000 },
  {
    what: 'planned switch',
    mostSeconds: 3,
    mostReigns: 2,
    harm: async () => {
      await rig.cluster.switchTo(await rig.cluster.synchronous())
      return () => undefined
    },
  },
  { what: 'node killed', harm: killNode, ...KILLED },
  {
    what: 'PostgreSQL killed',
    mostSeconds: 10,
    mostReigns: 2,
    harm: async () => {
      rig.cluster.killPostgres(await rig.cluster.leader())
      return () => undefined
    },
  },
  {
    what: 'primary cut off by the network',
    mostSeconds: 30,
    mostReigns: 2,
    harm: async () => {
      const node = await rig.cluster.leader()
      node.cutOff(true)
      return () => node.cutOff(false)
    },
    lastsMs: 5_000,
  },
  {
    what: 'majority of etcd lost',
    mostSeconds: 3,
    mostReigns: 1,
    harm: async () => {
      const leader = await rig.cluster.leader()
      const [one, other] = rig.cluster.nodes.filter(node => node !== leader)
      const lost = [one, other].filter((node): node is Machine => node !== undefined)
      for (const node of lost) rig.cluster.killEtcd(node)
      return () => lost.forEach(node => rig.cluster.startEtcd(node))
    },
    lastsMs: LONG_MS,
  },
]

let quietGap = 0

test.for(HARMS)('$what', { timeout: ALL_MS }, async (harm, { annotate }) => {
  const { told, gap, share, reigns } = await suffer(harm)
  await annotate(told)
  if (harm.what === NOTHING) quietGap = gap
  expect({ gap, isInTime: gap <= harm.mostSeconds + quietGap, told }).toMatchObject({ isInTime: true })
  expect(share).toBeGreaterThanOrEqual(0.99)
  expect(reigns.length).toBeLessThanOrEqual(harm.mostReigns)
  expect(new Set(reigns).size).toBe(reigns.length)
})

interface Suffered {
  /** A line of all that was seen. */
  readonly told: string
  /** The longest time without a new order, in seconds. */
  readonly gap: number
  /** Of the pages that were asked for, those that were shown. */
  readonly share: number
  readonly reigns: readonly string[]
}

async function suffer({ what, harm, lastsMs = 0 }: Harm): Promise<Suffered> {
  await rig.cluster.untilWhole()
  await crowd.untilMore(BUYERS)
  const since = performance.now()
  const mend = await harm()
  await crowd.untilMore(2 * BUYERS)
  await delay(lastsMs)
  const until = performance.now()
  await mend()
  await rig.cluster.untilWhole()
  const pages = asked.filter(({ kind, ended }) => kind === 'page' && ended >= since && ended <= until)
  const shown = pages.filter(({ status }) => status === 200)
  const share = shown.length / pages.length
  const reigns = rig.pulse.reigns(since)
  const oldest = Math.max(0, ...shown.map(({ age }) => age ?? 0))
  return {
    told: `${what}: ${told(since, until)}; pages shown ${(100 * share).toFixed(1)} %, ${oldest} s old at the most; writers ${reigns.join(', ')}`,
    gap: gapOf('order', since, until),
    share,
    reigns,
  }
}

function told(since: number, until: number): string {
  const gaps = (['order', 'form', 'payment', 'page'] as const).map(
    kind => `${kind} ${gapOf(kind, since, until)} s`,
  )
  return `longest gaps: ${gaps.join(', ')}; answers: ${answersSince(since)}; not ready: ${unreadySince(since)}`
}

/** The longest time between two answers of success, in seconds. */
function gapOf(kind: Kind, since: number, until: number): number {
  const times = asked
    .filter(one => one.kind === kind && one.status > 0 && one.status < 300)
    .map(({ ended }) => ended)
    .filter(at => at >= since && at <= until)
  const all = [since, ...times, until]
  return Math.round(Math.max(...all.slice(1).map((at, index) => at - (all[index] ?? at))) / 100) / 10
}

function answersSince(since: number): string {
  const failed = asked.filter(({ ended, status }) => ended >= since && (status === 0 || status >= 400))
  const counts = Map.groupBy(failed, ({ status }) => status)
  return [...counts].map(([status, all]) => `${all.length} × ${status === 0 ? 'none' : status}`).join(', ')
}

test(
  'a web process and a worker that alone have lost the new primary leave the balancer, and the others sell',
  { timeout: ALL_MS },
  async ({ annotate }) => {
    await rig.cluster.untilWhole()
    const next = await rig.cluster.synchronous()
    const [, blind] = rig.shops
    if (blind === undefined) throw new Error('there is one machine of the store')
    next.loseAnswersTo(blind, true)
    const since = performance.now()
    await rig.cluster.switchTo(next)
    const own = rig.processes().filter(({ machine }) => machine === blind)
    while ((await Promise.all(own.map(one => one.readiness()))).includes(200)) await delay(100)
    const leftMs = performance.now() - since
    await crowd.untilMore(2 * BUYERS)
    const from = performance.now()
    await delay(BLIND_AFTER_MS)
    const failed = asked.filter(({ began, status }) => began >= from && (status === 0 || status >= 500))
    const until = performance.now()
    next.loseAnswersTo(blind, false)
    while ((await Promise.all(own.map(one => one.readiness()))).some(status => status !== 200))
      await delay(100)
    await annotate(
      `${told(since, from)}; left after ${(leftMs / 1000).toFixed(1)} s; then the longest gap ${gapOf('order', from, until)} s`,
    )
    expect(failed).toEqual([])
    expect(leftMs).toBeLessThan(BLIND_AFTER_MS)
  },
)

test('node killed, through PgBouncer', { timeout: ALL_MS }, async ({ annotate }) => {
  await rig.putPgBouncerBetween()
  // Processes that were just started know no page yet.
  await crowd.untilMore(6 * BUYERS)
  const { told: seen, gap, share } = await suffer({ what: 'through PgBouncer', harm: killNode, ...KILLED })
  await annotate(seen)
  expect({ gap, isInTime: gap <= KILLED.mostSeconds + quietGap, seen }).toMatchObject({ isInTime: true })
  expect(share).toBeGreaterThanOrEqual(0.99)
})

test(
  'nothing that was acknowledged is lost, nobody is charged twice, no invariant is broken',
  { timeout: ALL_MS },
  async ({ annotate }) => {
    await crowd.goHome()
    isOver = true
    await readers
    await rig.settle()
    const lost: string[] = []
    const shop = patiently(shopBehind(question => ask('other', question)))
    for (const { method, reservationToken } of crowd.bought) {
      const { body } = await shop.call('GET', `/api/v1/reservations/${reservationToken}/tickets`)
      if (Object.keys(body).length !== TICKETS) lost.push(`${method} ${reservationToken}`)
    }
    const lostRows = await rig.pulse.lost()
    const faults = asked.filter(({ status }) => status === 500).map(({ path }) => path)
    const queueLines = Math.max(...rig.processes().map(one => one.mostQueueLines()))
    const whys = Map.groupBy(crowd.givenUp, why => why.replace(/^\w+: /, ''))
    await annotate(
      `${asked.length} requests, ${crowd.bought.length} purchases; given up: ${[...whys].map(([why, all]) => `${all.length} × ${why}`).join(', ')}; longest wait for a key ${longestWait()} s; lines of a queue a second ${queueLines}`,
    )
    const wrongs = await rig.findWrongs()
    expect({ wrongs, lost, lostRows, faults }).toEqual({ wrongs: [], lost: [], lostRows: 0, faults: [] })
    expect(queueLines).toBeLessThanOrEqual(2)
  },
)

/** The longest time for which a payment was answered 409, in seconds. */
function longestWait(): number {
  const waited = Map.groupBy(
    asked.filter(({ kind, status }) => kind === 'payment' && status === 409),
    ({ path }) => path,
  )
  const times = [...waited.values()].map(all => (all.at(-1)?.ended ?? 0) - (all[0]?.ended ?? 0))
  return Math.round(Math.max(0, ...times) / 100) / 10
}
