import { setTimeout as delay } from 'node:timers/promises'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import type { Database } from '@kippu/server/platform/db/database'
import { sql } from 'kysely'

import { insertSmallCatalogue, type SmallCatalogue } from '../../apps/server/test/small-catalogue.ts'
import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { startStore, type Store } from '../processes/stores.ts'
import { runAndStop } from '../started.ts'
import { type Bought, buy, order, sendForm } from './visitor.ts'

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
}

const SHARE_OF_DAY = 0.6 * CAPACITY
const SHARE_OF_ONE = 0.1 * CAPACITY

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
  const catalogue = await insertSmallCatalogue(store.db, {
    capacities,
    visitDate: addDays(jstDateOf(Date.now()), 9),
  })
  const begin = performance.now()
  let putOff = 0
  let refused = 0
  const assault = async (index: number): Promise<void> => {
    const made = await order(store, attack.addressOf(index), catalogue, UNITS)
    if (made === undefined) refused += 1
    if (made?.places === 'at_proof') putOff += 1
    if (made !== undefined && attack.emailOf !== undefined)
      await sendForm(store, attack.addressOf(index), made.order_token, attack.emailOf(index))
  }
  await inTurns(attack.orders, ATTACKERS_AT_ONCE, assault)
  const attackSeconds = (performance.now() - begin) / 1000
  const held = await unprovenUnits(store.db, catalogue)
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

/** Units that are held of the day without a proof. */
async function unprovenUnits(db: Database, { spans }: SmallCatalogue): Promise<number> {
  const { rows } = await db.read(read =>
    sql<{ units: number }>`
      select coalesce(sum(units), 0)::integer as units from unproven_units(${spans}::integer[])`.execute(
      read,
    ),
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
