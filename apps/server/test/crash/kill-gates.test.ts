import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createDice } from '../../../../packages/domain/test/random-order.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../../tools/embedded-database.ts'
import { rounds } from '../../../../tools/proof-choice.ts'
import { createTestDatabase } from '../database.ts'
import { startSeededCluster } from '../seeded-cluster.ts'
import { createCrashRig, type CrashRig } from './crash-rig.ts'
import { createGateCrowd } from './gate-crowd.ts'
import { killDatabase } from './kill-database.ts'

const DEATHS = rounds({ short: 1, whole: 60 })
const DEATHS_OF_DATABASE = rounds({ short: 1, whole: 20 })
const SEED = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31)
const VISITS = 12
/** Death comes after this many answers at most, so that the crowd is as far on a slow machine. */
const MOST_ANSWERS = 150
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 900_000

test(
  `kill -9 of the server while a crowd checks in, undoes and reports, ${DEATHS} times: each scan that was answered is there once, and has the same answer again; FC_SEED=${SEED} (S-9.09)`,
  async () => {
    const dice = createDice(SEED)
    const database = await createTestDatabase('seeded')
    const rig = await createCrashRig(database.url)
    try {
      const crowd = await createGateCrowd(rig, VISITS)
      for (let deaths = 1; deaths <= DEATHS; deaths += 1) {
        const killed = Promise.withResolvers<void>()
        const busy = crowd.isBusy(dice.between(20, MOST_ANSWERS), killed.resolve)
        await killed.promise
        await rig.server().kill()
        await busy
        await rig.restart()
        expect(await crowd.findWrongs(), `death ${deaths}`).toEqual([])
      }
      expect(Math.min(...Object.values(crowd.heard()))).toBeGreaterThan(0)
    } finally {
      await rig.close()
      await database.drop()
    }
  },
  ALL_MS,
)

test(
  `kill -9 of the database beneath the same crowd, ${DEATHS_OF_DATABASE} times, FC_SEED=${SEED}`,
  async () => {
    const dice = createDice(SEED + 1)
    const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-crash-gates-'))
    let database: EmbeddedDatabase = await startSeededCluster(dataDir)
    let rig: CrashRig | undefined
    try {
      rig = await createCrashRig(database.url)
      const crowd = await createGateCrowd(rig, VISITS)
      for (let deaths = 1; deaths <= DEATHS_OF_DATABASE; deaths += 1) {
        const { pid } = database
        await crowd.isBusy(dice.between(60, MOST_ANSWERS), () => killDatabase(pid))
        database = await startEmbeddedDatabase({ dataDir })
        while (!(await fetch(`${rig.origin}/readyz`)).ok) await delay(25)
        expect(await crowd.findWrongs(), `death ${deaths}`).toEqual([])
      }
      if (!rig.server().isRunning()) throw new Error(`the server died: ${rig.server().lastOutput()}`)
      expect(Math.min(...Object.values(crowd.heard()))).toBeGreaterThan(0)
    } finally {
      // Undefined when the server did not start; the database must be stopped anyway.
      await rig?.close()
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  ALL_MS,
)
