import { afterAll, beforeAll, expect, test } from 'vitest'

import { createCrashRig, type CrashRig } from './crash/crash-rig.ts'
import { readyOrder } from './crash/scenarios.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
let rig: CrashRig

beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createCrashRig(database.url)
})

afterAll(async () => {
  await rig?.close()
  await database.drop()
})

test('a checkout that is under way at SIGTERM is finished and answered, then the process exits normally', async () => {
  const order = await readyOrder(rig, rig.catalogue.spans[0]!)
  const card = await rig.stripe.card('1112')
  await rig.stripe.arm({ op: 'execute', mode: 'delay_ms', value: 1_000 })
  const answering = fetch(`${rig.origin}/api/v1/orders/checkout/${order.token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_method_type: 'stripe', payment_method: card }),
  })
  // The provider has charged, and delays its answer.
  while (Object.keys(await rig.stripe.ledger()).length === 0);
  const { child, ended } = rig.server()
  child.kill('SIGTERM')
  const answer = await answering
  await ended

  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ result: 'completed' }),
  ])
  expect([child.exitCode, child.signalCode]).toEqual([0, null])
  expect(await rig.findWrongs()).toEqual([])
  const attempt = await rig.db.read(tx =>
    tx.selectFrom('payment_attempts').select(['state', 'check_at']).executeTakeFirstOrThrow(),
  )
  expect(attempt).toEqual({ state: 'captured', check_at: null })
}, 40_000)
