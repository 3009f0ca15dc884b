import { expect, test } from 'vitest'

import { intentFor, running, stripeAt } from '../../test/running.ts'

test('an authorization is captured once, in full', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  const captured = await stripe.paymentIntents.capture(id, { amount_to_capture: 3200 })
  expect(captured).toMatchObject({ status: 'succeeded', amount_received: 3200, amount_capturable: 0 })
  await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  expect(await totalsOf(url)).toMatchObject({
    authorizations: 1,
    authorized: 3200,
    captured: 3200,
    net: 3200,
  })
})

test('more than was authorized is never captured; what is left of a partial capture is released', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  await expect(stripe.paymentIntents.capture(id, { amount_to_capture: 3201 })).rejects.toMatchObject({
    code: 'amount_too_large',
  })
  await stripe.paymentIntents.capture(id, { amount_to_capture: 3000 })
  expect(await totalsOf(url)).toMatchObject({ captured: 3000, voided: 200 })
})

test('an authorization is cancelled, a captured or cancelled intent is not', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled', amount_capturable: 0 })
  await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await expect(stripe.paymentIntents.capture(id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  expect(await totalsOf(url)).toMatchObject({ authorized: 3200, voided: 3200, net: 0 })
})

test('an intent waiting for its challenge is cancelled without any movement of money', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '3220'))
  expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled', next_action: null })
  expect(await totalsOf(url)).toBeUndefined()
})

test('refunds add up to the captured amount and no further', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const intent = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  const payment_intent = intent.id
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ statusCode: 400 })
  await stripe.paymentIntents.capture(payment_intent)
  const part = await stripe.refunds.create({ payment_intent, amount: 1000, metadata: { why: 'test' } })
  expect(await stripe.refunds.retrieve(part.id)).toMatchObject({
    amount: 1000,
    status: 'succeeded',
    payment_intent,
  })
  await expect(stripe.refunds.create({ payment_intent, amount: 2201 })).rejects.toMatchObject({
    param: 'amount',
  })
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 2200 })
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  expect((await stripe.refunds.list({ payment_intent })).data).toHaveLength(2)
  expect(await totalsOf(url)).toMatchObject({ captured: 3200, refunded: 3200, net: 0 })
})

test('an automatic capture captures the money at once', async () => {
  const { url } = await running()
  const params = await intentFor(url, '1112', { capture_method: 'automatic' })
  expect((await stripeAt(url).paymentIntents.create(params)).status).toBe('succeeded')
  expect(await totalsOf(url)).toMatchObject({ authorized: 3200, captured: 3200 })
})

test('an intent is found by id, by list and by its metadata', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  await stripe.paymentIntents.create(await intentFor(url, '1112', { metadata: { attempt_id: 'attempt-2' } }))
  expect(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({
    latest_charge: { object: 'charge', amount_refunded: 0 },
  })
  const page = await stripe.paymentIntents.list({ limit: 1 })
  expect(page).toMatchObject({ has_more: true, data: [{ metadata: { attempt_id: 'attempt-2' } }] })
  const found = await stripe.paymentIntents.search({ query: "metadata['attempt_id']:'attempt-1'" })
  expect(found.data.map(intent => intent.id)).toEqual([id])
  await expect(stripe.paymentIntents.search({ query: 'nonsense' })).rejects.toMatchObject({ param: 'query' })
})

test.each([
  [{ amount: 49 }, 'amount_too_small'],
  [{ amount: 100_000_000 }, 'amount_too_large'],
  [{ currency: 'usd' }, 'parameter_invalid'],
  [{ payment_method: 'pm_unknown' }, 'resource_missing'],
  [{ colour: 'red' }, 'parameter_unknown'],
])('a wrong parameter is refused: %o', async (more, code) => {
  const { url } = await running()
  const params = { ...(await intentFor(url, '1112')), ...more }
  await expect(stripeAt(url).paymentIntents.create(params)).rejects.toMatchObject({
    rawType: 'invalid_request_error',
    code,
  })
})

test('an unknown intent is a 404, a missing key a 401', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  await expect(stripe.paymentIntents.retrieve('pi_unknown')).rejects.toMatchObject({ statusCode: 404 })
  expect((await fetch(`${url}/v1/payment_intents`)).status).toBe(401)
})

async function totalsOf(url: string): Promise<unknown> {
  const response = await fetch(`${url}/_sim/ledger?attempt_id=attempt-1`)
  return ((await response.json()) as { totals: Record<string, unknown> }).totals['attempt-1']
}
