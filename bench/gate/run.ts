import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { systemClock } from '@kippu/server/platform/clock'
import { type Database, openDatabase } from '@kippu/server/platform/db/database'
import { addDevice } from '@kippu/server/gate/devices/add-device'
import { addGate } from '@kippu/server/gate/devices/add-gate'
import { enrolDevice } from '@kippu/server/gate/devices/enrol-device'
import { createSiteContent } from '@kippu/server/sites/content/site-content'
import { scanTicket } from '@kippu/server/gate/check-in/scan-ticket'
import { createSiteGates, type SiteGate, type SiteGates } from '@kippu/server/tickets/site-gates/site-gates'

import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { order } from '../holds/wrk.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { median } from '../median.ts'
import { startStore, type Store } from '../processes/stores.ts'
import { writeResults } from '../../tools/test/results.ts'
import { runAndStop } from '../started.ts'
import { checkInAlone } from './one-transaction-a-check-in.ts'
import { countInside, emptyEvent, type Event, insertEvent } from './tickets.ts'
import { byStaff } from '@kippu/server/platform/staff/staff-verb'

/**
 * How many people a second enter one event, together and each in a transaction of their own; and how long the devices of a gate wait for
 * an answer while the store sells.
 */
const TICKETS = 20_000
const CLIENTS = 64
const SECONDS = 4
const WARM_UP_SECONDS = 2
const POOL_SIZE = 10
const DEVICES = 20
const DOOR_SECONDS = 30
const SALE_CONNECTIONS = 16
const MOST_P99_MS = 500

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const ROUNDS = Number(values.rounds)

interface Bench {
  readonly store: Store
  /** Shared by all clients. */
  readonly db: Database
  /** A connection for each: they share nothing. */
  readonly alone: readonly Database[]
  readonly gate: SiteGate
  readonly gates: SiteGates
  readonly event: Event
}

type CheckIn = (bench: Bench, code: string, client: number) => Promise<boolean>

const WAYS: Readonly<Record<'together' | 'the same, one transaction each' | 'a leaner program', CheckIn>> = {
  together: ({ db, ...bench }, code) => scan(bench, db, code),
  'the same, one transaction each': ({ alone, ...bench }, code, client) =>
    scan(bench, alone[client % alone.length], code),
  'a leaner program': ({ db, gate }, code) => checkInAlone(db, gate, code),
}
type Way = keyof typeof WAYS

async function scan(
  { store, gates }: Pick<Bench, 'store' | 'gates'>,
  db: Database | undefined,
  code: string,
): Promise<boolean> {
  if (db === undefined) throw new Error('a client has no connection')
  const scanned = await scanTicket(
    { db, gates, clock: systemClock, tokens: store.tokens },
    {
      siteKey: 'demo',
      gateId: randomUUID(),
      deviceId: randomUUID(),
      scanId: randomUUID(),
      direction: 'in',
      lang: 'ja',
      shown: { code },
    },
  )
  return scanned.status === 'success'
}

interface Measured {
  readonly round: number
  readonly way: Way
  readonly perSecond: number
  readonly loadAverage: number
}

await runAndStop(async stopLater => {
  await buildWebIfStale()
  // All devices of this machine are one network.
  const store = await startStore(1, stopLater, {
    REQUESTS_PER_MINUTE: '1000000',
    ORDERS_PER_MINUTE: '1000000',
  })
  const db = openDatabase(store.databaseUrl, { poolSize: POOL_SIZE })
  stopLater({ stop: () => db.close() })
  const shared = { db, clock: systemClock, tokens: store.tokens }
  const gates = createSiteGates(shared, createSiteContent(shared))
  const gate = await gates.of('demo')
  const event = await insertEvent(store.db, { tokens: store.tokens, gate, tickets: TICKETS })
  const alone = Array.from({ length: POOL_SIZE }, () => openDatabase(store.databaseUrl, { poolSize: 1 }))
  stopLater({ stop: async () => void (await Promise.all(alone.map(one => one.close()))) })
  const bench = { store, db, alone, gate, gates, event }
  for (const way of waysOf()) await measure(bench, way, WARM_UP_SECONDS)
  const measured: Measured[] = []
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const way of waysOf()) {
      const perSecond = await measure(bench, way, SECONDS)
      measured.push({ round, way, perSecond: Math.round(perSecond), loadAverage: loadAverage() })
      console.log(round, way, Math.round(perSecond))
    }
  const of = (way: Way): number[] => measured.filter(one => one.way === way).map(({ perSecond }) => perSecond)
  const together = of('together')
  const ratioTo = (way: Way): number =>
    rounded(median(of(way).map((few, index) => (together[index] ?? Number.NaN) / few)))
  const door = await standAtTheDoor(bench)
  const results = {
    command: ['npm run bench:gate --', ...process.argv.slice(2)].join(' '),
    date: new Date().toISOString(),
    machine: describeMachine(),
    settings: {
      tickets: TICKETS,
      clients: CLIENTS,
      seconds: SECONDS,
      databaseConnections: POOL_SIZE,
      fsync: 'on',
    },
    ratios: Object.fromEntries(waysOf().map(way => [way, ratioTo(way)])),
    medians: Object.fromEntries(waysOf().map(way => [way, median(of(way))])),
    door,
  }
  const file = writeResults('gate', results, { runs: measured })
  console.log(results.ratios, results.medians, door, file)
  if (door.p99 > MOST_P99_MS) throw new Error(`the devices waited ${door.p99} ms`)
})

function waysOf(): readonly Way[] {
  return ['the same, one transaction each', 'together', 'a leaner program']
}

/** People a second, each with a ticket of their own, over so many at a time. */
async function measure(bench: Bench, way: Way, seconds: number): Promise<number> {
  await emptyEvent(bench.store.db)
  const left = bench.event.codes.values()
  const began = performance.now()
  const until = began + seconds * 1_000
  let entered = 0
  await Promise.all(
    Array.from(
      { length: way === 'the same, one transaction each' ? POOL_SIZE : CLIENTS },
      async (_, client) => {
        while (performance.now() < until) {
          const { value: code } = left.next()
          // All have come.
          if (code === undefined) return
          if (!(await WAYS[way](bench, code, client))) throw new Error('somebody was refused')
          entered += 1
        }
      },
    ),
  )
  const took = (performance.now() - began) / 1_000
  const inside = await countInside(bench.store.db)
  if (inside.tickets !== entered || inside.entries !== entered)
    throw new Error(`${entered} were let in, and ${JSON.stringify(inside)} are written`)
  return entered / took
}

interface Door {
  readonly devices: number
  readonly scans: number
  /** Orders a second meanwhile. */
  readonly ordersPerSecond: number
  /** In ms, from the scan to the answer. */
  readonly p50: number
  readonly p99: number
  readonly most: number
}

/** Devices that each scan somebody once a second, while a crowd orders. */
async function standAtTheDoor(bench: Bench): Promise<Door> {
  const { store, event } = bench
  await emptyEvent(store.db)
  const keys = await enrolDevices(store)
  const times: number[] = []
  const sale = order({
    catalogue: store.catalogue,
    spans: store.catalogue.spans.length,
    origin: store.origin,
    connections: SALE_CONNECTIONS,
    seconds: DOOR_SECONDS,
  })
  await Promise.all(
    keys.map(async (key, device) => {
      await delay((device / DEVICES) * 1_000)
      const began = performance.now()
      for (let second = 0; second < DOOR_SECONDS; second += 1) {
        await delay(Math.max(0, began + second * 1_000 - performance.now()))
        const code = event.codes[second * DEVICES + device]
        const before = performance.now()
        const answer = await fetch(`${store.origin}/api/v1/gate/scans`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify({ scan_id: randomUUID(), direction: 'in', code }),
        })
        const text = await answer.text()
        times.push(performance.now() - before)
        if (!text.includes('"status":"success"')) throw new Error(`refused: ${text}`)
      }
    }),
  )
  const sold = await sale
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => rounded(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN)
  return {
    devices: DEVICES,
    scans: times.length,
    ordersPerSecond: Math.round(sold.answered / sold.seconds),
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
  }
}

async function enrolDevices(store: Store): Promise<string[]> {
  const owner = { name: 'bench', role: 'owner', siteKeys: null } as const
  const staffed = byStaff(owner, { ...store, clock: systemClock })
  const gateId = await addGate(staffed, { siteKey: 'demo', name: 'North' })
  if (gateId === null) throw new Error('there is a gate already')
  const keys: string[] = []
  for (let device = 1; device <= DEVICES; device += 1) {
    const { enrolmentToken: token } = await addDevice(staffed, {
      siteKey: 'demo',
      gateId,
      name: `Device ${device}`,
    })
    const enrolled = await enrolDevice(store, { siteKey: 'demo', token })
    if (enrolled === undefined) throw new Error('a device was not enrolled')
    keys.push(enrolled.key)
  }
  return keys
}

function rounded(figure: number): number {
  return Math.round(figure * 100) / 100
}
