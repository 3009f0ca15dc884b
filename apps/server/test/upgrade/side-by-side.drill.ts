import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { contractDatabase } from '../../src/upgrade/contract.ts'
import { countOldRows, fillOldRows } from '../../src/upgrade/fill.ts'
import { METHOD_SCENARIOS } from '../crash/method-scenarios.ts'
import { findOpen } from '../crash/passing-time.ts'
import { findWrongs } from '../find-wrongs.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import { addressOf } from './place-order.ts'
import { createUpgradeRig, refundOf, type UpgradeRig } from './upgrade-rig.ts'

/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 600_000
const ALONE_MS = 5_000
/** How long visitors buy from both releases in turn, a request here and a request there. */
const TOGETHER_MS = 60_000
/** As long as operators are told to give a server. */
const DRAIN_MS = 30_000
const LOOK_EVERY_MS = 100
const BUYERS = 4
const SPANS = 20
const PLACES = 10_000
/** Every so many buyers give up; the others pay. */
const GIVES_UP_EVERY = 7
const REFUNDS = 3

interface Purchase {
  readonly orderId: string
  readonly isPaid: boolean
}

let rig: UpgradeRig
const purchases: Purchase[] = []
/** Orders whose buyers get a mail of a refund: the release before sends none. */
const toldOfRefund = new Set<string>()
const faults: unknown[] = []
let turns = 0
const started = performance.now()
let phase = 'before alone'

beforeAll(async () => {
  rig = await createUpgradeRig()
  const before = await rig.start('before', 'all')
  rig.balancer.serve([before.port])
  await rig.offer(Array.from({ length: SPANS }, () => PLACES))
  let isOver = false
  const buying = Array.from({ length: BUYERS }, () => buyUntil(() => isOver))
  await delay(ALONE_MS)
  phase = 'migrating'
  const now = await rig.start('now', 'all')
  phase = 'together'
  rig.balancer.serve([before.port, now.port])
  for (let refunds = 0; refunds < REFUNDS; refunds += 1) {
    await delay(TOGETHER_MS / REFUNDS)
    await refundOne('before')
    await refundOne('now')
  }
  phase = 'now alone'
  rig.balancer.serve([now.port])
  await before.process.stop(DRAIN_MS)
  await delay(ALONE_MS)
  isOver = true
  await Promise.all(buying)
  await rig.providers.untilHeard()
  while ((await countOpen()) > 0) await delay(LOOK_EVERY_MS)
  while ((await countMailsToSend()) > 0) await delay(LOOK_EVERY_MS)
  await now.process.stop(DRAIN_MS)
  const web = await rig.start('now', 'web')
  rig.balancer.serve([web.port])
  await rig.endAll()
}, ALL_MS)
afterAll(() => rig.close())

async function buyUntil(isOver: () => boolean): Promise<void> {
  const [bought, givenUp] = METHOD_SCENARIOS
  while (!isOver()) {
    turns += 1
    const driver = DRIVERS[turns % DRIVERS.length]
    if (driver === undefined || bought === undefined || givenUp === undefined) throw new Error('nobody buys')
    // Whoever pays by card has paid without a page to leave, unless the bank asks.
    const isPaid = turns % GIVES_UP_EVERY !== 0 || driver.takesCard || !givenUp.isFor(driver)
    try {
      const order = await rig.newOrder(driver)
      await (isPaid ? bought : givenUp).visit(rig, driver, order)
      purchases.push({ orderId: order.id, isPaid })
    } catch (error) {
      faults.push([driver.method, Math.round(performance.now() - started), phase, error])
    }
  }
}

/**
 * Staff refund one of two tickets that were paid a moment ago. Stripe refunds while it is asked, so the release that asks
 * also ends it: a refund that the release before ends is told to nobody.
 */
async function refundOne(release: 'before' | 'now'): Promise<void> {
  const { number, order_id: orderId } = await rig.db.read(read =>
    read
      .selectFrom('reservations')
      .innerJoin('payment_attempts', 'payment_attempts.order_id', 'reservations.order_id')
      .select(['number', 'reservations.order_id'])
      .where('state', '=', 'captured')
      .where('check_at', 'is', null)
      .where('provider', '=', 'stripe')
      .orderBy('reservations.created_at', 'desc')
      .executeTakeFirstOrThrow(),
  )
  await rig.command(release, refundOf(number, ['--tickets', '1']))
  if (release === 'now') toldOfRefund.add(orderId)
}

/** Payments that are not captured yet and refunds that are not done; visitors who gave up are waited for by nobody. */
async function countOpen(): Promise<number> {
  const isPaid = new Set(purchases.filter(one => one.isPaid).map(({ orderId }) => orderId))
  const open = await findOpen(rig.db)
  return open.filter(({ orderId, isAway }) => !isAway || isPaid.has(orderId)).length
}

/** Mails in the queue; the second looks at sent mails are moved forward. */
async function countMailsToSend(): Promise<number> {
  const { rows } = await rig.db.read(read =>
    sql<{ mails: number }>`
      with moved as (
        update jobs.job set start_after = now() where state < 'active' and start_after > now() returning 1)
      select count(*)::integer as mails from jobs.job where state <= 'active' and name like 'send-%'`.execute(
      read,
    ),
  )
  return rows[0]?.mails ?? 0
}

test('a minute of purchases from both releases fails for nobody', () => {
  expect(faults).toEqual([])
  expect(purchases.length).toBeGreaterThan(DRIVERS.length * 3)
})

test('who paid has tickets and one mail with them, who gave up has neither; a refund is told of once', async () => {
  const { rows } = await rig.db.read(read =>
    sql<{ order_id: string; method: string; status: string; tickets: number }>`
      select orders.id as order_id, method, orders.status, count(tickets.*)::integer as tickets from orders
      join payment_attempts on payment_attempts.order_id = orders.id
      left join reservations on reservations.order_id = orders.id
      left join tickets on tickets.reservation_id = reservations.id
      group by orders.id, method`.execute(read),
  )
  const found = new Map(rows.map(row => [row.order_id, row]))
  const wrong = purchases.filter(({ orderId, isPaid }) => {
    const row = found.get(orderId)
    const tickets = row?.method === 'free' ? 2 : 4
    return isPaid
      ? row?.status !== 'completed' || row.tickets !== tickets
      : row === undefined || row.tickets !== 0
  })
  expect(wrong.map(one => [one, found.get(one.orderId)])).toEqual([])
  const mailed = await countMails()
  const wanted = ({ orderId, isPaid }: Purchase): number => {
    if (!isPaid) return 0
    return toldOfRefund.has(orderId) ? 2 : 1
  }
  const counts = purchases.map(one => [one, mailed.get(addressOf(one.orderId)) ?? 0, wanted(one)] as const)
  expect(counts.filter(([, got, want]) => got !== want)).toEqual([])
})

const messages = v.array(v.object({ to: v.array(v.string()), html: v.string() }))

/** How many mails with a link to tickets each address got. */
async function countMails(): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${rig.providers.url}/mailbox/api/messages`)
  const withTickets = v.parse(messages, await answer.json()).filter(({ html }) => html.includes('/tickets/'))
  const counts = new Map<string, number>()
  for (const { to } of withTickets)
    for (const address of to) counts.set(address, (counts.get(address) ?? 0) + 1)
  return counts
}

test('the books balance, no row of the old shape is left, and the upgrade can be ended', async () => {
  expect(await findWrongs({ ...rig, forPersons: new Set() })).toEqual([])
  await fillOldRows(rig)
  expect((await countOldRows(rig)).filter(({ left }) => left > 0)).toEqual([])
  expect(await contractDatabase(rig)).toEqual({ kind: 'contracted' })
  expect(await findWrongs({ ...rig, forPersons: new Set() })).toEqual([])
})
