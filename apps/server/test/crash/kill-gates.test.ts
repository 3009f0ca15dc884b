import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createDice } from '../../../../packages/domain/test/random-order.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../../tools/start/embedded-database.ts'
import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { byStaff } from '../../src/platform/staff/staff-verb.ts'
import { createTokens } from '../../src/platform/tokens.ts'
import { addReseller } from '../../src/resellers/keys/change-resellers.ts'
import { OWNER } from '../owner.ts'
import { startSeededCluster } from '../seeded-cluster.ts'
import { insertSmallCatalogue } from '../small-catalogue.ts'
import { createCrashRig, type CrashRig, SECRET_KEY } from './crash-rig.ts'
import { createGateCrowd, type GateCrowd } from './gate-crowd.ts'
import { killDatabase } from './kill-database.ts'

const DEATHS = rounds({ short: 1, whole: 60 })
const BOOKED = rounds({ short: 1, whole: 20 })
const DEATHS_OF_DATABASE = rounds({ short: 1, whole: 20 })
const SEED = seedOf(41)
const VISITS = 12
const SORTS = ['scan', 'check in', 'undo', 'report'] as const
/** Death comes after this many answers, so that the crowd is as far on a slow machine and each sort was heard. */
const LEAST_ANSWERS = 60
const MOST_ANSWERS = 150
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 900_000

/** One store and one crowd: it dies, and then its database. */
let dataDir: string
let database: EmbeddedDatabase
let rig: CrashRig
let crowd: GateCrowd

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-crash-gates-'))
  database = await startSeededCluster(dataDir)
  rig = await createCrashRig(database.url)
  crowd = await createGateCrowd(rig, VISITS)
}, ALL_MS)
afterAll(async () => {
  // Undefined when the server did not start; the database must be stopped anyway.
  await rig?.close()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  `kill -9 of the server while a crowd checks in, undoes and reports, ${DEATHS} times: each scan that was answered is there once, and has the same answer again; FC_SEED=${SEED} (S-9.09)`,
  async () => {
    const dice = createDice(SEED)
    for (let deaths = 1; deaths <= DEATHS; deaths += 1) {
      const killed = Promise.withResolvers<void>()
      const busy = crowd.isBusy(dice.between(LEAST_ANSWERS, MOST_ANSWERS), killed.resolve)
      await killed.promise
      await rig.server().kill()
      await busy
      await rig.restart()
      expect(await crowd.findWrongs(), `death ${deaths}`).toEqual([])
    }
    expect(Math.min(...Object.values(crowd.heard()))).toBeGreaterThan(0)
  },
  ALL_MS,
)

test(
  `kill -9 while one uuid of a reseller is booked from twenty connections, ${BOOKED} times: asked again, it is one order with its places once; FC_SEED=${SEED}`,
  async () => {
    const dice = createDice(SEED)
    const { db, origin } = rig
    const staff = byStaff(OWNER, { db, clock: systemClock, tokens: createTokens(SECRET_KEY) })
    const contract = { products: null, netPercent: 80, netUnits: {}, cancellationHours: 0 }
    const added = await addReseller(staff, { siteKey: 'demo', code: 'killed', name: 'Killed', ...contract })
    if (typeof added === 'string') throw new Error(added)
    const visitDate = addDays(jstDateOf(systemClock.now()), 20)
    const catalogue = await insertSmallCatalogue(db, { visitDate, capacities: [100] })
    const availabilityId = `${visitDate}T10:00:00+09:00`
    const unitItems = [{ unitId: `#${catalogue.adult}` }, { unitId: `#${catalogue.child}` }]
    const visit = { productId: catalogue.productUuid, optionId: 'DEFAULT', availabilityId, unitItems }
    const headers = { authorization: `Bearer ${added.key}`, 'content-type': 'application/json' }
    for (let deaths = 1; deaths <= BOOKED; deaths += 1) {
      const body = JSON.stringify({ uuid: randomUUID(), ...visit })
      const book = () => fetch(`${origin}/octo/bookings`, { method: 'POST', headers, body })
      const answered = Promise.withResolvers<void>()
      let left = dice.between(1, 5)
      const all = Array.from({ length: 20 }, async () => {
        const answer = await book().catch(() => undefined)
        left -= 1
        if (left === 0) answered.resolve()
        return answer?.status
      })
      await answered.promise
      await rig.server().kill()
      await Promise.all(all)
      await rig.restart()
      expect(await (await book()).json()).toMatchObject({ status: 'ON_HOLD', unitItems })
      const held = await db.read(read =>
        sql<{ orders: number; units: number }>`
          select count(distinct o.id)::integer as orders, coalesce(sum(h.units), 0)::integer as units
            from orders o join holds h on h.order_id = o.id where o.channel = 'OTA'`.execute(read),
      )
      expect(held.rows).toEqual([{ orders: deaths, units: 2 * deaths }])
    }
  },
  ALL_MS,
)

test(
  `kill -9 of the database beneath the same crowd, ${DEATHS_OF_DATABASE} times, FC_SEED=${SEED}`,
  async () => {
    const dice = createDice(SEED + 1)
    const before = crowd.heard()
    for (let deaths = 1; deaths <= DEATHS_OF_DATABASE; deaths += 1) {
      const { pid } = database
      await crowd.isBusy(dice.between(LEAST_ANSWERS, MOST_ANSWERS), () => killDatabase(pid))
      database = await startEmbeddedDatabase({ dataDir })
      while (!(await fetch(`${rig.origin}/readyz`)).ok) await delay(25)
      expect(await crowd.findWrongs(), `death ${deaths}`).toEqual([])
    }
    if (!rig.server().isRunning()) throw new Error(`the server died: ${rig.server().lastOutput()}`)
    const after = crowd.heard()
    expect(Math.min(...SORTS.map(sort => after[sort] - before[sort]))).toBeGreaterThan(0)
  },
  ALL_MS,
)
