import { randomBytes, randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import { providerOrderRefOf } from '../port/order-ref.ts'
import type { Attempt } from './attempt.ts'
import { lockUnchanged, readAttempt } from './attempt-queries.ts'
import type { AttemptChange } from './change-attempts.ts'
import { insertAttempts, type NewAttempt } from './insert-attempts.ts'
import { writePaymentStep } from '../saga/write-step.ts'

let shop: StripeShop
let order: ReadyOrder
/** Its visitor is at the bank's page. */
let open: Attempt

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.resetStock()
  order = await shop.readyOrder()
  await shop.pay(order, '3220', 'stripe_secure')
  const [attempt] = await shop.attemptsOf(order)
  open = await shop.db.read(tx => readAttempt(tx, attempt!.id))
})

const change = (to: AttemptChange) => shop.db.write(writePaymentStep, { previous: open, change: to })

function another(orderId: string): NewAttempt {
  const id = randomUUID()
  return {
    id,
    siteKey: 'demo',
    orderId,
    paymentNumberHash: randomBytes(32),
    provider: 'stripe',
    account: 'pk_tests',
    method: 'stripe',
    providerOrderRef: providerOrderRefOf(id),
    amount: 3200,
    taxAmount: 290,
    methodDiscount: 0,
    refs: {},
  }
}

describe('one open attempt per order (S-1.15)', () => {
  const insert = () =>
    shop.db.transaction(async tx => {
      const part = insertAttempts([another(order.id)], sql`select ${order.id}::uuid`)
      const { rows } = await sql`with ${part} select state, operation from new_attempts`.execute(tx)
      return rows
    })

  test('were the lock of the order to fail, the database itself refuses a second one', async () => {
    await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'payment_attempts_one_open' })
    expect(await shop.attemptsOf(order)).toHaveLength(1)
  })

  test('after the first has ended another may be opened', async () => {
    await change({ state: 'failed', operation: null, checkInSeconds: null })
    expect(await insert()).toEqual([{ state: 'executing', operation: 'start' }])
  })
})

describe('an attempt is unchanged (S-1.14)', () => {
  const isUnchanged = () => shop.db.transaction(tx => lockUnchanged(tx, open))

  test('while nobody writes it', async () => {
    expect(await isUnchanged()).toBe(true)
  })

  test('when only the time of its next look has changed', async () => {
    await change({ checkInSeconds: 5 })
    expect(await isUnchanged()).toBe(true)
  })

  test('not when its state has changed', async () => {
    await change({ state: 'executing', checkInSeconds: 60 })
    expect(await isUnchanged()).toBe(false)
  })

  test('not when only its operation has changed: it may have been fenced', async () => {
    await change({ operation: 'void', checkInSeconds: 60 })
    expect(await isUnchanged()).toBe(false)
  })
})
