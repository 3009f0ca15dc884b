import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../database.ts'
import { createCrashRig, type CrashRig, isSent, letTimePass } from './crash-rig.ts'
import {
  beginChallenge,
  confirm,
  holdAnswerBack,
  readyOrder,
  scenarioOf,
  STRIPE_FAILPOINTS,
  untilDone,
} from './scenarios.ts'

/** One server life a case: killed at a point, and started again for the next one. */
let database: TestDatabase
let rig: CrashRig

beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createCrashRig(database.url)
})
afterAll(async () => {
  // Undefined when the server did not start; the database is stopped all the same.
  await rig?.close()
  await database.drop()
})

const CASE_MS = 40_000

test.each(STRIPE_FAILPOINTS.map((failpoint, index) => ({ failpoint, index })))(
  'kill -9 of the server at $failpoint: every charge has a ticket or a refund, none has two',
  async ({ failpoint, index }) => {
    const server = rig.server()
    await server.arm({ failpoint })
    if (isSent(failpoint)) {
      await holdAnswerBack(rig, failpoint)
      void server
        .reached(failpoint)
        .then(() => untilDone(rig, failpoint))
        .then(() => server.child.kill('SIGKILL'))
    }
    // The visitor's connection breaks with the server, so how the visit ends says nothing.
    await scenarioOf(failpoint)(rig, rig.catalogue.spans[index]!).catch(() => undefined)
    await server.ended
    await letTimePass(rig.db, { deadlines: false })
    await rig.restart()
    await rig.settle()
    expect(await rig.findWrongs()).toEqual([])
  },
  CASE_MS,
)

test(
  'killed while the visitor is on the 3-D Secure page: the next server takes them back and gives the tickets',
  async () => {
    const order = await readyOrder(rig, rig.catalogue.spans.at(-1)!)
    const { number, url } = await beginChallenge(rig, order)
    rig.server().child.kill('SIGKILL')
    await rig.server().ended
    await rig.restart()
    const back = await rig.stripe.answer(url, 'authenticate')
    const returned = await fetch(`${rig.origin}${back.pathname}${back.search}`, { redirect: 'manual' })
    expect(returned.headers.get('location')).toContain('/#/payment-callback/stripe_secure/success')
    expect(await confirm(rig, number)).toMatchObject({ result: 'completed' })
    await rig.settle()
    expect(await rig.findWrongs()).toEqual([])
  },
  CASE_MS,
)
