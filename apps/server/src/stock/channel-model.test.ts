import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createDice, type Dice } from '../../../../packages/domain/test/random-order.ts'
import { canSell as canSellBeside, type ModelShare } from '../../../../packages/domain/test/unit-by-unit.ts'
import { IS_WHOLE_PROOF, rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { createTestDatabase } from '../../test/database.ts'
import { keepShares, wrongShares } from '../../test/keep-shares.ts'
import { newOrderOf } from '../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { type Database, openDatabase, type Tx } from '../platform/db/database.ts'
import { isRefusal } from '../platform/http/refusal.ts'
import { endOrder } from '../orders/life/end-order.ts'
import { expireOrder } from '../orders/life/release-expired.ts'
import { lockSpans } from './batch-queries.ts'
import { type BatchedHolds, createBatchedHolds } from '../orders/holds/batched-holds.ts'
import { giveBackUnits, keepOrRetakeHolds, lockSpansOfOrder } from './held-stock.ts'
import { moveHolds } from '../../test/move-holds.ts'

const STEPS = rounds({ short: 150, whole: 20_000 })
const STEPS_OF_A_WORLD = 100
const SEED = seedOf(11)
const CHANNELS = ['web', 'spot', 'OTA'] as const
type Channel = (typeof CHANNELS)[number]

/** An order as the model has it, which counts units one by one and knows nothing of the store. */
interface ModelOrder {
  readonly id: string
  readonly channel: Channel
  readonly span: number
  units: number
  /** Sold ones have no end. */
  state: 'held' | 'ended' | 'swept' | 'sold'
}

interface ModelSpan {
  readonly id: number
  readonly capacity: number
  readonly shares: Map<Channel, ModelShare>
}

interface World {
  readonly db: Database
  readonly dice: Dice
  readonly catalogue: SmallCatalogue
  readonly spans: readonly ModelSpan[]
  readonly orders: Set<ModelOrder>
  readonly queue: BatchedHolds
}

/** Who has each unit of a time span: those of holds that have ended are nobody's. */
function ownersOf({ orders }: World, { id }: ModelSpan): Channel[] {
  return [...orders]
    .filter(order => order.span === id && (order.state === 'held' || order.state === 'sold'))
    .flatMap(({ channel, units }) => Array.from({ length: units }, () => channel))
}

function canSell(world: World, span: ModelSpan, channel: Channel, units: number): boolean {
  return canSellBeside(span, ownersOf(world, span), channel, units)
}

function mostOf(world: World, span: ModelSpan, channel: Channel): number {
  let units = 0
  while (canSell(world, span, channel, units + 1)) units += 1
  return units
}

type Step = (world: World) => Promise<string>

const anyOrder = (world: World, ...states: ReadonlyArray<ModelOrder['state']>): ModelOrder | undefined => {
  const found = [...world.orders].filter(({ state }) => states.includes(state))
  return found.length === 0 ? undefined : world.dice.oneOf(found)
}

function spanOf({ spans }: World, id: number): ModelSpan {
  const found = spans.find(span => span.id === id)
  if (found === undefined) throw new Error(`there is no time span ${id}`)
  return found
}

/** Works in a transaction that has locked the time spans of an order. */
const locked = <Result>(
  { db }: World,
  { id }: ModelOrder,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async tx => {
    await lockSpansOfOrder(tx, id)
    return work(tx)
  })

const newOrder = ({ catalogue }: World, span: ModelSpan, channel: Channel, units: number) =>
  newOrderOf(catalogue, units, { timeSpanId: span.id, channel, lines: [] })

/** Up to three orders that come together. */
const hold: Step = async world => {
  const { dice, spans, orders, queue } = world
  const wishes = Array.from({ length: dice.between(1, 3) }, () => ({
    span: dice.oneOf(spans),
    channel: dice.oneOf(CHANNELS),
    units: dice.between(1, 3),
  }))
  const taken = await Promise.all(
    wishes.map(async ({ span, channel, units }) => {
      const order = newOrder(world, span, channel, units)
      return { id: order.id, isHeld: !isRefusal(await queue.take(order)) }
    }),
  )
  let held = 0
  for (const [index, { span, channel, units }] of wishes.entries()) {
    const { id, isHeld } = taken[index] ?? { id: '', isHeld: false }
    const isExpected = canSell(world, span, channel, units)
    if (isHeld !== isExpected)
      throw new Error(`${units} of ${span.id} on ${channel}: ${isHeld}, not ${isExpected}`)
    if (isHeld) orders.add({ id, channel, span: span.id, units, state: 'held' })
    if (isHeld) held += 1
  }
  return held === wishes.length ? 'hold: all' : held === 0 ? 'hold: none' : 'hold: some'
}

const pay: Step = async world => {
  const order = anyOrder(world, 'held')
  if (order === undefined) return 'pay: nobody'
  if (!(await locked(world, order, tx => keepOrRetakeHolds(tx, order.id))))
    throw new Error('a hold was not kept')
  order.state = 'sold'
  return 'pay: done'
}

const end: Step = async world => {
  const order = anyOrder(world, 'held')
  if (order === undefined) return 'end: nobody'
  await world.db.transaction(async tx => {
    const past = { expires_at: new Date('2020-01-01T00:00:00Z') }
    await tx.updateTable('orders').set(past).where('id', '=', order.id).execute()
    await tx.updateTable('holds').set(past).where('order_id', '=', order.id).execute()
  })
  order.state = 'ended'
  return 'end: done'
}

const sweep: Step = async world => {
  const order = anyOrder(world, 'ended')
  if (order === undefined) return 'sweep: nobody'
  if (!(await world.db.transaction(tx => expireOrder(tx, order.id)))) throw new Error('not swept')
  order.state = 'swept'
  return 'sweep: done'
}

const giveUp: Step = async world => {
  const order = anyOrder(world, 'held')
  if (order === undefined) return 'give up: nobody'
  await world.db.transaction(tx => endOrder(tx, { orderId: order.id, to: 'cancelled' }))
  world.orders.delete(order)
  return 'give up: done'
}

/** Its places are its own as long as nobody needed them, and taken again where they can be had (S-2.06). */
const payLate: Step = async world => {
  const order = anyOrder(world, 'ended', 'swept')
  if (order === undefined) return 'pay late: nobody'
  const stillThere = await world.db.read(read =>
    read.selectFrom('holds').select('units').where('order_id', '=', order.id).executeTakeFirst(),
  )
  const isExpected =
    stillThere !== undefined || canSell(world, spanOf(world, order.span), order.channel, order.units)
  const isKept = await locked(world, order, tx => keepOrRetakeHolds(tx, order.id))
  if (isKept !== isExpected) throw new Error(`paid late: ${isKept}, not ${isExpected}`)
  if (isKept) order.state = 'sold'
  return isKept ? 'pay late: done' : 'pay late: gone'
}

const refund: Step = async world => {
  const order = anyOrder(world, 'sold')
  if (order === undefined) return 'refund: nobody'
  const units = world.dice.between(1, order.units)
  await locked(world, order, tx => giveBackUnits(tx, { orderId: order.id, timeSpanId: order.span, units }))
  order.units -= units
  if (order.units > 0) return 'refund: part'
  world.orders.delete(order)
  return 'refund: all'
}

/** A visit moves: it takes its places at the other time first, and gives those that it had back. */
const move: Step = async world => {
  const from = anyOrder(world, 'sold')
  if (from === undefined) return 'move: nobody'
  const to = world.dice.oneOf(world.spans.filter(({ id }) => id !== from.span))
  const isExpected = canSell(world, to, from.channel, from.units)
  const order = newOrder(world, to, from.channel, from.units)
  const isHeld = !isRefusal(await world.queue.take(order))
  if (isHeld !== isExpected) throw new Error(`moved: ${isHeld}, not ${isExpected}`)
  if (!isHeld) return 'move: full'
  await world.db.transaction(async tx => {
    await lockSpans(tx, [from.span, to.id])
    await moveHolds(tx, { from: from.id, to: order.id })
  })
  world.orders.delete(from)
  world.orders.add({ id: order.id, channel: from.channel, span: to.id, units: from.units, state: 'sold' })
  return 'move: done'
}

const writeShares = ({ db }: World, { id, shares }: ModelSpan): Promise<void> =>
  keepShares(
    db,
    id,
    Array.from(shares, ([channel, { share, usesPool, isReleased }]) => ({
      channel,
      share,
      usesPool,
      releaseAt: isReleased ? new Date('2020-01-01T00:00:00Z') : null,
    })),
  )

/** Sets, raises or lowers a share, also below what is sold or above what is left. */
const setShare: Step = async world => {
  const { dice, spans, orders } = world
  const [span, channel, usesPool] = [dice.oneOf(spans), dice.oneOf(CHANNELS), dice.happens(60)]
  // A share alone can't be less than what its channel has, ended or not.
  const has = [...orders]
    .filter(order => order.span === span.id && order.channel === channel)
    .reduce((sum, { units }) => sum + units, 0)
  const share = usesPool ? dice.between(0, 6) : has + dice.between(0, 3)
  span.shares.set(channel, { share, usesPool, isReleased: false })
  await writeShares(world, span)
  return usesPool ? 'set a share' : 'set a share alone'
}

const clearShare: Step = async world => {
  const span = world.dice.oneOf(world.spans)
  const [channel] = [...span.shares.keys()]
  if (channel === undefined) return 'clear a share: none'
  span.shares.delete(channel)
  await writeShares(world, span)
  return 'clear a share'
}

const release: Step = async world => {
  const span = world.dice.oneOf(world.spans)
  const found = [...span.shares].find(([, { isReleased }]) => !isReleased)
  if (found === undefined) return 'release: none'
  const [channel, kept] = found
  span.shares.set(channel, { ...kept, isReleased: true })
  await writeShares(world, span)
  return 'release'
}

const STEPS_BY_WEIGHT: readonly Step[] = [
  hold,
  hold,
  hold,
  hold,
  hold,
  hold,
  pay,
  pay,
  pay,
  end,
  end,
  sweep,
  giveUp,
  payLate,
  refund,
  refund,
  move,
  move,
  setShare,
  setShare,
  clearShare,
  release,
]

/** What each channel can sell of each time span, as the database says and as the model counts. */
async function compare(world: World): Promise<void> {
  const { rows } = await world.db.read(read =>
    sql<{ id: number; channel: Channel; units: number }>`
      select s.id, c as channel, channel_units(s.id, c) as units
        from unnest(${world.spans.map(({ id }) => id)}::integer[]) s (id), unnest(${CHANNELS}::text[]) c`.execute(
      read,
    ),
  )
  for (const { id, channel, units } of rows) {
    const expected = mostOf(world, spanOf(world, id), channel)
    if (units !== expected) throw new Error(`${channel} can sell ${units} of ${id}, not ${expected}`)
  }
}

async function runWorld(db: Database, seed: number, made: Map<string, number>): Promise<void> {
  const dice = createDice(seed)
  const capacities = Array.from({ length: 3 }, () => dice.between(4, 10))
  const catalogue = await insertSmallCatalogue(db, { capacities })
  const queue = createBatchedHolds({ db, holdSeconds: 3_600 })
  const spans = catalogue.spans.map((id, index) => ({
    id,
    capacity: capacities[index] ?? 0,
    shares: new Map(),
  }))
  const world: World = { db, dice, catalogue, spans, orders: new Set(), queue }
  for (let step = 0; step < STEPS_OF_A_WORLD; step += 1) {
    const what = await dice.oneOf(STEPS_BY_WEIGHT)(world)
    made.set(what, (made.get(what) ?? 0) + 1)
    await compare(world)
  }
  await queue.close()
}

test(`${STEPS} random steps of buyers of three channels, and of whoever keeps units for one, leave each channel what a model has that sells unit by unit; FC_SEED=${SEED} (R-1.17, S-2.01, S-2.03, S-2.06, S-11.04)`, async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { poolSize: 4 })
  const made = new Map<string, number>()
  try {
    for (let done = 0; done < STEPS; done += STEPS_OF_A_WORLD)
      await runWorld(db, SEED + done, made).catch((error: unknown) => {
        throw new Error(`in the world of seed ${SEED + done}: ${String(error)}`, { cause: error })
      })
    expect(await db.read(wrongShares)).toEqual([])
  } finally {
    await db.close()
    await database.drop()
  }
  // Guards against runs in which nothing happens.
  const never = [
    'hold: all',
    'hold: some',
    'hold: none',
    'pay: done',
    'end: done',
    'sweep: done',
    'give up: done',
    'pay late: done',
    'refund: part',
    'refund: all',
    'move: done',
    'move: full',
    'set a share',
    'set a share alone',
    'clear a share',
    'release',
    ...(IS_WHOLE_PROOF ? ['pay late: gone'] : []),
  ].filter(kind => !made.has(kind))
  expect(never).toEqual([])
}, 1_200_000)
