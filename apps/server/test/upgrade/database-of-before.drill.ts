import { afterAll, beforeAll, expect, test } from 'vitest'

import { FAILPOINTS } from '../../src/payments/attempts/failpoints.ts'
import { contractDatabase } from '../../src/upgrade/contract.ts'
import { countOldRows, fillOldRows } from '../../src/upgrade/fill.ts'
import { isKilledAt } from '../crash/kill-case.ts'
import { heldBy, untilHeld } from '../crash/kill-waves.ts'
import { METHOD_SCENARIOS, OVER_TWO_PAYMENTS } from '../crash/method-scenarios.ts'
import { findOpen } from '../crash/passing-time.ts'
import { untilQuiet } from '../crash/wave.ts'
import { findWrongs } from '../find-wrongs.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import type { MethodDriver } from '../payment-methods/method-driver.ts'
import { createUpgradeRig, type UpgradeRig } from './upgrade-rig.ts'
import { readTicketPages, stateCounts } from './what-there-is.ts'

/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 2_400_000
/** Scenarios of each method twice, and a death at each point. */
const SPANS = DRIVERS.length * 60
/** A purchase passes these in the server of visitors; the others are passed by the worker or the command line. */
const POINTS = FAILPOINTS.filter(point => isKilledAt(point) && !/^(?:reconcile|void|refund)/.test(point))

/** All but what the release before cannot do. */
const SCENARIOS = METHOD_SCENARIOS.filter(({ name }) => name !== OVER_TWO_PAYMENTS)

let rig: UpgradeRig
let filled: Awaited<ReturnType<typeof stateCounts>>
let pagesBefore: ReadonlyMap<string, unknown>

/** The release before fills a database: what has ended, what is open, and payments killed at every point. */
beforeAll(async () => {
  rig = await createUpgradeRig()
  const web = await rig.start('before', 'web')
  rig.balancer.serve([web.port])
  await rig.offer(Array.from({ length: SPANS }, () => 2))
  await takeEveryCourse()
  await letEverythingEnd()
  await takeEveryCourse()
  await web.process.kill()
  for (const driver of DRIVERS) await killAtEveryPoint(driver)
  pagesBefore = await readPagesOfBefore()
  filled = await stateCounts(rig.db)
}, ALL_MS)
afterAll(() => rig.close())

async function takeEveryCourse(): Promise<void> {
  const begun = []
  for (const driver of DRIVERS)
    for (const scenario of SCENARIOS.filter(one => one.isFor(driver))) {
      const order = await rig.newOrder(driver)
      await scenario.before?.(rig, driver, order)
      begun.push({ driver, scenario, order })
    }
  // What is paid is captured before it is refunded.
  await letEverythingEnd()
  for (const { driver, scenario, order } of begun) await scenario.visit(rig, driver, order)
}

async function letEverythingEnd(): Promise<void> {
  await rig.providers.untilHeard()
  await rig.time.pass(900)
  const worker = await rig.start('before', 'worker')
  await untilQuiet(rig, worker.process)
  await worker.process.kill()
  expect(await findOpen(rig.db)).toEqual([])
}

async function killAtEveryPoint(driver: MethodDriver): Promise<void> {
  const web = await rig.start('before', 'web')
  rig.balancer.serve([web.port])
  const held = heldBy(web.process)
  const [bought] = METHOD_SCENARIOS
  for (const point of POINTS) {
    const order = await rig.newOrder(driver)
    await web.process.tell({ do: 'hold', holds: [[order.id, point]] })
    const visit = bought?.visit(rig, driver, order).catch(() => undefined)
    await Promise.race([visit, untilHeld(held, [{ order }])])
  }
  await web.process.kill()
}

async function readPagesOfBefore(): Promise<ReadonlyMap<string, unknown>> {
  const web = await rig.start('before', 'web')
  rig.balancer.serve([web.port])
  const pages = await readTicketPages(rig)
  await web.process.kill()
  return pages
}

test('a database of the release before has orders and payments in every state', () => {
  expect(filled).toMatchObject({
    orders: {
      ready_checkout: expect.any(Number),
      payment_pending: expect.any(Number),
      completed: expect.any(Number),
      expired: expect.any(Number),
      refunded: expect.any(Number),
    },
    attempts: {
      created: expect.any(Number),
      executing: expect.any(Number),
      action_required: expect.any(Number),
      authorized: expect.any(Number),
      captured: expect.any(Number),
      failed: expect.any(Number),
      refunded: expect.any(Number),
    },
    refunds: { requested: expect.any(Number), done: expect.any(Number) },
  })
  expect(pagesBefore.size).toBeGreaterThan(DRIVERS.length * 3)
})

test(
  'is migrated: every open payment ends right, all tickets are shown as before, and no row of the old shape is left',
  { timeout: ALL_MS },
  async () => {
    const open = (await findOpen(rig.db)).length
    expect(open).toBeGreaterThan(DRIVERS.length * 3)
    const web = await rig.start('now', 'web')
    rig.balancer.serve([web.port])
    expect(same(pagesBefore, await readTicketPages(rig))).toEqual([])
    await rig.endAll()
    expect(await findOpen(rig.db)).toEqual([])
    expect(await findWrongs({ ...rig, forPersons: new Set() })).toEqual([])
    await fillOldRows(rig)
    expect((await countOldRows(rig)).filter(({ left }) => left > 0)).toEqual([])
    const ended = await readTicketPages(rig)
    expect(same(pagesBefore, ended)).toEqual([])
    expect(await contractDatabase(rig)).toEqual({ kind: 'contracted' })
    expect(await readTicketPages(rig)).toEqual(ended)
    expect(await findWrongs({ ...rig, forPersons: new Set() })).toEqual([])
  },
)

/** The pages that are not what they were. */
function same(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): ReadonlyArray<readonly unknown[]> {
  return [...before].flatMap(([order, page]) =>
    JSON.stringify(after.get(order)) === JSON.stringify(page) ? [] : [[order, page, after.get(order)]],
  )
}
