import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { readAttempt } from '../attempts/attempt-queries.ts'
import { bookMoney, type MoneyMoved } from './book-money.ts'

let shop: StripeShop
/** Captured and booked, 6,400 yen. */
let attempt: Attempt

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.resetStock()
  const { attemptId } = await shop.buy(2)
  attempt = await shop.db.read(tx => readAttempt(tx, attemptId))
})

const book = (moved: MoneyMoved) =>
  shop.db.transaction(tx => bookMoney([{ attempt, ...moved }], sql`select ${attempt.id}::uuid`).execute(tx))

/** What each account has of the payment, entry by entry. */
const entries = () =>
  shop.db.read(tx =>
    tx
      .selectFrom('ledger_entries')
      .select(['kind', 'account', 'amount'])
      .where('attempt_id', '=', attempt.id)
      .orderBy('kind')
      .orderBy('account')
      .orderBy('amount')
      .execute(),
  )

const CAPTURED = [
  { kind: 'capture', account: 'provider', amount: 6400 },
  { kind: 'capture', account: 'sales', amount: -6400 },
]

test('a capture that is booked again is booked once (S-1.13)', async () => {
  await book({ kind: 'capture' })
  expect(await entries()).toEqual(CAPTURED)
})

test('a refund of the whole that is booked again is booked once', async () => {
  await book({ kind: 'refund' })
  await book({ kind: 'refund' })
  expect(await entries()).toEqual([
    ...CAPTURED,
    { kind: 'refund', account: 'provider', amount: -6400 },
    { kind: 'refund', account: 'sales', amount: 6400 },
  ])
})

test('parts are booked each, and each once', async () => {
  const parts = [randomUUID(), randomUUID()].map(key => ({ amount: 3200, key }))
  for (const part of [...parts, ...parts]) await book({ kind: 'refund', part })
  expect(
    (await entries()).filter(({ kind, account }) => kind === 'refund' && account === 'provider'),
  ).toEqual([
    { kind: 'refund', account: 'provider', amount: -3200 },
    { kind: 'refund', account: 'provider', amount: -3200 },
  ])
})

test('nothing is booked for 0 yen', async () => {
  await book({ kind: 'refund', part: { amount: 0, key: randomUUID() } })
  expect(await entries()).toEqual(CAPTURED)
})
