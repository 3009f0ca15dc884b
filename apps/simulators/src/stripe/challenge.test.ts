import { expect, test } from 'vitest'

import { intentFor, RETURN_URL, running, stripeAt } from '../../test/running.ts'

test('the page shows merchant, amount and masked card, in English and Japanese, marked as a test', async () => {
  const { acs } = await challenge('3220')
  const response = await fetch(acs)
  const page = await response.text()
  expect(response.status).toBe(200)
  for (const words of [
    'TEST — no money moves',
    'Night Garden',
    '¥3,200',
    '•••• 3220',
    '認証する',
    'Authenticate',
  ])
    expect(page).toContain(words)
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('after authentication the intent waits for the store to confirm it, and is then authorized', async () => {
  const { stripe, id, acs } = await challenge('3220')
  const back = await answer(acs, 'authenticate')
  expect(back.origin + back.pathname).toBe(RETURN_URL)
  expect(Object.fromEntries(back.searchParams)).toEqual({
    payment_intent: id,
    payment_intent_client_secret: expect.stringMatching(`^${id}_secret_`),
    redirect_status: 'succeeded',
  })
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_confirmation',
    next_action: null,
  })
  const confirmed = await stripe.paymentIntents.confirm(id, { expand: ['latest_charge'] })
  expect(confirmed).toMatchObject({
    status: 'requires_capture',
    latest_charge: {
      payment_method_details: { card: { three_d_secure: { authentication_flow: 'challenge' } } },
    },
  })
})

test.each(['fail', 'cancel'])('%s leads back with the intent waiting for another card', async pressed => {
  const { stripe, id, acs } = await challenge('3220')
  expect((await answer(acs, pressed)).searchParams.get('redirect_status')).toBe('failed')
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
})

test('1629 is declined after its challenge', async () => {
  const { stripe, id, acs } = await challenge('1629')
  await answer(acs, 'authenticate')
  await expect(stripe.paymentIntents.confirm(id)).rejects.toMatchObject({
    code: 'card_declined',
    statusCode: 402,
  })
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_payment_method' })
})

test('a second press changes nothing and leads the same way back', async () => {
  const { stripe, id, acs } = await challenge('3220')
  const first = await answer(acs, 'authenticate')
  const second = await answer(acs, 'fail')
  expect(second.href).toBe(first.href)
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_confirmation')
  expect(await (await fetch(acs)).text()).toContain('already done')
})

test('an intent cancelled meanwhile stays cancelled', async () => {
  const { stripe, id, acs } = await challenge('3220')
  await stripe.paymentIntents.cancel(id)
  expect((await answer(acs, 'authenticate')).searchParams.get('redirect_status')).toBe('failed')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
})

test('confirming before the challenge is answered is refused, and so is an unknown token', async () => {
  const { stripe, id, acs } = await challenge('3220')
  await expect(stripe.paymentIntents.confirm(id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  expect((await fetch(`${acs}x`)).status).toBe(404)
})

test('with automatic confirmation the challenge itself completes the payment', async () => {
  const { stripe, id, acs } = await challenge('3220', { confirmation_method: 'automatic' })
  await answer(acs, 'authenticate')
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture')
})

test('the browser reads its intent with the client secret, from the store alone, and gets no metadata', async () => {
  const { url, stripe, id } = await challenge('3220')
  const { client_secret } = await stripe.paymentIntents.retrieve(id)
  const read = (origin: string, secret: string | null) =>
    fetch(`${url}/v1/payment_intents/${id}?key=pk_test_simulated&client_secret=${secret}`, {
      headers: { origin },
    })
  const own = await read('http://teahouse.localhost:3000', client_secret)
  expect(own.headers.get('access-control-allow-origin')).toBe('http://teahouse.localhost:3000')
  expect(await own.json()).not.toHaveProperty('metadata')
  expect(
    (await read('http://evil.test', client_secret)).headers.get('access-control-allow-origin'),
  ).toBeNull()
  expect((await read('http://localhost:3000', 'guess')).status).toBe(401)
})

async function challenge(last4: string, more: Parameters<typeof intentFor>[2] = {}) {
  const { url } = await running()
  const stripe = stripeAt(url)
  const params = await intentFor(url, last4, { description: 'Night Garden', ...more })
  const { id, next_action } = await stripe.paymentIntents.create(params)
  return { url, stripe, id, acs: next_action!.redirect_to_url!.url! }
}

async function answer(acs: string, pressed: string): Promise<URL> {
  const body = new URLSearchParams({ answer: pressed })
  const response = await fetch(acs, { method: 'POST', body, redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location')!)
}
