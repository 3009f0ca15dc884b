import { setTimeout as delay } from 'node:timers/promises'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { Database } from '@kippu/server/platform/db/database'
import { issueQrToken } from '@kippu/server/door/qr-token'
import { sql } from 'kysely'

import { insertSmallCatalogue, type SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { startStore, type Store } from '../processes/stores.ts'
import { runAndStop } from '../started.ts'
import { type Bought, buy, followLink, order, orderAtDoor, sendForm } from './visitor.ts'

/**
 * Attacks a store of two web processes as hoarders do, and has honest buyers come from the attacker's own address meanwhile:
 * `npm run drill:hoarding`. Ends with 1 when a share is exceeded or a buyer goes without tickets.
 */
const isQuick = process.argv.includes('--quick')
/** The capacity of the attacked day, in four time spans. */
const CAPACITY = 2_400
const SPANS = 4
const HONEST = isQuick ? 30 : 300
/** Honest buyers who are at the store at once. */
const AT_ONCE = 12
const ATTACKERS_AT_ONCE = 16
const UNITS = 10
const MOST_MINUTES = 5

interface Attack {
  readonly what: string
  /** Units that may be held. */
  readonly most: number
  readonly orders: number
  readonly addressOf: (index: number) => string
  /** Undefined: no form is sent. */
  readonly emailOf?: (index: number) => string
  /** The orders do this besides: their mail address is proved, or they are made at the door with one code. */
  readonly by?: 'proof' | 'code'
}

const SHARE_OF_DAY = 0.6 * CAPACITY
const SHARE_OF_ONE = 0.1 * CAPACITY
const UNPAID_SHARE_OF_ONE = 0.2 * CAPACITY

const ATTACKS: readonly Attack[] = [
  { what: 'one address', most: SHARE_OF_ONE, orders: 300, addressOf: () => '198.51.100.7' },
  {
    what: 'one /64',
    most: SHARE_OF_ONE,
    orders: 300,
    addressOf: index => `2001:db8::${(index + 1).toString(16)}`,
  },
  {
    what: '1,000 addresses, one mail domain',
    most: SHARE_OF_ONE,
    orders: isQuick ? 100 : 1_000,
    addressOf: index => `100.64.${index >> 8}.${index & 255}`,
    emailOf: index => `a${index}@hoarder.example`,
  },
  {
    what: '1,000 addresses, without a form',
    most: SHARE_OF_DAY,
    orders: isQuick ? 100 : 1_000,
    addressOf: index => `100.65.${index >> 8}.${index & 255}`,
  },
  {
    what: 'one address, one mail domain, all proved',
    most: UNPAID_SHARE_OF_ONE,
    orders: isQuick ? 60 : 150,
    addressOf: () => '198.51.100.8',
    emailOf: index => `b${index}@scripted.example`,
    by: 'proof',
  },
  {
    what: 'a photographed code of the door',
    most: SHARE_OF_ONE,
    orders: 300,
    addressOf: index => `100.66.${index >> 8}.${index & 255}`,
    by: 'code',
  },
]

await runAndStop(async stopLater => {
  await buildWebIfStale()
  const store = await startStore(2, stopLater, { UNPROVEN_SHARES: 'on' })
  const table = []
  for (const attack of ATTACKS) {
    console.log(`Attack: ${attack.what}`)
    table.push(await drill(store, attack))
  }
  console.table(table)
  if (table.some(({ isWithin, late }) => !isWithin || late > 0)) process.exitCode = 1
})

async function drill(store: Store, attack: Attack) {
  const capacities = Array.from({ length: SPANS }, () => CAPACITY / SPANS)
  const today = jstDateOf(Date.now())
  // The door sells today alone, at whatever hour the drill runs.
  const catalogue = await insertSmallCatalogue(store.db, {
    capacities,
    ...(attack.by === 'code' ? { visitDate: today, saleType: 'date' } : { visitDate: addDays(today, 9) }),
  })
  const code = issueQrToken(
    { tokens: store.tokens, env: { spotQrSeconds: 1_800 } },
    { siteKey: 'demo', productId: catalogue.productId, nowMs: Date.now() },
  ).token
  const begin = performance.now()
  let putOff = 0
  let refused = 0
  const assault = async (index: number): Promise<void> => {
    const from = attack.addressOf(index)
    if (attack.by === 'code') {
      await orderAtDoor(store, from, { catalogue, code, quantity: UNITS })
      return
    }
    const made = await order(store, from, catalogue, UNITS)
    if (made === undefined) refused += 1
    if (made?.places === 'at_proof') putOff += 1
    const email = attack.emailOf?.(index)
    if (made === undefined || email === undefined) return
    const { status } = await sendForm(store, from, made.order_token, email)
    if (attack.by === 'proof' && status === 200) await followLink(store, from, email)
  }
  await inTurns(attack.orders, ATTACKERS_AT_ONCE, assault)
  const attackSeconds = (performance.now() - begin) / 1000
  const held = await unpaidUnits(store.db, catalogue)
  const stop = new AbortController()
  const [honest] = await Promise.all([
    comeHonest(store, attack, catalogue).finally(() => stop.abort()),
    keepAttacking(assault, attack.orders, stop.signal),
  ])
  const times = honest.map(({ ms }) => ms / 1000).toSorted((a, b) => a - b)
  return {
    attack: attack.what,
    orders: attack.orders,
    seconds: Math.round(attackSeconds),
    refused,
    putOff,
    held,
    most: attack.most,
    isWithin: held <= attack.most,
    honest: honest.length,
    honestPutOff: honest.filter(({ wasPutOff }) => wasPutOff).length,
    askedToComeAgain: honest.reduce((sum, { delays }) => sum + delays, 0),
    p50: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    slowest: Math.round(times.at(-1) ?? 0),
    late: times.filter(seconds => seconds > MOST_MINUTES * 60).length,
  }
}

/** The attacker goes on, forty times a second, while honest buyers come: more than the limit of a network allows. */
async function keepAttacking(
  assault: (index: number) => Promise<void>,
  orders: number,
  signal: AbortSignal,
): Promise<void> {
  for (let index = 0; !signal.aborted; index += 1) {
    void assault(index % orders).catch(() => undefined)
    await delay(25, undefined, { signal }).catch(() => undefined)
  }
}

async function comeHonest(
  store: Store,
  attack: Attack,
  catalogue: SmallCatalogue,
): Promise<readonly Bought[]> {
  const bought: Bought[] = []
  const day = catalogue.productUuid.slice(0, 8)
  await inTurns(HONEST, AT_ONCE, async index => {
    bought.push(await buy(store, attack.addressOf(0), catalogue, `hana.${day}.${index}@honest.example`))
  })
  return bought
}

/** Units that are held of the day without a payment. */
async function unpaidUnits(db: Database, { spans }: SmallCatalogue): Promise<number> {
  const { rows } = await db.read(read =>
    sql<{ units: number }>`
      select coalesce(sum(unpaid), 0)::integer as units from unpaid_units(${spans}::integer[])`.execute(read),
  )
  return rows[0]?.units ?? 0
}

async function inTurns(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const workOn = async (): Promise<void> => {
    while (next < count) {
      next += 1
      await work(next - 1)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, workOn))
}
