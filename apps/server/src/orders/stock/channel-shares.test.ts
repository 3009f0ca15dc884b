import { type SpanRoom, unitsFor } from '@kippu/domain/stock/channel-shares'
import { grantInOrder } from '@kippu/domain/stock/grant'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rounds } from '../../../../../tools/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import {
  countRoom,
  type KeptShare,
  keepShares,
  keepSharesIn,
  wrongShares,
} from '../../../test/keep-shares.ts'
import { newOrderOf } from '../../../test/new-order.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../../test/small-catalogue.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { isRefusal } from '../../http/refusal.ts'
import { insertWhereEnough } from './batch-queries.ts'
import { type BatchedHolds, type BatchedHoldsOptions, createBatchedHolds } from './batched-holds.ts'

const CHANNELS = ['web', 'spot', 'OTA'] as const
type Channel = (typeof CHANNELS)[number]
const SPANS = rounds({ short: 40, whole: 1_000 })
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
  expect(await db.read(wrongShares)).toEqual([])
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
    async (_, shares, channel, units, isTaken) => {
      const span = await freshSpan(7, shares)
      wholes = []
      expect(await takeTogether(span, [[channel, units]])).toEqual([isTaken])
      expect(wholes).toEqual([isTaken])
    },
  )
})
