import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../../tools/start/embedded-database.ts'
import { startSeededCluster } from '../seeded-cluster.ts'
import { coverOf, IS_WHOLE_PROOF } from '../../../../tools/test/proof-choice.ts'
import { createCrashRig, type CrashRig, isSent } from './crash-rig.ts'
import { killDatabase } from './kill-database.ts'
import {
  holdAnswerBack,
  scenarioOf,
  STRIPE_FAILPOINTS,
  type StripeFailpoint,
  untilDone,
} from './scenarios.ts'

/** One server for all cases: it has to survive every death of its database. */
let dataDir: string
let database: EmbeddedDatabase
let rig: CrashRig

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-crash-database-'))
  database = await startSeededCluster(dataDir)
  rig = await createCrashRig(database.url)
})
afterAll(async () => {
  // Undefined when the server did not start; the database must be stopped anyway.
  await rig?.close()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const CASE_MS = 40_000

/**
 * The server lives on, with all that it knows: a death of the database is one to it before a call, while it is under way, with its answer
 * in hand, before a commit and after it. Money comes, goes back, or is looked up; its statements fail alike.
 */
function classesOf({ failpoint }: { readonly failpoint: StripeFailpoint }): readonly string[] {
  const [step = '', moment = ''] = failpoint.split('.')
  return [moment, `money ${WAYS.find(({ steps }) => steps.includes(step))?.way ?? 'comes'}`]
}
const WAYS: ReadonlyArray<{ readonly way: string; readonly steps: readonly string[] }> = [
  { way: 'goes back', steps: ['void', 'voided', 'refund', 'refunded'] },
  { way: 'is looked up', steps: ['reconcile', 'query'] },
]
const POINTS = STRIPE_FAILPOINTS.map((failpoint, index) => ({ failpoint, index }))

test.each(IS_WHOLE_PROOF ? POINTS : coverOf(POINTS, classesOf))(
  'kill -9 of the database at $failpoint: every charge has a ticket or a refund, none has two',
  async ({ failpoint, index }) => {
    const server = rig.server()
    const postmaster = database.pid
    const reached = server.reached(failpoint)
    await server.arm({ failpoint, postmaster })
    if (isSent(failpoint)) await holdAnswerBack(rig, failpoint)
    const visit = scenarioOf(failpoint)(rig, rig.catalogue.spans[index]!)
    // Later the visitor may get an error, because the database was down.
    const refused = visit.then(
      () => new Promise<never>(() => undefined),
      (error: unknown) => Promise.reject(new Error(`the visit failed before ${failpoint}`, { cause: error })),
    )
    await Promise.race([reached, refused])
    if (isSent(failpoint)) {
      await untilDone(rig, failpoint)
      killDatabase(postmaster)
    }
    database = await startEmbeddedDatabase({ dataDir })
    expect(database.pid).not.toBe(postmaster)
    await visit.catch(() => undefined)
    if (!server.isRunning()) throw new Error(`the server died with its database: ${server.lastOutput()}`)
    await rig.settle()
    expect(await rig.findWrongs()).toEqual([])
  },
  CASE_MS,
)
