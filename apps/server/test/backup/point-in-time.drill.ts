import { sql } from 'kysely'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '../../src/office/books/audit.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { FOR_WHOLE_TABLES } from '../../src/platform/db/patience.ts'
import { createJobQueue } from '../../src/platform/jobs/pg-boss-queue.ts'
import type { Bought } from '../shop/stripe.ts'
import { createShop, type StripeShop } from '../shop/shop.ts'
import { fillWithDemo } from '../fill-with-demo.ts'
import { BYSTANDER, EMIKO, plant, tablesWith, type Traces } from '../visitor-traces.ts'
import { type BackedUpCluster, createBackedUpCluster } from './backed-up-cluster.ts'

let cluster: BackedUpCluster
let shop: StripeShop

beforeAll(async () => {
  cluster = await createBackedUpCluster()
  await fill(cluster.url)
  shop = await createShop({
    payments: 'stripe',
    database: { url: cluster.url, drop: () => cluster.remove() },
  })
}, 600_000)
afterAll(() => shop.close())

async function fill(url: string): Promise<void> {
  await migrate(url)
  const queue = await createJobQueue({ databaseUrl: url, log: pino({ level: 'silent' }), retrySeconds: 1 })
  await queue.stop()
  const db = openDatabase(url, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  await fillWithDemo(db)
  await db.close()
}

async function sell(count: number): Promise<readonly Bought[]> {
  const all: Bought[] = []
  for (let sold = 0; sold < count; sold += 1) {
    await shop.resetStock()
    all.push(await shop.buy(1))
  }
  return all
}

const statusOf = async ({ token }: Bought) =>
  (await shop.call('GET', `/api/v1/reservations/${token}?lang=ja`)).status

async function moment(): Promise<string> {
  const { rows } = await shop.db.read(read =>
    sql<{ at: string }>`select clock_timestamp()::text as at`.execute(read),
  )
  return rows[0]?.at ?? ''
}

test('a store that sells is backed up, destroyed and restored to a moment: what was sold before is there, what came later is not, and a payment that was open is asked for again', async () => {
  const early = await sell(3)
  const during = sell(5)
  cluster.backUp()
  const before = [...early, ...(await during), ...(await sell(3))]
  await shop.resetStock()
  const waiting = await shop.readyOrder(1)
  const asked = await shop.pay(waiting, '3220', 'stripe_secure')
  const at = await moment()
  // From here on nothing is left but what the provider knows.
  await shop.stripe.answer(String(asked.body['redirect_url']), 'authenticate')
  expect((await shop.confirm(asked.body['payment_number'])).body).toMatchObject({ result: 'completed' })
  const lost = await sell(4)
  await cluster.archive()
  await cluster.destroy()
  await cluster.restore(at)

  for (const bought of before) expect(await statusOf(bought)).toBe(200)
  for (const bought of lost) expect(await statusOf(bought)).toBe(404)
  expect(await shop.statusOf(waiting)).toBe('payment_3ds')
  expect(await audit(shop, null)).toEqual([])

  await shop.reconcile()
  expect(await shop.statusOf(waiting)).toBe('completed')
  expect(await audit(shop, null)).toEqual([])
  // Money of payments that the store does not know any more: docs/backup.md says who gives it back.
  const known = new Set(await attemptIds())
  const unknown = Object.entries(await shop.stripe.ledger()).filter(
    ([id, { net }]) => net > 0 && !known.has(id),
  )
  expect(unknown.map(([id]) => id).toSorted()).toEqual(lost.map(({ attemptId }) => attemptId).toSorted())

  const [next] = await sell(1)
  expect(next && (await statusOf(next))).toBe(200)
  expect(before.map(({ number }) => number)).not.toContain(next?.number)
  expect(await audit(shop, null)).toEqual([])
}, 600_000)

test('who is erased is in no dump that PostgreSQL itself writes, and everybody else is', async () => {
  const [one, other] = await sell(2)
  if (one === undefined || other === undefined) throw new Error('nothing was sold')
  await shop.db.transaction(async tx => {
    for (const statement of [...plant(EMIKO, one), ...plant(BYSTANDER, other)]) await statement.execute(tx)
  })
  const found = (traces: Traces): boolean =>
    tablesWith(new Map([['dump', cluster.dump().toLowerCase()]]), traces).length > 0
  expect([found(EMIKO), found(BYSTANDER)]).toEqual([true, true])
  const erase = async (...more: readonly string[]): Promise<string> => {
    const said: string[] = []
    const say = (text: string) => said.push(text)
    const args = ['person', 'erase', 'demo', EMIKO.mail, '--reason', 'asked by letter', '--force', ...more]
    expect(await runCli(args, { open: () => shop.deps, out: say, err: say })).toBe(0)
    return said.join('\n')
  }
  const { word } = v.parse(v.object({ word: v.string() }), JSON.parse(await erase('--json')))
  await erase('--confirm', word)
  expect([found(EMIKO), found(BYSTANDER)]).toEqual([false, true])
  expect(await audit(shop, null)).toEqual([])
}, 600_000)

async function attemptIds(): Promise<readonly string[]> {
  const rows = await shop.db.read(read => read.selectFrom('payment_attempts').select('id').execute())
  return rows.map(({ id }) => id)
}
