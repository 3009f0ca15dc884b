import Stripe from 'stripe'
import { expect, test } from 'vitest'

import { intentFor, running, stripeAt } from '../../test/running.ts'

test('the same key and request get the stored answer and move money once', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const params = await intentFor(url, '1112')
  const first = await stripe.paymentIntents.create(params, { idempotencyKey: 'k1' })
  const again = await stripe.paymentIntents.create(params, { idempotencyKey: 'k1' })
  expect(again).toEqual(first)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a refusal is stored as well', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const params = await intentFor(url, '0002')
  const create = () => stripe.paymentIntents.create(params, { idempotencyKey: 'k1' }).catch(error => error)
  const first = await create()
  const again = await create()
  expect(again).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(again.payment_intent.id).toBe(first.payment_intent.id)
})

test('the same key with another request is refused with idempotency_error', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const params = await intentFor(url, '1112')
  await stripe.paymentIntents.create(params, { idempotencyKey: 'k1' })
  const other = stripe.paymentIntents.create({ ...params, amount: 3300 }, { idempotencyKey: 'k1' })
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  await expect(other).rejects.toMatchObject({ statusCode: 400 })
})

test('a key outlives a restart', async () => {
  const first = await running()
  const params = await intentFor(first.url, '1112')
  const created = await stripeAt(first.url).paymentIntents.create(params, { idempotencyKey: 'k1' })
  const second = await first.restart()
  const again = await stripeAt(second.url).paymentIntents.create(params, { idempotencyKey: 'k1' })
  expect(again.id).toBe(created.id)
})
