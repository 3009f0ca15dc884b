import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { rounds } from '../../../../tools/test/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type HoldProcesses, startHoldProcesses, type WantedByAll } from '../../test/hold-processes.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { systemClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { stopSale } from './set-sale-state.ts'
import { byStaff } from '../platform/staff/staff-verb.ts'

const ROUNDS = rounds({ short: 2, whole: 200 })
const PLACES = 100_000

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { poolSize: 2 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const startProcesses = (guard: 'on' | 'cached'): Promise<HoldProcesses> =>
  startHoldProcesses({ url: database.url, guard, buyersAProcess: 25 })

/** Units that are held of time spans, by their holds. */
async function heldOf(spans: readonly number[]): Promise<number> {
  const { rows } = await db.read(read =>
    sql<{ units: number }>`
      select coalesce(sum(units), 0)::integer as units from holds where time_span_id = any(${[...spans]}::int[])`.execute(
      read,
    ),
  )
  return rows[0]?.units ?? 0
}

/** Resolves once so many units are held: the buyers are at it. */
async function untilHeld(spans: readonly number[], units: number): Promise<void> {
  while ((await heldOf(spans)) < units);
}

interface Round {
  readonly by: HoldProcesses
  readonly catalogue: SmallCatalogue
  readonly wanted: Pick<WantedByAll, 'timeSpanIds' | 'set'>
  /** What is stopped: that product. */
  readonly stopped: string
  readonly spans: readonly number[]
  readonly after: number
}

/** Units that were held when the stop was committed, and those that are held when all buyers have ended. */
async function stopUnderFire({ by, catalogue, wanted, stopped, spans, after }: Round) {
  const buying = by.buyAtOnce(catalogue, { ...wanted, untilRefused: true, channels: ['web', 'spot'] })
  await untilHeld(spans, after)
  const actor = { name: 'aki', role: 'planner', siteKeys: ['demo'] } as const
  const { taken } = await stopSale(byStaff(actor, { db, clock: systemClock }), {
    siteKey: 'demo',
    productUuid: stopped,
    from: '2026-12-01',
    to: '2026-12-01',
    time: null,
    reason: 'typhoon',
  })
  await buying
  return { taken, held: await heldOf(spans) }
}

const roundsOf = (catalogue: SmallCatalogue, round: number) =>
  [
    {
      wanted: { timeSpanIds: catalogue.spans, set: null },
      stopped: catalogue.productUuid,
      spans: catalogue.spans,
    },
    // Of those who want a visit and tea at one time, none gets a visit once the tea is stopped.
    {
      wanted: {
        timeSpanIds: catalogue.spans,
        set: { productId: catalogue.tea.productId, timeSpanId: catalogue.tea.spans[0] ?? 0 },
      },
      stopped: catalogue.tea.productUuid,
      spans: catalogue.tea.spans,
    },
  ][round % 2]!

describe('50 buyers who come again and again on two server processes, while the sale is stopped', () => {
  test(`${ROUNDS} times: not one unit is held after the commit`, { timeout: 3_600_000 }, async () => {
    const by = await startProcesses('on')
    for (let round = 0; round < ROUNDS; round += 1) {
      const catalogue = await insertSmallCatalogue(db, {
        capacities: [PLACES, PLACES],
        setCapacities: [PLACES],
      })
      const after = 1 + ((round * 37) % 200)
      const { taken, held } = await stopUnderFire({ by, catalogue, ...roundsOf(catalogue, round), after })
      expect(held, `round ${round}`).toBe(taken)
      expect(taken).toBeGreaterThanOrEqual(after)
    }
    await by.stop()
  })

  test(
    'with the state read from the cache alone, units are held after the commit',
    { timeout: 120_000 },
    async () => {
      const by = await startProcesses('cached')
      const catalogue = await insertSmallCatalogue(db, { capacities: [PLACES, PLACES] })
      const { taken, held } = await stopUnderFire({ by, catalogue, ...roundsOf(catalogue, 0), after: 50 })
      expect(held).toBeGreaterThan(taken)
      await by.stop()
    },
  )
})
