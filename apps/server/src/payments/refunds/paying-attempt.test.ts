import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import { untilSomebodyWaits } from '../../../test/waiting-connections.ts'
import { lockAttempt } from '../attempts/attempt-queries.ts'
import { requestRefund } from './request-refund.ts'
import { requestVoid } from './request-void.ts'

let shop: StripeShop

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(() => shop.compareBooks())

interface PaidTwice {
  readonly order: ReadyOrder
  readonly number: string
  readonly first: string
  readonly second: string
}

/**
 * The first payment was declined and is charged late, while the visitor is at the bank for the second: the first one pays
 * for the tickets, and the second is to be released, which the provider does not answer yet.
 */
async function payLateAndAgain(quantity: number): Promise<PaidTwice> {
  const order = await shop.readyOrder(quantity)
  await shop.pay(order, '0002')
  const intent = await shop.intentOf(order)
  const again = await shop.pay(order, '3220', 'stripe_secure')
  const [first, second] = await shop.attemptsOf(order)
  await shop.stripe.asStaff(`payment_intents/${intent}/confirm`, {
    payment_method: await shop.stripe.card('1112'),
  })
  await shop.stripe.asStaff(`payment_intents/${intent}/capture`, {})
  await shop.db.transaction(tx =>
    tx
      .updateTable('payment_attempts')
      .set({ check_at: sql<Date>`now()` })
      .where('id', '=', first!.id)
      .execute(),
  )
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
  await shop.stripe.answer(String(again.body['redirect_url']), 'authenticate')
  await shop.stripe.arm({ op: 'cancel', mode: 'drop_before', value: 2 })
  const { body } = await shop.confirm(again.body['payment_number'])
  expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'captured' }, { state: 'authorized' }])
  return { order, number: String(body['reservation_number']), first: first!.id, second: second!.id }
}

const ask = (number: string, tickets: 'all' | readonly number[]) =>
  requestRefund(shop.deps, { siteKey: 'demo', reservationNumber: number, tickets, reason: 'closed' })

test('the attempt that paid is the one that is given back, whatever a newer one is about', async () => {
  const { order, number, first, second } = await payLateAndAgain(1)
  expect(await requestVoid(shop.deps, { siteKey: 'demo', reservationNumber: number })).toEqual({
    kind: 'refused',
    why: 'payment is captured already',
  })
  expect(await ask(number, 'all')).toMatchObject({ kind: 'refund', amount: 3200 })
  await shop.reconcile()
  expect(await shop.attemptsOf(order)).toMatchObject([
    { id: first, state: 'refunded' },
    { id: second, state: 'voided' },
  ])
  const ledger = await shop.stripe.ledger()
  expect(ledger[first]).toMatchObject({ captured: 3200, refunded: 3200 })
  expect(ledger[second]).toMatchObject({ captured: 0, voided: 3200 })
})

test('the second part of a payment goes back although another attempt of the order exists', async () => {
  const { order, number, first } = await payLateAndAgain(2)
  expect(await ask(number, [1])).toMatchObject({ kind: 'refund', amount: 3200 })
  await shop.reconcile()
  expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'partially_refunded' }, { state: 'voided' }])
  expect(await ask(number, [2])).toMatchObject({ kind: 'refund', amount: 3200 })
  expect((await shop.stripe.ledger())[first]).toMatchObject({ refunded: 6400, net: 0 })
})

test('a payment that is being released is not released or given back beside that', async () => {
  await shop.stripe.arm({ op: 'capture', mode: 'drop_before', value: 2 })
  const { orderId, number } = await shop.buy()
  const reservation = { siteKey: 'demo', reservationNumber: number }
  expect(await requestVoid(shop.deps, reservation)).toMatchObject({ kind: 'void' })
  const why = 'payment is being given back or released'
  expect(await requestVoid(shop.deps, reservation)).toEqual({ kind: 'refused', why })
  expect(await ask(number, 'all')).toEqual({ kind: 'refused', why })
  await shop.reconcile()
  expect(await shop.attemptsOf({ id: orderId })).toMatchObject([{ state: 'voided' }])
})

test('a refund waits for the attempt before it locks the order: who stores an outcome never waits for it', async () => {
  const { orderId, attemptId, number } = await shop.buy()
  const held = Promise.withResolvers<void>()
  const outcome = shop.db.transaction(async tx => {
    await lockAttempt(tx, attemptId)
    held.resolve()
    await untilSomebodyWaits(shop.db)
    await sql`select from orders where id = ${orderId} for update nowait`.execute(tx)
  })
  await held.promise
  const [, refund] = await Promise.all([outcome, ask(number, 'all')])
  expect(refund).toMatchObject({ kind: 'refund', amount: 3200 })
})
