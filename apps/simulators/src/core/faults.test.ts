import { expect, test } from 'vitest'

import { intentFor, running, stripeAt } from '../../test/running.ts'
import { storeEndpoint } from '../../test/store-endpoint.ts'

test('drop_before loses the request, so nothing has happened', async () => {
  const { url } = await running()
  // The SDK repeats a lost call once by itself: two in a row make it give up.
  await arm(url, { op: 'execute', mode: 'drop_before', value: 2 })
  const create = stripeAt(url).paymentIntents.create(await intentFor(url, '1112'))
  await expect(create).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect((await ledgerOf(url)).entries).toEqual([])
})

test('drop_after loses the answer, and a repeat with the same key gets it: one authorization', async () => {
  const { url } = await running()
  await arm(url, { op: 'execute', mode: 'drop_after', value: 2 })
  const stripe = stripeAt(url)
  const params = await intentFor(url, '1112')
  const create = () => stripe.paymentIntents.create(params, { idempotencyKey: 'k1' })
  await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect((await create()).status).toBe('requires_capture')
  expect((await ledgerOf(url)).totals['attempt-1']).toMatchObject({ authorizations: 1 })
})

test('nth picks the request, other operations are left alone', async () => {
  const { url } = await running()
  await arm(url, { op: 'query', mode: 'http_500', nth: 2 })
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  expect((await stripe.paymentIntents.retrieve(id)).id).toBe(id)
  await expect(stripe.paymentIntents.retrieve(id)).rejects.toMatchObject({
    statusCode: 500,
    rawType: 'api_error',
  })
  expect((await stripe.paymentIntents.retrieve(id)).id).toBe(id)
})

test('wrong_amount authorizes another amount than the requested one, and reports it', async () => {
  const { url } = await running()
  await arm(url, { op: 'execute', mode: 'wrong_amount', value: 100 })
  const intent = await stripeAt(url).paymentIntents.create(await intentFor(url, '1112'))
  expect(intent).toMatchObject({ amount: 100, amount_capturable: 100 })
  expect((await ledgerOf(url)).totals['attempt-1']).toMatchObject({ authorized: 100 })
})

test('wrong_amount on a query reports another amount and leaves the money alone', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  await arm(url, { op: 'query', mode: 'wrong_amount' })
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ amount: 3201, amount_capturable: 3201 })
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ amount: 3200 })
})

test('a late answer lets the caller time out although the call has its effect', async () => {
  const { url } = await running()
  await arm(url, { op: 'capture', mode: 'delay_ms', value: 60_000 })
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  const capture = stripe.paymentIntents.capture(id, {}, { timeout: 50 })
  await expect(capture).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})

test('refuse refuses the refund and keeps the money', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const params = await intentFor(url, '1112', { capture_method: 'automatic' })
  const { id } = await stripe.paymentIntents.create(params)
  await arm(url, { op: 'refund', mode: 'refuse' })
  const refund = stripe.refunds.create({ payment_intent: id })
  await expect(refund).rejects.toMatchObject({ code: 'balance_insufficient' })
  expect((await ledgerOf(url)).totals['attempt-1']).toMatchObject({ net: 3200 })
})

test('duplicate_notice sends one event twice', async () => {
  const store = await storeEndpoint()
  const { url } = await running({ storeUrl: store.url })
  await arm(url, { op: 'notice', mode: 'duplicate_notice' })
  await stripeAt(url).paymentIntents.create(await intentFor(url, '1112'))
  const [first, second] = await store.count(2)
  expect(second!.body).toBe(first!.body)
})

test('reorder lets the next event overtake', async () => {
  const store = await storeEndpoint()
  const { url } = await running({ storeUrl: store.url })
  await arm(url, { op: 'notice', mode: 'reorder' })
  const stripe = stripeAt(url)
  const { id } = await stripe.paymentIntents.create(await intentFor(url, '1112'))
  await stripe.paymentIntents.capture(id)
  const types = (await store.count(2)).map(({ body }) => JSON.parse(body).type)
  expect(types).toEqual(['payment_intent.succeeded', 'payment_intent.amount_capturable_updated'])
})

test('late_notice is sent after its delay', async () => {
  const store = await storeEndpoint()
  const { url } = await running({ storeUrl: store.url })
  await arm(url, { op: 'notice', mode: 'late_notice', value: 20 })
  await stripeAt(url).paymentIntents.create(await intentFor(url, '1112'))
  expect(await store.count(1)).toHaveLength(1)
})

test('faults outlive a restart and can be cleared, and a malformed one is refused', async () => {
  const first = await running()
  await arm(first.url, { op: 'execute', mode: 'http_500' })
  const { url } = await first.restart()
  expect(await listed(url)).toHaveLength(1)
  await fetch(`${url}/_sim/faults`, { method: 'DELETE' })
  expect(await listed(url)).toEqual([])
  expect((await post(url, { op: 'notice', mode: 'refuse' })).status).toBe(400)
  expect((await post(url, { op: 'execute', mode: 'explode' })).status).toBe(400)
})

test('health answers', async () => {
  const { url } = await running()
  expect(await (await fetch(`${url}/_sim/health`)).json()).toEqual({ status: 'ok' })
})

function post(url: string, fault: object): Promise<Response> {
  const body = JSON.stringify({ provider: 'stripe', ...fault })
  return fetch(`${url}/_sim/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
}

async function arm(url: string, fault: object): Promise<void> {
  expect((await post(url, fault)).status).toBe(201)
}

async function listed(url: string): Promise<unknown[]> {
  return ((await (await fetch(`${url}/_sim/faults`)).json()) as { faults: unknown[] }).faults
}

async function ledgerOf(
  url: string,
): Promise<{ readonly entries: readonly unknown[]; readonly totals: Record<string, unknown> }> {
  return (await (await fetch(`${url}/_sim/ledger`)).json()) as never
}
