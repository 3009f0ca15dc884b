import { siteOf } from '@kippu/demo/demo-sites'
import { isDeepStrictEqual } from 'node:util'

import { type SpanRoom, unitsFor } from '@kippu/domain/stock/channel-shares'
import { grantInOrder } from '../../../../packages/domain/test/grant-in-order.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rounds } from '../../../../tools/test/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { countRoom, type KeptShare, keepShares, keepSharesIn, wrongShares } from '../../test/keep-shares.ts'
import { newOrderOf, VISIT_DATE } from '../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { untilSomebodyWaits } from '../../test/waiting-connections.ts'
import { type Database, openDatabase, type Tx } from '../platform/db/database.ts'
import { isRefusal } from '../platform/http/refusal.ts'
import { listDays, listSpans } from '../catalogue/products/queries.ts'
import { endOrder } from '../orders/life/end-order.ts'
import { expireOrder } from '../orders/life/release-expired.ts'
import { createPlacesAtProof } from '../orders/life/take-places.ts'
import { lockSpans } from './batch-queries.ts'
import { insertHeldOrders, insertWhereEnough } from '../orders/holds/insert-orders.ts'
import {
  type BatchedHolds,
  type BatchedHoldsOptions,
  createBatchedHolds,
} from '../orders/holds/batched-holds.ts'
import { giveBackUnits, keepOrRetakeHolds, lockSpansOfOrder } from './held-stock.ts'
import { moveHolds } from '../../test/move-holds.ts'
import type { NewOrder } from './hold-queue.ts'

/** A visitor whose shares are far from full. */
const HOLDER = { network: Buffer.alloc(16), mailDomain: null, shares: siteOf('demo').unprovenShares }

const CHANNELS = ['web', 'spot', 'OTA'] as const
type Channel = (typeof CHANNELS)[number]
const SPANS = rounds({ short: 20, whole: 1_000 })
const LONG_AGO = new Date('2020-01-01T00:00:00Z')

let database: TestDatabase
let db: Database
let catalogue: SmallCatalogue
let nextSpan = 0
/** Whether the statement for a whole batch took each of the batches. */
let wholes: boolean[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 4 })
  catalogue = await insertSmallCatalogue(db, { capacities: Array.from({ length: SPANS + 40 }, () => 10) })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** A time span that nobody has touched, with these shares. */
async function freshSpan(capacity: number, shares: readonly KeptShare[]): Promise<number> {
  const span = catalogue.spans[nextSpan]!
  nextSpan += 1
  await setCapacity(span, capacity)
  await keepShares(db, span, shares)
  return span
}

const setCapacity = (span: number, capacity: number) =>
  db.transaction(tx => tx.updateTable('time_spans').set({ capacity }).where('id', '=', span).execute())

const queueOf = (more: Partial<BatchedHoldsOptions> = {}): BatchedHolds =>
  createBatchedHolds({
    db,
    holdSeconds: 600,
    takeAll: async held => {
      const began = await db.write(insertWhereEnough, held)
      wholes.push(began !== undefined)
      return began
    },
    ...more,
  })

/** Without the statement for a whole batch: a transaction decides. */
const IN_TRANSACTION = { takeAll: async () => undefined }

type Wish = readonly [channel: Channel, units: number]

/** Orders that arrive together; whether each got its units. */
async function takeTogether(
  span: number,
  wishes: readonly Wish[],
  more: Partial<BatchedHoldsOptions> = {},
): Promise<boolean[]> {
  const queue = queueOf(more)
  const results = await Promise.all(
    wishes.map(([channel, quantity]) =>
      queue.take(newOrderOf(catalogue, quantity, { timeSpanId: span, channel, lines: [] })),
    ),
  )
  await queue.close()
  return results.map(result => !isRefusal(result))
}

const roomOf = (span: number): Promise<SpanRoom> => db.read(read => countRoom(read, span))

/** What the database says that each channel can sell. */
async function readUnits(span: number): Promise<readonly number[]> {
  const { rows } = await db.read(read =>
    sql<{ units: number }>`
      select channel_units(${span}, c) as units from unnest(${CHANNELS}::text[]) with ordinality u (c, place)
       order by place`.execute(read),
  )
  return rows.map(({ units }) => units)
}

const unitsOf = (room: SpanRoom): readonly number[] => CHANNELS.map(channel => unitsFor(room, channel))

describe('a batch of one statement (R-1.17, S-2.01)', () => {
  test.each([
    ['leaves alone what is kept for another channel', [{ channel: 'spot', share: 5 }], 'web', 5, false],
    ['takes what is common', [{ channel: 'spot', share: 5 }], 'web', 2, true],
    ['takes a share, and what is common with it', [{ channel: 'web', share: 5 }], 'web', 7, true],
    ['takes no more than a share alone', [{ channel: 'web', share: 5, usesPool: false }], 'web', 6, false],
    ['takes a share alone to its last unit', [{ channel: 'web', share: 5, usesPool: false }], 'web', 5, true],
    [
      'takes what was kept until its release',
      [{ channel: 'spot', share: 5, releaseAt: LONG_AGO }],
      'web',
      7,
      true,
    ],
  ] satisfies ReadonlyArray<readonly [string, KeptShare[], Channel, number, boolean]>)(
    '%s',
    async (...[, shares, channel, units, isTaken]) => {
      const span = await freshSpan(7, shares)
      wholes = []
      expect(await takeTogether(span, [[channel, units]])).toEqual([isTaken])
      expect(wholes).toEqual([isTaken])
    },
  )
})

/** Any shares, of a time span of at most 12 units. */
const anyShares = fc.uniqueArray(
  fc.record({
    channel: fc.constantFrom<Channel>(...CHANNELS),
    share: fc.nat(6),
    usesPool: fc.boolean(),
    releaseAt: fc.constantFrom(null, LONG_AGO),
  }),
  { selector: ({ channel }) => channel, maxLength: 3 },
)
const anyWishes = fc.array(fc.tuple(fc.constantFrom<Channel>(...CHANNELS), fc.integer({ min: 1, max: 4 })), {
  minLength: 1,
  maxLength: 5,
})

describe('the store and the domain agree about random shares', () => {
  /** Grants of the domain; its rooms are counted from the holds alone. */
  async function decide(span: number, wishes: readonly Wish[]): Promise<boolean[]> {
    return grantInOrder(
      new Map([[span, await roomOf(span)]]),
      wishes.map(([channel, units]) => ({ channel, units: new Map([[span, units]]) })),
    )
  }

  test(`who gets units of ${SPANS} time spans, in one statement where all do and in a transaction where not, and what is read of them`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          capacity: fc.nat(12),
          shares: anyShares,
          batches: fc.array(anyWishes, { minLength: 1, maxLength: 3 }),
        }),
        async ({ capacity, shares, batches }) => {
          const span = await freshSpan(capacity, shares)
          for (const [index, wishes] of batches.entries()) {
            // A share alone can't be lowered below what was sold; the capacity can't either.
            const expected = await decide(span, wishes)
            wholes = []
            const slowly = index % 2 === 1
            expect(await takeTogether(span, wishes, slowly ? IN_TRANSACTION : {})).toEqual(expected)
            expect(wholes).toEqual(slowly ? [] : [expected.every(Boolean)])
            expect(await readUnits(span)).toEqual(unitsOf(await roomOf(span)))
          }
        },
      ),
      { numRuns: SPANS, endOnFailure: true },
    )
  }, 600_000)

  test('holds that have ended are free for whoever may have them, in what is read and in what is sold (S-2.03)', async () => {
    const span = await freshSpan(6, [{ channel: 'spot', share: 4, usesPool: false }])
    await takeTogether(
      span,
      [
        ['spot', 3],
        ['web', 2],
      ],
      { holdSeconds: -1 },
    )
    expect(await readUnits(span)).toEqual([2, 4, 2])
    expect(unitsOf(await roomOf(span))).toEqual([2, 4, 2])
    expect(await takeTogether(span, [['web', 3]])).toEqual([false])
    expect(
      await takeTogether(span, [
        ['spot', 4],
        ['web', 2],
      ]),
    ).toEqual([true, true])
    expect(await readUnits(span)).toEqual([0, 0, 0])
  })
})

describe('a batch that waits for a time span is decided by the shares of then', () => {
  /** Whether an order gets its units that waits for whoever has locked the time span and does something meanwhile. */
  async function takeAfter(
    span: number,
    [channel, quantity]: Wish,
    meanwhile: (tx: Tx) => Promise<unknown>,
  ): Promise<boolean> {
    const queue = queueOf()
    const isLocked = Promise.withResolvers<void>()
    const later = isLocked.promise.then(() =>
      queue.take(newOrderOf(catalogue, quantity, { timeSpanId: span, channel, lines: [] })),
    )
    await db.transaction(async tx => {
      await lockSpans(tx, [span])
      isLocked.resolve()
      await untilSomebodyWaits(db)
      await meanwhile(tx)
    })
    const result = await later
    await queue.close()
    expect(await readUnits(span)).toEqual(unitsOf(await roomOf(span)))
    return !isRefusal(result)
  }

  const sellOf =
    (span: number, [channel, quantity]: Wish) =>
    (tx: Tx) =>
      insertHeldOrders(tx, {
        orders: [newOrderOf(catalogue, quantity, { timeSpanId: span, channel, lines: [] })],
        later: [],
        holdSeconds: 600,
      })

  test('one that was added is kept', async () => {
    const span = await freshSpan(7, [])
    expect(
      await takeAfter(span, ['web', 3], tx => keepSharesIn(tx, span, [{ channel: 'spot', share: 5 }])),
    ).toBe(false)
  })

  test('one more that was added is kept too', async () => {
    const span = await freshSpan(7, [{ channel: 'OTA', share: 1 }])
    const shares = [
      { channel: 'OTA', share: 1 },
      { channel: 'spot', share: 5 },
    ]
    expect(await takeAfter(span, ['web', 2], tx => keepSharesIn(tx, span, shares))).toBe(false)
  })

  test('one that took the place of another is kept', async () => {
    const span = await freshSpan(7, [{ channel: 'OTA', share: 1 }])
    expect(
      await takeAfter(span, ['web', 3], tx => keepSharesIn(tx, span, [{ channel: 'spot', share: 5 }])),
    ).toBe(false)
  })

  test('one that was raised is kept', async () => {
    const span = await freshSpan(7, [{ channel: 'spot', share: 1 }])
    expect(
      await takeAfter(span, ['web', 3], tx => keepSharesIn(tx, span, [{ channel: 'spot', share: 5 }])),
    ).toBe(false)
  })

  test.each([
    ['removed', []],
    ['lowered', [{ channel: 'spot', share: 1 }]],
    ['released', [{ channel: 'spot', share: 5, releaseAt: LONG_AGO }]],
  ] satisfies ReadonlyArray<readonly [string, KeptShare[]]>)(
    'what one kept that was %s is common',
    async (_, shares) => {
      const span = await freshSpan(7, [{ channel: 'spot', share: 5 }])
      expect(await takeAfter(span, ['web', 3], tx => keepSharesIn(tx, span, shares))).toBe(true)
    },
  )

  test('what its channel has sold of its share meanwhile is not sold twice, to the cost of another’s', async () => {
    const span = await freshSpan(8, [
      { channel: 'spot', share: 5 },
      { channel: 'OTA', share: 3 },
    ])
    expect(await takeAfter(span, ['spot', 2], sellOf(span, ['spot', 5]))).toBe(false)
    expect(await readUnits(span)).toEqual([0, 0, 3])
  })

  test('a share alone that was sold meanwhile is not exceeded, and nobody hears of an error', async () => {
    const span = await freshSpan(20, [{ channel: 'OTA', share: 5, usesPool: false }])
    expect(await takeAfter(span, ['OTA', 3], sellOf(span, ['OTA', 3]))).toBe(false)
  })
})

describe('whatever takes or gives back places does so at the share of its channel', () => {
  const SHARES = [
    { channel: 'spot', share: 4 },
    { channel: 'OTA', share: 3, usesPool: false },
  ] satisfies KeptShare[]

  /** A time span of ten, of which the web can sell three, the door seven and the reseller three. */
  const sharedSpan = (): Promise<number> => freshSpan(10, SHARES)

  const orderOf = (
    span: number,
    channel: Channel,
    quantity: number,
    more: Partial<NewOrder> = {},
  ): NewOrder => newOrderOf(catalogue, quantity, { timeSpanId: span, channel, lines: [], ...more })

  async function held(
    span: number,
    channel: Channel,
    quantity: number,
    more: Partial<BatchedHoldsOptions> = {},
  ): Promise<string> {
    const queue = queueOf(more)
    const order = orderOf(span, channel, quantity)
    expect(isRefusal(await queue.take(order))).toBe(false)
    await queue.close()
    return order.id
  }

  /** What web, spot and OTA can sell: as it is read, and by the domain, whose rooms are counted from the holds alone. */
  async function unitsNow(span: number): Promise<readonly number[]> {
    const read = await readUnits(span)
    if (!isDeepStrictEqual(read, unitsOf(await roomOf(span))))
      throw new Error('the domain counts other units')
    const wrong = await db.read(wrongShares)
    if (wrong.length > 0) throw new Error(`shares are counted wrong: ${JSON.stringify(wrong)}`)
    return read
  }

  test('an order that is given up', async () => {
    const span = await sharedSpan()
    expect(await unitsNow(span)).toEqual([3, 7, 3])
    const orders = [await held(span, 'spot', 5), await held(span, 'OTA', 3), await held(span, 'web', 2)]
    expect(await unitsNow(span)).toEqual([0, 0, 0])
    await db.transaction(tx => endOrder(tx, { orderId: orders[0]!, to: 'cancelled' }))
    expect(await unitsNow(span)).toEqual([1, 5, 0])
    await db.transaction(tx => endOrder(tx, { orderId: orders[1]!, to: 'cancelled' }))
    expect(await unitsNow(span)).toEqual([1, 5, 3])
    await db.transaction(tx => endOrder(tx, { orderId: orders[2]!, to: 'cancelled' }))
    expect(await unitsNow(span)).toEqual([3, 7, 3])
  })

  test('one that ends, swept or not (S-2.03, S-2.04)', async () => {
    const span = await sharedSpan()
    const order = await held(span, 'OTA', 3, { holdSeconds: -1 })
    expect(await unitsNow(span)).toEqual([3, 7, 3])
    expect(await db.transaction(tx => expireOrder(tx, order))).toBe(true)
    expect(await unitsNow(span)).toEqual([3, 7, 3])
  })

  test('a part of one that was sold', async () => {
    const span = await sharedSpan()
    const orderId = await held(span, 'spot', 5)
    expect(await unitsNow(span)).toEqual([2, 2, 3])
    const giveBack = (units: number) =>
      db.transaction(async tx => {
        await lockSpansOfOrder(tx, orderId)
        await giveBackUnits(tx, { orderId, timeSpanId: span, units })
      })
    await giveBack(2)
    expect(await unitsNow(span)).toEqual([3, 4, 3])
    await giveBack(3)
    expect(await unitsNow(span)).toEqual([3, 7, 3])
  })

  test('one that is paid after it had given its places back takes them of its share again, as long as there is some (S-2.06)', async () => {
    const span = await sharedSpan()
    const retake = (order: string) =>
      db.transaction(async tx => {
        await lockSpansOfOrder(tx, order)
        return keepOrRetakeHolds(tx, order)
      })
    const [first, second] = [
      await held(span, 'OTA', 2, { holdSeconds: -1 }),
      await held(span, 'spot', 2, { holdSeconds: -1 }),
    ]
    for (const order of [first, second]) await db.transaction(tx => expireOrder(tx, order))
    expect(await retake(first)).toBe(true)
    expect(await unitsNow(span)).toEqual([3, 7, 1])
    const third = await held(span, 'spot', 6)
    expect(await unitsNow(span)).toEqual([1, 1, 1])
    expect(await retake(second)).toBe(false)
    await db.transaction(tx => endOrder(tx, { orderId: third, to: 'cancelled' }))
    expect(await retake(second)).toBe(true)
    expect(await unitsNow(span)).toEqual([3, 5, 1])
  })

  test('one that waits for its proof takes them then (D-18)', async () => {
    const span = await sharedSpan()
    const places = createPlacesAtProof({ db, holdSeconds: 600 })
    const waiting = [
      orderOf(span, 'web', 2),
      orderOf(span, 'web', 2),
      orderOf(span, 'OTA', 3),
      orderOf(span, 'spot', 4),
    ]
    await db.transaction(async tx => {
      await insertHeldOrders(tx, { orders: [], later: waiting, holdSeconds: 600 })
      await tx
        .updateTable('orders')
        .set({ status: 'mail_sent' })
        .where(
          'id',
          'in',
          waiting.map(({ id }) => id),
        )
        .execute()
    })
    expect(await unitsNow(span)).toEqual([3, 7, 3])
    const answers = await Promise.all(
      waiting.map(({ id }) => places.take({ id, version: 1 }, { holder: HOLDER })),
    )
    // Of the two of the web, which want four of three units, the one that was read first.
    const areTaken = answers.map(answer => answer === 'held')
    expect(areTaken.slice(0, 2).filter(Boolean)).toEqual([true])
    expect(areTaken.slice(2)).toEqual([true, true])
    expect(await unitsNow(span)).toEqual([1, 1, 0])
  })

  test('a move, which passes on what set products keep and gives the rest back', async () => {
    const [from, to, tea] = [await sharedSpan(), await sharedSpan(), await freshSpan(10, SHARES)]
    const set = (stock: 'held' | 'carried', quantity = 2) => ({
      productId: catalogue.tea.productId,
      timeSpanId: tea,
      visitDate: VISIT_DATE,
      quantity,
      unitPrice: 800,
      taxRate: 10,
      stock,
    })
    const [before, after] = [
      orderOf(from, 'OTA', 2, { sets: [set('held')] }),
      orderOf(to, 'OTA', 2, { sets: [set('carried'), set('held', 1)] }),
    ]
    await db.transaction(async tx => {
      await lockSpans(tx, [from, to, tea])
      await insertHeldOrders(tx, { orders: [before, after], later: [], holdSeconds: 600 })
    })
    expect(await unitsNow(from)).toEqual([3, 7, 1])
    expect(await unitsNow(to)).toEqual([3, 7, 1])
    expect(await unitsNow(tea)).toEqual([3, 7, 0])
    await db.transaction(async tx => {
      await lockSpans(tx, [from, to, tea])
      await moveHolds(tx, { from: before.id, to: after.id, carried: [{ timeSpanId: tea, units: 2 }] })
    })
    expect(await unitsNow(from)).toEqual([3, 7, 3])
    expect(await unitsNow(to)).toEqual([3, 7, 1])
    expect(await unitsNow(tea)).toEqual([3, 7, 0])
  })
})

test('calendars say of every time span what the channel can sell of it, and of a day the most of one (S-2.09)', async () => {
  const product = { id: catalogue.productId, saleType: 'time', graceMinutes: 0 } as const
  for (const channel of CHANNELS) {
    const question = {
      product,
      channel,
      from: VISIT_DATE,
      to: VISIT_DATE,
      nowMs: Date.parse('2026-11-01T00:00:00Z'),
    }
    const [day] = await db.read(read => listDays(read, question))
    const spans = await db.read(read => listSpans(read, question))
    expect(spans.length).toBeGreaterThan(SPANS)
    const expected = await Promise.all(spans.map(async ({ id }) => unitsFor(await roomOf(id), channel)))
    expect(spans.map(({ units }) => units)).toEqual(expected)
    expect(day?.largestCount).toBe(Math.max(...expected))
  }
})
