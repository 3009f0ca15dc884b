import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { joinPayments } from '../../../test/second-payment.ts'
import { type Script, scriptedPayments } from '../../../test/scripted-payments.ts'
import type { OperationOutcome } from '../port/port.ts'
import { requestRefund } from './request-refund.ts'
import { retryRefund, settleRefund } from './take-up-refund.ts'

let shop: StripeShop
const script: Script = {}

beforeAll(async () => {
  shop = await createShop({
    payments: 'stripe',
    replace: ({ payments }) => ({ payments: scriptedPayments(payments, script) }),
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  delete script.refund
  delete script.capture
  await shop.resetStock()
})
afterEach(() => shop.compareBooks())

const KEPT_OUT: OperationOutcome = {
  kind: 'failed',
  error: { codes: ['invalid_signature'], class: 'configuration', retryable: false },
}
const NEVER_KNOWN: OperationOutcome = { kind: 'unknown', reason: 'nobody can tell', needsPerson: true }

async function ask(number: string, tickets: 'all' | readonly number[]) {
  const asked = { siteKey: 'demo', reservationNumber: number, tickets, reason: 'closed' } as const
  const answer = await requestRefund(shop.deps, asked)
  return answer.kind === 'refund' ? String(answer.refundIds[0]) : answer.why
}

const rowOf = (id: string) =>
  shop.db.read(tx =>
    tx
      .selectFrom('refunds')
      .select(['state', 'needs_person', 'retries'])
      .select(sql<boolean>`check_at is not null`.as('isOpen'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

async function refundOf(attemptId: string): Promise<string | undefined> {
  const row = await shop.db.read(tx =>
    tx.selectFrom('refunds').select('id').where('attempt_id', '=', attemptId).executeTakeFirst(),
  )
  return row?.id
}

async function lookAgain(): Promise<void> {
  await shop.db.transaction(tx =>
    tx
      .updateTable('refunds')
      .set({ check_at: new Date(0) })
      .where('check_at', 'is not', null)
      .execute(),
  )
  await shop.reconcile()
}

const moneyOf = async (attemptId: string) => (await shop.stripe.ledger())[attemptId]

describe('what passes', () => {
  test('leaves a refund open for a person, and it goes through once the key is right again', async () => {
    const { attemptId, number } = await shop.buy(1)
    script.refund = KEPT_OUT
    const id = await ask(number, 'all')
    expect(await rowOf(id)).toMatchObject({ state: 'requested', needs_person: true, isOpen: true })
    delete script.refund
    await lookAgain()
    expect(await rowOf(id)).toMatchObject({ state: 'done', needs_person: false, isOpen: false })
    expect(await moneyOf(attemptId)).toMatchObject({ refunded: 3200 })
  })

  test('leaves money that was taken for nothing to be given back (S-1.09)', async () => {
    const order = await shop.readyOrder()
    const { body } = await shop.pay(order, '3220', 'stripe_secure')
    await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
    await shop.stealStock(order)
    const intent = await shop.intentOf(order)
    await shop.stripe.asStaff(`payment_intents/${intent}/confirm`, {})
    await shop.stripe.asStaff(`payment_intents/${intent}/capture`, {})
    script.refund = KEPT_OUT
    shop.expectPerson(order)
    expect((await shop.confirm(body['payment_number'])).body).toMatchObject({ result: 'checking' })
    const attempt = await shop.db.read(tx =>
      tx
        .selectFrom('payment_attempts')
        .select(['state', 'operation', 'needs_person'])
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow(),
    )
    expect(attempt).toEqual({ state: 'captured', operation: 'refund', needs_person: true })
    delete script.refund
    await shop.reconcile()
    expect(await shop.statusOf(order)).toBe('refunded')
  })
})

describe('a refund that nobody will ever know of', () => {
  test('is for a person at once, blocks no longer when one has closed it, and is booked', async () => {
    const { attemptId, number } = await shop.buy(2)
    script.refund = NEVER_KNOWN
    const id = await ask(number, [1])
    expect(await rowOf(id)).toMatchObject({ state: 'requested', needs_person: true })
    expect(await ask(number, [2])).toBe('another refund is under way')
    delete script.refund
    // What had gone out after all, as the provider's page shows it.
    await shop.stripe.asStaff('refunds', { payment_intent: await shop.findIntent(attemptId), amount: '3200' })
    expect(await settleRefund(shop.deps, { refundId: id, end: 'done' })).toMatchObject({ amount: 3200 })
    expect(await rowOf(id)).toMatchObject({ state: 'done', needs_person: false, isOpen: false })
    expect(await settleRefund(shop.deps, { refundId: id, end: 'done' })).toEqual({
      kind: 'refused',
      why: 'refund is done already',
    })
    expect(await rowOf(await ask(number, [2]))).toMatchObject({ state: 'done' })
    expect(await moneyOf(attemptId)).toMatchObject({ refunded: 6400, net: 0 })
  })

  test('that has not gone out is closed as failed, and another one may follow', async () => {
    const { number } = await shop.buy(2)
    script.refund = NEVER_KNOWN
    const id = await ask(number, [1])
    delete script.refund
    await settleRefund(shop.deps, { refundId: id, end: 'failed' })
    expect(await rowOf(id)).toMatchObject({ state: 'failed', needs_person: false, isOpen: false })
    expect(await rowOf(await ask(number, [2]))).toMatchObject({ state: 'done' })
  })
})

test('a refund that a person closes as failed while the provider executes it is booked all the same', async () => {
  const { attemptId, number } = await shop.buy(1)
  const provider = Promise.withResolvers<OperationOutcome>()
  script.refund = provider.promise
  const asked = ask(number, 'all')
  await expect.poll(() => refundOf(attemptId)).toBeDefined()
  const id = await refundOf(attemptId)
  await settleRefund(shop.deps, { refundId: String(id), end: 'failed' })
  await shop.stripe.asStaff('refunds', { payment_intent: await shop.findIntent(attemptId), amount: '3200' })
  provider.resolve({ kind: 'done' })
  expect(await asked).toBe(id)
  expect(await rowOf(String(id))).toMatchObject({ state: 'done', needs_person: false, isOpen: false })
})

test('while the first part is on its way, nobody has taken the second: its lease begins with its own call', async () => {
  const [first, second] = [await shop.buy(1), await shop.buy(1)]
  await joinPayments(shop.db, { orderId: first.orderId, changeId: second.orderId })
  const provider = Promise.withResolvers<OperationOutcome>()
  script.refund = provider.promise
  const asked = ask(first.number, 'all')
  await expect.poll(() => refundOf(first.attemptId)).toBeDefined()
  const { rows } = await shop.db.read(read =>
    sql<{ isDue: boolean }>`
      select check_at <= now() as "isDue" from refunds
      where attempt_id in (${first.attemptId}, ${second.attemptId}) order by attempt_id = ${first.attemptId}`.execute(
      read,
    ),
  )
  expect(rows).toEqual([{ isDue: false }, { isDue: true }])
  delete script.refund
  provider.resolve({ kind: 'unknown', reason: 'the answer was lost' })
  await asked
  await lookAgain()
  expect(await moneyOf(first.attemptId)).toMatchObject({ refunded: 3200 })
  expect(await moneyOf(second.attemptId)).toMatchObject({ refunded: 3200 })
})

describe('a refund that was refused', () => {
  test('is taken up again under its key, and given once', async () => {
    const { attemptId, number } = await shop.buy(2)
    await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
    const id = await ask(number, [1])
    expect(await rowOf(id)).toMatchObject({ state: 'failed', needs_person: true })
    expect(await retryRefund(shop.deps, { refundId: id })).toEqual({ kind: 'taken up', amount: 3200 })
    expect(await rowOf(id)).toMatchObject({ state: 'done', needs_person: false, retries: 1 })
    expect(await moneyOf(attemptId)).toMatchObject({ refunded: 3200 })
    expect(await retryRefund(shop.deps, { refundId: id })).toEqual({
      kind: 'refused',
      why: 'refund is done already',
    })
  })

  test('is not taken up while another one is under way', async () => {
    const { number } = await shop.buy(2)
    await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
    const id = await ask(number, [1])
    script.refund = NEVER_KNOWN
    await ask(number, [2])
    const refused = { kind: 'refused', why: 'another refund is under way' }
    expect(await retryRefund(shop.deps, { refundId: id })).toEqual(refused)
    delete script.refund
    await lookAgain()
    expect(await retryRefund(shop.deps, { refundId: id })).toMatchObject({ kind: 'taken up' })
  })

  test('of no such id is refused', async () => {
    const id = '7d0c8f3e-58a4-4b0e-9a3c-0d3c3f1f5a11'
    expect(await retryRefund(shop.deps, { refundId: id })).toEqual({ kind: 'refused', why: 'no such refund' })
  })
})

test('what a provider names a refund by is kept, so that it is not sent again', async () => {
  const { attemptId, number } = await shop.buy(1)
  script.refund = { kind: 'accepted', refs: { psp_refund: 'PSP1' } }
  await ask(number, 'all')
  const { refs } = await shop.db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select('provider_refs as refs')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow(),
  )
  expect(refs).toMatchObject({ psp_refund: 'PSP1' })
  delete script.refund
  await lookAgain()
})

describe('a capture that was accepted and is not done', () => {
  const needsPerson = async (attemptId: string) => {
    const { needs_person } = await shop.db.read(tx =>
      tx
        .selectFrom('payment_attempts')
        .select('needs_person')
        .where('id', '=', attemptId)
        .executeTakeFirstOrThrow(),
    )
    return needs_person
  }

  test('is for a person after an hour', async () => {
    script.capture = { kind: 'accepted' }
    const { orderId, attemptId } = await shop.buy(1)
    shop.expectPerson({ id: orderId })
    for (let looks = 0; looks < 10; looks += 1) await shop.reconcile()
    expect(await needsPerson(attemptId)).toBe(false)
    await shop.db.transaction(tx =>
      tx
        .updateTable('payment_attempts')
        .set({ deadline: sql<Date>`deadline - interval '61 minutes'` })
        .where('id', '=', attemptId)
        .execute(),
    )
    await shop.reconcile()
    expect(await needsPerson(attemptId)).toBe(true)
    delete script.capture
    await shop.reconcile()
    expect(await moneyOf(attemptId)).toMatchObject({ captured: 3200 })
  })
})
