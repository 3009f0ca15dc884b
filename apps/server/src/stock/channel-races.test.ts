import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rounds } from '../../../../tools/test/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type HoldProcesses, startHoldProcesses } from '../../test/hold-processes.ts'
import { countRoom, type KeptShare, keepShares, wrongShares } from '../../test/keep-shares.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { dropStockCheck } from '../../test/stock-check.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'

const RACES = rounds({ short: 3, whole: 200 })
const PLACES = 9
const LONG_AGO = new Date('2020-01-01T00:00:00Z')

interface RacedShares {
  readonly what: string
  /** Default nine. */
  readonly places?: number
  readonly shares: readonly KeptShare[]
  /** Channels of the 50 buyers in turn. */
  readonly channels: readonly string[]
  /** How many are sold together, and how many each channel gets at least and at most. */
  readonly sold: number
  readonly bounds: Readonly<Record<string, readonly [least: number, most: number]>>
}

/** Ten or more of each channel want one place each. */
const RACED = [
  {
    what: 'the door has a share and sells of what is common',
    shares: [{ channel: 'spot', share: 4 }],
    channels: ['web', 'web', 'spot'],
    sold: 9,
    bounds: { web: [0, 5], spot: [4, 9] },
  },
  {
    what: 'a reseller has its share alone, and the door one of its own too',
    shares: [
      { channel: 'OTA', share: 3, usesPool: false },
      { channel: 'spot', share: 2 },
    ],
    channels: ['OTA', 'web', 'spot'],
    sold: 9,
    bounds: { OTA: [3, 3], web: [0, 4], spot: [2, 6] },
  },
  {
    what: 'all places are kept for the two that buy, and the web gets none',
    shares: [
      { channel: 'OTA', share: 5, usesPool: false },
      { channel: 'spot', share: 4, usesPool: false },
    ],
    channels: ['OTA', 'spot', 'web'],
    sold: 9,
    bounds: { OTA: [5, 5], spot: [4, 4], web: [0, 0] },
  },
  {
    what: 'what nobody asks for of a share is not sold to others',
    shares: [{ channel: 'kiosk', share: 3 }],
    channels: ['web', 'spot'],
    sold: 6,
    bounds: { web: [0, 6], spot: [0, 6] },
  },
  {
    what: 'a share is released: all is common, and its channel gets no more than it had',
    shares: [
      { channel: 'OTA', share: 3, usesPool: false, releaseAt: LONG_AGO },
      { channel: 'kiosk', share: 4, releaseAt: LONG_AGO },
    ],
    channels: ['web', 'OTA'],
    sold: 9,
    bounds: { web: [6, 9], OTA: [0, 3] },
  },
  {
    what: 'there are places for all, and a reseller has its share alone',
    places: 60,
    shares: [{ channel: 'OTA', share: 3, usesPool: false }],
    channels: ['OTA', 'web'],
    sold: 27,
    bounds: { OTA: [3, 3], web: [24, 24] },
  },
  {
    what: 'the first batch fits as a whole and the second does not',
    places: 38,
    shares: [{ channel: 'spot', share: 24 }],
    channels: ['web', 'spot'],
    sold: 38,
    bounds: { web: [14, 14], spot: [24, 24] },
  },
] satisfies RacedShares[]

let database: TestDatabase
let db: Database
let processes: HoldProcesses

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 2 })
  await dropChecks()
  processes = await startProcesses('on')
})
afterAll(async () => {
  await processes.stop()
  await db.close()
  await database.drop()
})

const startProcesses = (guard: 'on' | 'off'): Promise<HoldProcesses> =>
  startHoldProcesses({ url: database.url, guard, buyersAProcess: 25 })

/** The checks of the tables are dropped: locks and conditions alone have to hold. */
async function dropChecks(): Promise<void> {
  await dropStockCheck(db)
  await db.transaction(tx =>
    sql`alter table channel_shares drop constraint channel_shares_check, drop constraint channel_shares_used_check`.execute(
      tx,
    ),
  )
}

/** What was sold of a time span to each channel. */
async function soldOf(span: number): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.read(read =>
    sql<{ channel: string; units: number }>`
      select channel, sum(units)::integer as units from holds where time_span_id = ${span} group by channel`.execute(
      read,
    ),
  )
  return Object.fromEntries(rows.map(({ channel, units }) => [channel, units]))
}

const insertSpans = (count: number, { places = PLACES }: RacedShares): Promise<SmallCatalogue> =>
  insertSmallCatalogue(db, { capacities: Array.from({ length: count }, () => places) })

async function raceFor(
  catalogue: SmallCatalogue,
  span: number,
  { shares, channels }: RacedShares,
  by = processes,
) {
  await keepShares(db, span, shares)
  await by.buyAtOnce(catalogue, { timeSpanIds: [span], set: null, channels })
  return soldOf(span)
}

/** What is wrong with what was sold: too much, too little, or of a share that is another's. */
function wrongsOf(sold: Readonly<Record<string, number>>, { sold: all, bounds }: RacedShares): string[] {
  const total = Object.values(sold).reduce((sum, units) => sum + units, 0)
  return [
    ...(total === all ? [] : [`${total} were sold, not ${all}`]),
    ...Object.entries(bounds).flatMap(([channel, [least, most]]) => {
      const units = sold[channel] ?? 0
      return least <= units && units <= most ? [] : [`${channel} has ${units}`]
    }),
  ]
}

describe('50 buyers of several channels on two server processes (S-2.01, R-1.17)', () => {
  test.each(RACED)(
    `$what, ${RACES} times: nothing oversold, no share taken or exceeded, nothing unsold that may be sold`,
    { timeout: 600_000 },
    async (raced: RacedShares) => {
      const catalogue = await insertSpans(RACES, raced)
      for (const span of catalogue.spans) {
        expect(wrongsOf(await raceFor(catalogue, span, raced), raced)).toEqual([])
        const room = await db.read(read => countRoom(read, span))
        expect(room.left).toBe((raced.places ?? PLACES) - raced.sold)
      }
      expect(await db.read(wrongShares)).toEqual([])
    },
  )

  test(
    'without the lock of the time span the same buyers are sold too much',
    { timeout: 60_000 },
    async () => {
      const reseller: RacedShares = RACED[1]!
      const catalogue = await insertSpans(6, reseller)
      const unguarded = await startProcesses('off')
      let wrong = 0
      for (const span of catalogue.spans)
        if (wrongsOf(await raceFor(catalogue, span, reseller, unguarded), reseller).length > 0) wrong += 1
      await unguarded.stop()
      expect(wrong).toBeGreaterThanOrEqual(5)
    },
  )

  test('without the count of what is used the same buyers exceed a share', { timeout: 60_000 }, async () => {
    const alone: RacedShares = RACED[5]!
    const catalogue = await insertSpans(3, alone)
    await db.transaction(async tx => {
      await sql`create function uncounted() returns trigger language plpgsql as 'begin return null; end'`.execute(
        tx,
      )
      await sql`create trigger uncounted before update of used on channel_shares for each row execute function uncounted()`.execute(
        tx,
      )
    })
    for (const span of catalogue.spans)
      expect(await raceFor(catalogue, span, alone)).toEqual({ OTA: 6, web: 24 })
  })
})
