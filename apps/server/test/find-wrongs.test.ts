import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { findWrongs } from './find-wrongs.ts'
import { createShop, type StripeShop } from './shop/shop.ts'
import type { ReadyOrder } from './shop/stripe.ts'

let shop: StripeShop
let order: ReadyOrder
let attemptId: string

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.resetStock()
  order = await shop.readyOrder()
  await shop.pay(order, '1112')
  const [attempt] = await shop.attemptsOf(order)
  attemptId = attempt!.id
})

const wrongsOf = async (...forPersons: readonly string[]) => {
  const wrongs = await findWrongs({ db: shop.db, providers: shop.stripe, forPersons: new Set(forPersons) })
  return wrongs.filter(line => line.includes(order.id))
}

const callPerson = () =>
  shop.db.transaction(tx =>
    tx.updateTable('payment_attempts').set({ needs_person: true }).where('id', '=', attemptId).execute(),
  )

test('a purchase that calls nobody is right', async () => {
  expect(await wrongsOf()).toEqual([])
})

test('a payment that waits for a person is wrong, also when all its money is where it should be', async () => {
  await callPerson()
  expect(await wrongsOf()).toEqual([`order ${order.id} calls a person: stripe captured`])
})

test('a refund that waits for a person is wrong', async () => {
  const now = sql<Date>`now()`
  await shop.db.transaction(tx =>
    tx
      .insertInto('refunds')
      .values({
        id: randomUUID(),
        site_key: 'demo',
        order_id: order.id,
        attempt_id: attemptId,
        amount: 3200,
        reason: 'it rains',
        state: 'failed',
        needs_person: true,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  expect(await wrongsOf()).toEqual([`order ${order.id} calls a person: refund failed`])
})

test('where the case expects a person, a person is right and nobody is wrong', async () => {
  expect(await wrongsOf(order.id)).toEqual([`order ${order.id} calls no person`])
  await callPerson()
  expect(await wrongsOf(order.id)).toEqual([])
})

test('broken invariants and ledgers are found as well', async () => {
  await shop.db.transaction(async tx => {
    await tx.updateTable('orders').set({ price: 3100 }).where('id', '=', order.id).execute()
    await tx.deleteFrom('tickets').execute()
  })
  const wrongs = await wrongsOf()
  expect(wrongs).toContain(`I9 price = subtotal - membership - coupons: ${order.id}`)
  expect(wrongs).toContain(`order ${order.id}: the providers keep 3200 yen, its tickets cost 0`)
})
