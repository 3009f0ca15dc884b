import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPaymentsApp, type PaymentsApp, type ReadyOrder } from '../../../test/payments-app.ts'
import { startSweepingEvents, sweepEvents } from './sweep-events.ts'

let shop: PaymentsApp
let order: ReadyOrder
let attemptId: string

beforeAll(async () => {
  shop = await createPaymentsApp()
  order = await shop.readyOrder()
  await shop.pay(order, '1112')
  attemptId = (await shop.attemptsOf(order))[0]!.id
})
afterAll(() => shop.close())

/** A webhook event that arrived the given number of days ago. */
const receive = (name: string, days: number, attempt: string | null = null) =>
  shop.db.transaction(tx =>
    sql`insert into provider_events (provider, dedupe_key, attempt_id, payload, received_at)
      values ('stripe', ${name}, ${attempt}, '{}', now() - make_interval(days => ${days}))`.execute(tx),
  )

const keptNews = async () => {
  const query = shop.db.read(tx =>
    tx.selectFrom('provider_events').select('dedupe_key').orderBy('dedupe_key').execute(),
  )
  return (await query).map(row => row.dedupe_key)
}

const needsPerson = (needs_person: boolean) =>
  shop.db.transaction(tx =>
    tx.updateTable('payment_attempts').set({ needs_person }).where('id', '=', attemptId).execute(),
  )

test('webhook events are deleted after 400 days, whether or not they concern a payment of ours; younger ones stay', async () => {
  await shop.db.transaction(tx => tx.deleteFrom('provider_events').execute())
  await receive('old', 400, attemptId)
  await receive('old-of-others', 400)
  await receive('young', 399, attemptId)
  await receive('young-of-others', 399)
  expect(await sweepEvents(shop.deps)).toBe(2)
  expect(await keptNews()).toEqual(['young', 'young-of-others'])
  expect(await sweepEvents(shop.deps)).toBe(0)
  expect(shop.logged.filter(line => line.includes('old news of providers deleted'))).toEqual([
    expect.stringContaining('"deleted":2'),
  ])
  expect(await shop.statusOf(order)).toBe('completed')
  await shop.compareBooks()
})

test('webhook events of a payment that waits for a person stay until the person has cleared it; others go', async () => {
  await receive('dispute', 500, attemptId)
  await receive('of-nobody', 500)
  await needsPerson(true)
  expect(await sweepEvents(shop.deps)).toBe(1)
  expect(await keptNews()).toContain('dispute')
  await needsPerson(false)
  expect(await sweepEvents(shop.deps)).toBe(1)
})

test('one pass deletes more than one batch, and servers that sweep at once share the work', async () => {
  await shop.db.transaction(tx =>
    sql`insert into provider_events (provider, dedupe_key, payload, received_at)
      select 'stripe', 'many-' || n, '{}', now() - interval '401 days' from generate_series(1, 2500) n`.execute(
      tx,
    ),
  )
  const [one, other] = await Promise.all([sweepEvents(shop.deps), sweepEvents(shop.deps)])
  expect(one + other).toBe(2500)
  expect(await keptNews()).toEqual(['young', 'young-of-others'])
})

test('an event that somebody else holds is left for the next pass, and nobody waits for it', async () => {
  await receive('held', 500)
  await receive('free', 450)
  await shop.db.transaction(async tx => {
    await tx
      .selectFrom('provider_events')
      .select('provider')
      .where('dedupe_key', '=', 'held')
      .forUpdate()
      .execute()
    expect(await sweepEvents(shop.deps)).toBe(1)
  })
  expect(await keptNews()).toContain('held')
  expect(await sweepEvents(shop.deps)).toBe(1)
})

test('a server that ends stops sweeping', async () => {
  await expect(startSweepingEvents(shop.deps).stop()).resolves.toBeUndefined()
})
