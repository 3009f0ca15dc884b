import { type RawBuilder, sql } from 'kysely'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import { WEBHOOK_SECRET } from '../../../test/stripe-simulator.ts'
import { requestDifference } from '../refunds/request-difference.ts'
import type { RefundRow } from '../refunds/refund-queries.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { findWaitingOfOrder, spreadOwed } from '../refunds/spread-request.ts'
import { retryRefund } from '../refunds/take-up-refund.ts'
import { oweDifferences } from '../saga/refund-requests.ts'
import { createStripeProvider } from '../providers/stripe/stripe-provider.ts'

let shop: StripeShop

const OTHER_SECRET = 'whsec_other'
/** The Stripe account of another site: its webhook events come to the same address. */
const OTHER = { secretKey: 'sk_other', publishableKey: 'pk_other', webhookSecret: OTHER_SECRET }

beforeAll(async () => {
  const other = createStripeProvider({ ...OTHER, apiUrl: 'http://127.0.0.1:9', jsUrl: null })
  shop = await createShop({
    payments: 'stripe',
    replace: ({ payments }) => ({
      payments: { of: siteKey => payments.of(siteKey), all: [...payments.all, other] },
    }),
  })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(() => shop.compareBooks())

const signer = new Stripe('sk_tests').webhooks
const nowSeconds = () => Math.floor(Date.now() / 1000)

interface Notice {
  readonly id: string
  readonly type: string
  readonly attemptId: string
  readonly intent?: string
}

function noticeBody({ id, type, attemptId, intent = 'pi_1' }: Notice): string {
  const object = { id: intent, object: 'payment_intent', metadata: { attempt_id: attemptId } }
  return JSON.stringify({ id, object: 'event', type, data: { object } })
}

async function notify(payload: string, timestamp = nowSeconds(), secret = WEBHOOK_SECRET): Promise<number> {
  const signature = signer.generateTestHeaderString({ payload, secret, timestamp })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await shop.app.inject({ method: 'POST', url: '/payment-webhooks/stripe', headers, payload })
  return answer.statusCode
}

/** A payment whose request reached the provider and whose answer was lost. */
async function payInTheDark(): Promise<{ readonly order: ReadyOrder; readonly attemptId: string }> {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'execute', mode: 'drop_after', value: 2 })
  await shop.stripe.arm({ op: 'query', mode: 'drop_before', value: 2 })
  expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'checking' })
  const [attempt] = await shop.attemptsOf(order)
  return { order, attemptId: attempt!.id }
}

const AUTHORIZED = 'payment_intent.amount_capturable_updated'

test('a webhook event completes an order whose buyer never came back, once, however often it is delivered (S-7.07, E-20, D-72)', async () => {
  const { order, attemptId } = await payInTheDark()
  const intent = await shop.findIntent(attemptId)
  const body = noticeBody({ id: 'evt_once', type: AUTHORIZED, attemptId, intent })
  expect(await Promise.all([notify(body), notify(body), notify(body)])).toEqual([200, 200, 200])
  expect(await shop.eventsOf(order)).toEqual([{ type: AUTHORIZED, intent }])
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
  expect(await notify(body)).toBe(200)
})

test('a forged, altered or old notification is refused and leaves no trace (S-7.07, E-20)', async () => {
  const { order, attemptId } = await payInTheDark()
  const body = noticeBody({ id: 'evt_forged', type: AUTHORIZED, attemptId })
  expect(await notify(body, nowSeconds(), 'whsec_wrong')).toBe(401)
  expect(await notify(body, nowSeconds() - 301)).toBe(401)
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': signer.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET }),
  }
  const url = '/payment-webhooks/stripe'
  const altered = await shop.app.inject({ method: 'POST', url, headers, payload: `${body} ` })
  expect(altered.statusCode).toBe(401)
  const bare = { 'content-type': 'application/json' }
  expect((await shop.app.inject({ method: 'POST', url, headers: bare, payload: body })).statusCode).toBe(401)
  expect(await shop.eventsOf(order)).toEqual([])
  await shop.reconcile()
})

test('a forged notification is logged and counted by its provider, and one to a stranger is not (V16)', async () => {
  const counted = async (): Promise<readonly string[]> => {
    const { body } = await shop.app.inject('/metrics')
    return body.split('\n').filter(line => line.startsWith('kippu_webhook_events_refused_total{'))
  }
  const countOf = (lines: readonly string[]): number => Number(lines[0]?.split(' ')[1] ?? 0)
  const before = countOf(await counted())
  const body = noticeBody({ id: 'evt_forged', type: AUTHORIZED, attemptId: 'none' })
  expect(await notify(body, nowSeconds(), 'whsec_wrong')).toBe(401)
  await shop.app.inject({ method: 'POST', url: '/payment-webhooks/nobody', payload: body })
  const after = await counted()
  expect(after).toEqual([`kippu_webhook_events_refused_total{provider="stripe"} ${before + 1}`])
  expect(shop.logged.join('')).toContain('a webhook event with a wrong signature was refused')
  expect(shop.logged.join('')).not.toContain('evt_forged')
})

test('a notification is a hint: one that falsely claims success buys nothing', async () => {
  const order = await shop.readyOrder()
  await shop.pay(order, '3220', 'stripe_secure')
  const [attempt] = await shop.attemptsOf(order)
  const lie = noticeBody({ id: 'evt_lie', type: 'payment_intent.succeeded', attemptId: attempt!.id })
  expect(await notify(lie)).toBe(200)
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('payment_3ds')
  await shop.passDeadline()
  await shop.reconcile()
})

/** A payment that had failed for us and that the provider authorised afterwards. */
async function authorizeTheFailed(): Promise<{ readonly order: ReadyOrder; readonly attemptId: string }> {
  const order = await shop.readyOrder()
  const { body } = await shop.pay(order, '3220', 'stripe_secure')
  await shop.stripe.answer(String(body['redirect_url']), 'cancel')
  await shop.confirm(body['payment_number'])
  const [attempt] = await shop.attemptsOf(order)
  expect(attempt!.state).toBe('failed')
  const intent = await shop.intentOf(order)
  const card = await shop.stripe.card('1112')
  await shop.stripe.asStaff(`payment_intents/${intent}/confirm`, { payment_method: card })
  return { order, attemptId: attempt!.id }
}

test('a webhook event of a failed payment waits until the provider can be queried', async () => {
  const { order, attemptId } = await authorizeTheFailed()
  const intent = await shop.intentOf(order)
  expect(await notify(noticeBody({ id: 'evt_late', type: AUTHORIZED, attemptId, intent }))).toBe(200)
  await shop.stripe.arm({ op: 'query', mode: 'drop_before', value: 2 })
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('ready_checkout')
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
})

test('a webhook event of a failed payment needs a person when the provider cannot be queried for a day', async () => {
  const { order, attemptId } = await authorizeTheFailed()
  const intent = await shop.intentOf(order)
  await notify(noticeBody({ id: 'evt_day', type: AUTHORIZED, attemptId, intent }))
  shop.expectPerson(order)
  await shop.db.transaction(tx =>
    tx
      .updateTable('payment_attempts')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', attemptId)
      .execute(),
  )
  await shop.stripe.arm({ op: 'query', mode: 'drop_before', value: 2 })
  await shop.reconcile()
  const { needs_person } = await shop.db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select('needs_person')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow(),
  )
  expect(needs_person).toBe(true)
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
})

test('a wrong amount that turns up for a failed payment is released (S-7.10)', async () => {
  const { order, attemptId } = await authorizeTheFailed()
  await shop.db.transaction(tx =>
    tx.updateTable('payment_attempts').set({ amount: 3201 }).where('id', '=', attemptId).execute(),
  )
  const intent = await shop.intentOf(order)
  await notify(noticeBody({ id: 'evt_wrong', type: AUTHORIZED, attemptId, intent }))
  await shop.reconcile()
  expect((await shop.stripe.ledger())[attemptId]).toMatchObject({ authorized: 3200, voided: 3200, net: 0 })
  expect(await shop.statusOf(order)).toBe('ready_checkout')
  expect((await shop.attemptsOf(order)).map(({ state }) => state)).toEqual(['voided'])
})

test('a webhook event that arrives before the answer of its call makes no second payment', async () => {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'execute', mode: 'delay_ms', value: 700 })
  const paying = shop.pay(order, '1112')
  const attemptId = await shop.untilCharged(order)
  const intent = await shop.findIntent(attemptId)
  expect(await notify(noticeBody({ id: 'evt_early', type: AUTHORIZED, attemptId, intent }))).toBe(200)
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
  expect((await paying).body).toMatchObject({ result: 'completed' })
})

test('webhook events of unknown and of finished payments are accepted and kept, and change nothing', async () => {
  const order = await shop.readyOrder()
  await shop.pay(order, '1112')
  const [attempt] = await shop.attemptsOf(order)
  for (const [id, type, attemptId] of [
    ['evt_a', 'payment_intent.canceled', attempt!.id],
    ['evt_b', AUTHORIZED, '00000000-0000-4000-8000-000000000000'],
    ['evt_c', AUTHORIZED, 'of another shop'],
    ['evt_d', 'invoice.paid', attempt!.id],
  ] as const) {
    expect(await notify(noticeBody({ id, type, attemptId }))).toBe(200)
  }
  await shop.reconcile()
  expect((await shop.attemptsOf(order))[0]!.state).toBe('captured')
})

test('a webhook event of another account of the same provider says nothing of our payment (S-7.07)', async () => {
  const order = await shop.readyOrder()
  const { body } = await shop.pay(order, '3220', 'stripe_secure')
  await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
  const [attempt] = await shop.attemptsOf(order)
  const event = noticeBody({ id: 'evt_other', type: AUTHORIZED, attemptId: attempt!.id })
  expect(await notify(event, nowSeconds(), OTHER_SECRET)).toBe(200)
  expect(await shop.eventsOf(order)).toEqual([])
  expect((await shop.confirm(body['payment_number'])).body).toMatchObject({ result: 'completed' })
})

test('a provider that is not configured has no webhook address', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/payment-webhooks/gmo',
    headers,
    payload: '{}',
  })
  expect(answer.statusCode).toBe(404)
})

test.each(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])(
  '%s, which carries no reference of ours but the intent, calls a person; its money goes back only when they say so',
  async type => {
    const order = await shop.readyOrder()
    const reservationNumber = String((await shop.pay(order, '1112')).body['reservation_number'])
    shop.expectPerson(order)
    const object = { id: 'dp_1', object: 'dispute', payment_intent: await shop.intentOf(order), metadata: {} }
    expect(await notify(JSON.stringify({ id: `evt_${type}`, object: 'event', type, data: { object } }))).toBe(
      200,
    )
    expect(await needsPerson(order)).toBe(true)
    expect(await shop.eventsOf(order)).toContainEqual(expect.objectContaining({ type, dispute: 'dp_1' }))
    const visit = { siteKey: 'demo', reservationNumber, reason: 'asked for' }
    const disputed = { kind: 'refused', why: 'payment is disputed', dispute: 'dp_1' }
    expect(await requestRefund(shop.deps, { ...visit, tickets: 'all' })).toEqual(disputed)
    expect(await requestDifference(shop.deps, { ...visit, difference: 100 })).toEqual(disputed)
    expect(await spreadOfDifference(reservationNumber)).toEqual([])
    const flag = (is: boolean) =>
      run(sql`update payment_attempts set needs_person = ${is} where order_id = ${order.id}`)
    await flag(false)
    expect(await spreadOfDifference(reservationNumber)).toMatchObject([{ amount: 100 }])
    await flag(true)
    await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
    const asked = await requestRefund(shop.deps, { ...visit, tickets: 'all', evenDisputed: true })
    const refundId = asked.kind === 'refund' ? String(asked.refundIds[0]) : ''
    expect(await retryRefund(shop.deps, { refundId })).toEqual(disputed)
    expect(await retryRefund(shop.deps, { refundId, evenDisputed: true })).toMatchObject({ amount: 3200 })
  },
)

test('a refund that fails after it was reported as done calls a person', async () => {
  const order = await shop.readyOrder()
  await shop.pay(order, '1112')
  shop.expectPerson(order)
  const [attempt] = await shop.attemptsOf(order)
  const metadata = { attempt_id: attempt!.id }
  const object = { id: 're_1', object: 'refund', status: 'failed', metadata }
  const event = { id: 'evt_refund_failed', object: 'event', type: 'refund.failed', data: { object } }
  expect(await notify(JSON.stringify(event))).toBe(200)
  expect(await needsPerson(order)).toBe(true)
})

const run = (statement: RawBuilder<unknown>) => shop.db.transaction(tx => statement.execute(tx))

/** The parts of 100 yen that a change of time owes, none of which is sent. */
async function spreadOfDifference(number: string): Promise<readonly RefundRow[]> {
  const owed = await shop.db.transaction(async tx => {
    const { id, order_id } = await tx
      .selectFrom('reservations')
      .select(['id', 'order_id'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    const owed = { siteKey: 'demo', reservationId: id, amount: 100, orderId: order_id }
    await sql`with ${oweDifferences([owed], sql`select ${order_id}::uuid`)} select 1`.execute(tx)
    return findWaitingOfOrder(tx, order_id)
  })
  const parts = await spreadOwed(shop.deps, owed!)
  await run(sql`delete from refunds where request_id = ${owed!.id}`)
  await run(sql`delete from refund_requests where id = ${owed!.id}`)
  return parts
}

async function needsPerson({ id }: ReadyOrder): Promise<boolean> {
  const { needs_person } = await shop.db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select('needs_person')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return needs_person
}
