import type Stripe from 'stripe'
import { expect, test } from 'vitest'

import { intentFor, running, stripeAt } from '../../test/running.ts'
import { type ReceivedNotice, storeEndpoint } from '../../test/store-endpoint.ts'

test('every step sends a notice that the SDK accepts as signed', async () => {
  const store = await storeEndpoint()
  const { url } = await running({ storeUrl: store.url })
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  await store.count(1)
  await stripe.paymentIntents.capture(id)
  await store.count(2)
  await stripe.refunds.create({ payment_intent: id, amount: 200 })
  const events = (await store.count(3)).map(item => verified(stripe, item))
  expect(events.map(event => event.type)).toEqual([
    'payment_intent.amount_capturable_updated',
    'payment_intent.succeeded',
    'refund.created',
  ])
  expect(events[0]).toMatchObject({ data: { object: { id, metadata: { attempt_id: 'attempt-1' } } } })
  expect(events[2]).toMatchObject({ data: { object: { payment_intent: id, amount: 200 } } })
})

test('refused, cancelled and challenged intents send their notices', async () => {
  const store = await storeEndpoint()
  const { url } = await running({ storeUrl: store.url })
  const stripe = stripeAt(url)
  await stripe.paymentIntents.create(await intentFor(url, '0002')).catch(() => undefined)
  await store.count(1)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '3220'))
  await store.count(2)
  await stripe.paymentIntents.cancel(id)
  expect((await store.count(3)).map(item => verified(stripe, item).type)).toEqual([
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.canceled',
  ])
})

test('a changed body is not accepted', async () => {
  const store = await storeEndpoint()
  const { url } = await running({ storeUrl: store.url })
  const stripe = stripeAt(url)
  await stripe.paymentIntents.create(await intentFor(url, '1112'))
  const [item] = await store.count(1)
  expect(() => verified(stripe, { ...item!, body: item!.body.replace('3200', '1') })).toThrow('signature')
})

test('a notice that the store refuses is sent again, with the same id, until it is accepted', async () => {
  const store = await storeEndpoint([500, 302])
  const { url } = await running({ storeUrl: store.url, noticeRetryMs: 5 })
  const stripe = stripeAt(url)
  await stripe.paymentIntents.create(await intentFor(url, '1112'))
  const events = (await store.count(3)).map(item => verified(stripe, item))
  expect(new Set(events.map(event => event.id)).size).toBe(1)
})

test('a notice that could not be delivered is delivered after a restart', async () => {
  const first = await running({ storeUrl: 'http://127.0.0.1:1', noticeRetryMs: 5 })
  await stripeAt(first.url).paymentIntents.create(await intentFor(first.url, '1112'))
  const store = await storeEndpoint()
  const second = await first.restart({ storeUrl: store.url })
  const [item] = await store.count(1)
  expect(verified(stripeAt(second.url), item!).type).toBe('payment_intent.amount_capturable_updated')
})

function verified(stripe: Stripe, { body, headers }: ReceivedNotice): Stripe.Event {
  return stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), 'whsec_simulated')
}
