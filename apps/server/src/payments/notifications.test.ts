import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createPaymentsApp, type PaymentsApp, type ReadyOrder } from '../../test/payments-app.ts'
import { WEBHOOK_SECRET } from '../../test/stripe-simulator.ts'

let shop: PaymentsApp

beforeAll(async () => {
  shop = await createPaymentsApp()
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

/** A payment whose request reached the provider, and of which we heard nothing since. */
async function payInTheDark(): Promise<{ readonly order: ReadyOrder; readonly attemptId: string }> {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'create', mode: 'drop_after', value: 2 })
  await shop.stripe.arm({ op: 'retrieve', mode: 'drop_before', value: 2 })
  expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'checking' })
  const [attempt] = await shop.attemptsOf(order)
  return { order, attemptId: attempt!.id }
}

const AUTHORIZED = 'payment_intent.amount_capturable_updated'

test('news completes an order whose buyer never came back, once, however often it comes (S-7.07)', async () => {
  const { order, attemptId } = await payInTheDark()
  const intent = await shop.findIntent(attemptId)
  const body = noticeBody({ id: 'evt_once', type: AUTHORIZED, attemptId, intent })
  expect(await Promise.all([notify(body), notify(body), notify(body)])).toEqual([200, 200, 200])
  expect(await shop.eventsOf(order)).toEqual([{ type: AUTHORIZED, intent }])
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
  expect(await notify(body)).toBe(200)
})

test('a forged, altered or old notification is refused and leaves no trace (S-7.07)', async () => {
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

test('a notification is a hint: one that lies of a success buys nothing', async () => {
  const order = await shop.readyOrder()
  await shop.pay(order, '3220', 'stripe_secure')
  const [attempt] = await shop.attemptsOf(order)
  const lie = noticeBody({ id: 'evt_lie', type: 'payment_intent.succeeded', attemptId: attempt!.id })
  expect(await notify(lie)).toBe(200)
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('payment_3ds')
})

test('news that comes before the answer of the call itself is no second payment (payments §8)', async () => {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'create', mode: 'delay_ms', value: 700 })
  const paying = shop.pay(order, '1112')
  const attemptId = await shop.untilCharged(order)
  const intent = await shop.findIntent(attemptId)
  expect(await notify(noticeBody({ id: 'evt_early', type: AUTHORIZED, attemptId, intent }))).toBe(200)
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
  expect((await paying).body).toMatchObject({ result: 'completed' })
})

test('news of strangers and of payments that are over is taken and kept, and does nothing', async () => {
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

test('a provider that is not configured has no address', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/payment-webhooks/gmo',
    headers,
    payload: '{}',
  })
  expect(answer.statusCode).toBe(404)
})
