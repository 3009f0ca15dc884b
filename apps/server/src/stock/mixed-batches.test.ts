import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { ShareName } from '@kippu/domain/stock/unproven-shares'
import { createDice, type Dice } from '../../../../packages/domain/test/random-order.ts'
import {
  mixedOrders,
  mixedShares,
  type ModelDay,
  type ModelHolder,
  type ModelOrder,
  type ModelSpan,
  sellInTurn,
  type SoldUnit,
} from '../../../../packages/domain/test/unit-by-unit.ts'
import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { brokenInvariants } from '../../test/invariants.ts'
import { keepSharesIn } from '../../test/keep-shares.ts'
import { newOrderOf, VISIT_DATE } from '../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { isRefusal } from '../platform/http/refusal.ts'
import { type BatchedHolds, createBatchedHolds } from '../orders/holds/batched-holds.ts'
import type { NewOrder } from './hold-queue.ts'

const BATCHES = rounds({ short: 200, whole: 10_000 })
/** What the first ones hold is there when the next ones come. */
const BATCHES_OF_A_WORLD = 4
const SEED = seedOf(7)

let database: TestDatabase
let db: Database
let queue: BatchedHolds
let catalogue: SmallCatalogue
let full: ShareName[]

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 4 })
  queue = createBatchedHolds({
    db,
    holdSeconds: 3_600,
    fullShares: { note: share => void full.push(share) },
  })
  catalogue = await insertSmallCatalogue(db, { capacities: [1, 1, 1], setCapacities: [1] })
})

afterAll(async () => {
  await queue.close()
  await db.close()
  await database.drop()
})

/** Nothing is held, and the time spans are as large as said and keep what is said. */
async function begin(spans: readonly ModelSpan[]): Promise<void> {
  full = []
  await db.transaction(async tx => {
    await sql`delete from holds`.execute(tx)
    for (const { id, capacity, shares } of spans) {
      await tx.updateTable('time_spans').set({ taken: 0, capacity }).where('id', '=', id).execute()
      const kept = Array.from(shares, ([channel, { isReleased, ...share }]) => ({
        channel,
        ...share,
        releaseAt: isReleased ? new Date('2020-01-01T00:00:00Z') : null,
      }))
      await keepSharesIn(tx, id, kept)
    }
  })
}

const DAYS = { visit: 'visit', tea: 'tea' } as const

/** The time spans of the visit and the one of the tea, which is another day: each product has its own. */
const spansOf = (dice: Dice, most: number): ModelSpan[] =>
  [...catalogue.spans, ...catalogue.tea.spans].map((id, index, all) => {
    const capacity = dice.between(2, most)
    const day = index === all.length - 1 ? DAYS.tea : DAYS.visit
    return { id, day, capacity, shares: mixedShares(dice, capacity) }
  })

const hashOf = ({ by, of }: ModelHolder): Buffer => Buffer.from(`${by} ${of}`.padEnd(16))

function newOrder({ channel, holder, units }: ModelOrder, most: ModelDay): NewOrder {
  const [timeSpanId] = units
  if (timeSpanId === undefined) throw new Error('an order of nothing')
  const visit = units.filter(id => id === timeSpanId).length
  const [teaSpan] = catalogue.tea.spans
  const shares = {
    day: { part: 0, least: most.all },
    network: { part: 0, least: most.network },
    mailDomain: { part: 1, least: 0 },
    unpaidNetwork: { part: 0, least: most.unpaid },
    unpaidMailDomain: { part: 1, least: 0 },
    doorCode: { part: 0, least: most.code },
  }
  const tea = {
    productId: catalogue.tea.productId,
    timeSpanId: teaSpan!,
    visitDate: VISIT_DATE,
    quantity: units.length - visit,
    unitPrice: 800,
    taxRate: 10,
    stock: 'held' as const,
  }
  return newOrderOf(catalogue, visit, {
    channel,
    isReady: holder?.by === 'code',
    timeSpanId,
    holder: holder && { by: holder.by, hash: hashOf(holder), shares },
    lines: [],
    sets: units.length > visit ? [tea] : [],
  })
}

/** All orders of a network are proved: they count among what is not paid alone. */
async function proveNetwork(of: string, sold: readonly SoldUnit[]): Promise<void> {
  const holder: ModelHolder = { by: 'network', of }
  for (const unit of sold) if (unit.holder?.by === 'network' && unit.holder.of === of) unit.isProved = true
  await db.transaction(async tx => {
    const { rows } = await sql<{ order_id: string }>`
      update holds set is_proved = true where network = ${hashOf(holder)} returning order_id`.execute(tx)
    for (const { order_id: id } of rows)
      await tx.updateTable('orders').set({ status: 'ready_checkout' }).where('id', '=', id).execute()
  })
}

const takeAll = async (orders: readonly NewOrder[]): Promise<string[]> =>
  Promise.all(
    orders.map(async order => {
      const held = await queue.take(order)
      return isRefusal(held) ? held.code : held.places
    }),
  )

/** Twenty places, of a day so large that no share is ever full. */
const crowd = (dice: Dice): ModelOrder[] => {
  const [span] = catalogue.spans
  const of = (channel: string, holder: ModelHolder | null, count: number): ModelOrder => ({
    channel,
    holder,
    units: Array.from({ length: count }, () => span!),
  })
  const orders = [
    ...Array.from({ length: 8 }, (_, index) => of('web', { by: 'network', of: `n${index}` }, 2)),
    of('spot', { by: 'code', of: 'q' }, 10),
    of('spot', { by: 'code', of: 'q' }, 10),
    of('web', null, 2),
    of('pos', null, 3),
  ]
  return orders
    .map(order => ({ order, place: dice.between(1, 1_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ order }) => order)
}

test('S-2.01: whoever comes beside it at the last places, no web order is put off while the shares of its day have room', async () => {
  const dice = createDice(SEED)
  for (let round = 0; round < 20; round += 1) {
    const capacities = [20, 10_000, 10_000, 20]
    const shares =
      round % 2 === 0 ? new Map() : new Map([['spot', { share: 8, usesPool: true, isReleased: false }]])
    const spans = spansOf(dice, 2).map((span, index) => ({
      ...span,
      capacity: capacities[index]!,
      shares: index === 0 ? shares : new Map(),
    }))
    await begin(spans)
    const orders = crowd(dice)
    const all = { all: 1_000, network: 100, unpaid: 100, code: 100 }
    const expected = sellInTurn(spans, new Map([[DAYS.visit, all]]), orders, [])
    const answers = await takeAll(orders.map(order => newOrder(order, all)))
    expect(answers).toEqual(expected.map(one => (one === 'refused' ? 'out of stock' : one)))
    expect(answers).not.toContain('at_proof')
    expect(full).toEqual([])
  }
  expect(await db.read(brokenInvariants)).toEqual([])
})

test(`R-1.17, S-2.01: ${BATCHES} random batches of every channel get what a model gives that sells unit by unit, and the log names the share that was full; FC_SEED=${SEED}`, async () => {
  const seen = new Set<string>()
  for (let world = 0; world < BATCHES / BATCHES_OF_A_WORLD; world += 1) {
    const dice = createDice(SEED + world)
    const spans = spansOf(dice, 20)
    const most = {
      all: dice.between(0, 30),
      network: dice.between(0, 12),
      unpaid: dice.between(0, 16),
      code: dice.between(0, 20),
    }
    const days = new Map(Object.values(DAYS).map(day => [day, most]))
    const sold: SoldUnit[] = []
    await begin(spans)
    for (let batch = 0; batch < BATCHES_OF_A_WORLD; batch += 1) {
      full = []
      const orders = mixedOrders(dice, spans)
      const expected = sellInTurn(spans, days, orders, sold)
      const answers = await takeAll(orders.map(order => newOrder(order, most)))
      for (const one of expected) seen.add(one)
      expect({ seed: SEED + world, answers, full }).toEqual({
        seed: SEED + world,
        answers: expected.map((one, index) => {
          if (one === 'held') return 'held'
          if (one === 'refused') return 'out of stock'
          return orders[index]?.holder?.by === 'code' ? 'at_payment' : 'at_proof'
        }),
        full: expected.filter(one => one !== 'held' && one !== 'refused'),
      })
      if (dice.happens(50)) await proveNetwork(dice.oneOf(['a', 'b', 'c']), sold)
    }
  }
  expect(seen).toEqual(new Set(['held', 'refused', 'day', 'network', 'unpaidNetwork', 'doorCode']))
  expect(await db.read(brokenInvariants)).toEqual([])
}, 1_200_000)
