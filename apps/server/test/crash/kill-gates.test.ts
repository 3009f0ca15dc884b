import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createDice } from '../../../../packages/domain/test/random-order.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../../tools/start/embedded-database.ts'
import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { startSeededCluster } from '../seeded-cluster.ts'
import { createCrashRig, type CrashRig } from './crash-rig.ts'
import { createGateCrowd, type GateCrowd } from './gate-crowd.ts'
import { killDatabase } from './kill-database.ts'

const DEATHS = rounds({ short: 1, whole: 60 })
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
