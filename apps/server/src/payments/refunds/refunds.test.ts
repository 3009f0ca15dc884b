import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createPaymentsApp, type PaymentsApp } from '../../../test/payments-app.ts'
import { requestRefund, requestVoid } from './request-refund.ts'

let shop: PaymentsApp

beforeAll(async () => {
  shop = await createPaymentsApp()
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(() => shop.compareBooks())

interface Bought {
  readonly orderId: string
  readonly attemptId: string
  readonly number: string
  readonly token: string
}

async function buy(quantity: number): Promise<Bought> {
  const order = await shop.readyOrder(quantity)
  const { body } = await shop.pay(order, '1112')
  const [attempt] = await shop.attemptsOf(order)
  const { reservation_number: number, reservation_token: token } = body
  return { orderId: order.id, attemptId: attempt!.id, number: String(number), token: String(token) }
}

const ask = (bought: Bought, tickets: 'all' | readonly number[]) =>
  requestRefund(shop.deps, {
    siteKey: 'demo',
    reservationNumber: bought.number,
    tickets,
    reason: 'the exhibition is closed that day',
  })

async function statusesOf({ token }: Bought): Promise<string[]> {
  const { body } = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
  return Object.values(body).map(ticket => String((ticket as { status: string }).status))
}

const netOf = async ({ attemptId }: Bought) => (await shop.stripe.ledger())[attemptId]?.net

test('money goes back for chosen tickets, which admit nobody from then on; their places are for sale', async () => {
  const bought = await buy(3)
  const takenBefore = await shop.takenOf(shop.catalogue.spans[0]!)
  expect(await ask(bought, [2])).toMatchObject({ kind: 'refund', amount: 3200, tickets: [2] })
  expect(await netOf(bought)).toBe(6400)
  expect(await statusesOf(bought)).toEqual(['available', 'invalid', 'available'])
  expect(await shop.takenOf(shop.catalogue.spans[0]!)).toBe(takenBefore - 1)
})

test('in parts up to the whole, and not a yen above it', async () => {
  const bought = await buy(3)
  await ask(bought, [1])
  await ask(bought, [3])
  expect(await ask(bought, [1])).toEqual({ kind: 'refused', why: 'ticket is revoked already' })
  expect(await ask(bought, 'all')).toMatchObject({ amount: 3200, tickets: [2] })
  expect(await netOf(bought)).toBe(0)
  expect(await ask(bought, 'all')).toEqual({ kind: 'refused', why: 'no such ticket' })
  expect(await shop.attemptsOf({ id: bought.orderId, token: '' })).toMatchObject([{ state: 'refunded' }])
})

describe('a refund whose answer is lost', () => {
  test.each(['drop_before', 'drop_after'])('%s: it is given once', async mode => {
    const bought = await buy(2)
    await shop.stripe.arm({ op: 'refund', mode, value: 2 })
    expect(await ask(bought, [1])).toMatchObject({ kind: 'refund', amount: 3200 })
    expect(await ask(bought, [2])).toEqual({ kind: 'refused', why: 'another refund is under way' })
    await reconcileRefunds()
    expect(await netOf(bought)).toBe(3200)
  })
})

test('two who ask at once: one is first, and the money goes back once', async () => {
  const bought = await buy(2)
  const answers = await Promise.all([ask(bought, 'all'), ask(bought, 'all')])
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['refund', 'refused'])
  expect(await netOf(bought)).toBe(0)
})

test('a refund that the provider refuses is for a person; its tickets stay revoked (S-7.15)', async () => {
  const bought = await buy(1)
  await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
  await ask(bought, 'all')
  const rows = await shop.db.read(tx =>
    tx
      .selectFrom('refunds')
      .select(['state', 'needs_person'])
      .where('order_id', '=', bought.orderId)
      .execute(),
  )
  expect(rows).toEqual([{ state: 'failed', needs_person: true }])
  expect(await statusesOf(bought)).toEqual(['invalid'])
  expect(await netOf(bought)).toBe(3200)
})

test('what is authorised and not captured is released as a whole', async () => {
  const order = await shop.readyOrder(2)
  await shop.stripe.arm({ op: 'capture', mode: 'drop_before', value: 9 })
  const { body } = await shop.pay(order, '1112')
  const number = String(body['reservation_number'])
  const refused = await requestRefund(shop.deps, {
    siteKey: 'demo',
    reservationNumber: number,
    tickets: 'all',
    reason: 'r',
  })
  expect(refused).toEqual({ kind: 'refused', why: 'payment is not captured yet' })
  const voided = await requestVoid(shop.deps, { siteKey: 'demo', reservationNumber: number })
  expect(voided).toMatchObject({ kind: 'void', tickets: [1, 2] })
  await shop.reconcile()
  expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'voided' }])
  const again = await requestVoid(shop.deps, { siteKey: 'demo', reservationNumber: number })
  expect(again.kind).toBe('refused')
})

test('another site knows nothing of a reservation', async () => {
  const bought = await buy(1)
  const asked = { siteKey: 'mori', reservationNumber: bought.number, tickets: 'all', reason: 'r' } as const
  expect(await requestRefund(shop.deps, asked)).toEqual({ kind: 'refused', why: 'no such reservation' })
})

async function reconcileRefunds(): Promise<void> {
  await shop.db.transaction(tx =>
    tx
      .updateTable('refunds')
      .set({ check_at: new Date(0) })
      .where('check_at', 'is not', null)
      .execute(),
  )
  await shop.reconcile()
}
