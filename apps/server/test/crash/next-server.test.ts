import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../database.ts'
import { createCrashRig, type CrashRig } from './crash-rig.ts'
import { beginChallenge, confirm, readyOrder } from './scenarios.ts'

let database: TestDatabase
let rig: CrashRig

beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createCrashRig(database.url)
})
afterAll(async () => {
  // Undefined when the server did not start; the database must be stopped anyway.
  await rig?.close()
  await database.drop()
})

const CASE_MS = 40_000

test(
  'killed while the visitor is on the 3-D Secure page: the next server receives the return and issues the tickets (S-15.03)',
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
