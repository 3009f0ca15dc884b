import Stripe from 'stripe'
import { expect, test } from 'vitest'

import { intentFor, running, stripeAt } from '../../test/running.ts'
import { createTestPaymentMethod } from '../../test/test-payment-method.ts'
import { passesLuhn, TEST_CARDS, testCardNumber } from '../core/test-cards.ts'

const ANY = { payment_method_options: { card: { request_three_d_secure: 'any' } } } as const

test('every test card has a number that passes the Luhn check', () => {
  for (const { last4 } of TEST_CARDS) expect(passesLuhn(testCardNumber(last4))).toBe(true)
  expect(passesLuhn('4000000000001111')).toBe(false)
})

test.each([{}, ANY])('1112 is authorized without a challenge (%o)', async more => {
  const { url } = await running()
  const intent = await stripeAt(url).paymentIntents.create(await intentFor(url, '1112', more))
  expect(intent).toMatchObject({
    status: 'requires_capture',
    amount: 3200,
    amount_capturable: 3200,
    currency: 'jpy',
  })
  expect(intent.metadata).toEqual({ attempt_id: 'attempt-1' })
})

test('when 3-D Secure is requested, 1112 is authenticated without friction', async () => {
  const { url } = await running()
  const params = await intentFor(url, '1112', { ...ANY, expand: ['latest_charge'] })
  const { latest_charge } = await stripeAt(url).paymentIntents.create(params)
  expect(latest_charge).toMatchObject({
    payment_method_details: {
      card: { last4: '1112', three_d_secure: { authentication_flow: 'frictionless' } },
    },
  })
})

test.each([
  ['0002', 'card_declined', 'generic_decline'],
  ['0119', 'processing_error', 'processing_error'],
])('%s is refused with %s and no money moves', async (last4, code, decline_code) => {
  const { url } = await running()
  const create = stripeAt(url).paymentIntents.create(await intentFor(url, last4))
  const error = await create.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(error).toMatchObject({ statusCode: 402, code, decline_code })
  expect(error).toMatchObject({ payment_intent: { status: 'requires_payment_method' } })
  expect(await ledgerOf(url)).toEqual([])
})

test('after a refusal the same intent accepts another card', async () => {
  const { url } = await running()
  const stripe = stripeAt(url)
  const refused = await stripe.paymentIntents.create(await intentFor(url, '0002')).catch(caught => caught)
  const other = await createTestPaymentMethod(url, '1112')
  const intent = await stripe.paymentIntents.confirm(refused.payment_intent.id, { payment_method: other })
  expect(intent.status).toBe('requires_capture')
})

test.each(['3220', '1629'])('%s asks for a challenge by redirect', async last4 => {
  const { url } = await running()
  const intent = await stripeAt(url).paymentIntents.create(await intentFor(url, last4))
  expect(intent.status).toBe('requires_action')
  expect(intent.next_action).toMatchObject({
    type: 'redirect_to_url',
    redirect_to_url: { url: expect.stringContaining(`${url}/stripe/acs/`) },
  })
})

test('0408 is charged once though the first answer is lost: a repeat with the same key gets the result', async () => {
  const { url } = await running()
  const body = new URLSearchParams({
    amount: '3200',
    currency: 'jpy',
    payment_method: await createTestPaymentMethod(url, '0408'),
    capture_method: 'manual',
    confirm: 'true',
    'metadata[attempt_id]': 'attempt-1',
  })
  const create = () =>
    fetch(`${url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_simulated', 'idempotency-key': 'create-1' },
      body,
    })
  await expect(create()).rejects.toThrow('fetch failed')
  const repeat = await create()
  expect(repeat.headers.get('idempotent-replayed')).toBe('true')
  expect(await repeat.json()).toMatchObject({ status: 'requires_capture', amount: 3200 })
  expect(await ledgerOf(url)).toMatchObject([{ kind: 'authorized', amount: 3200, attempt_id: 'attempt-1' }])
})

test('the SDK repeats the lost call of 0408 by itself and sees one authorization', async () => {
  const { url } = await running()
  const intent = await stripeAt(url).paymentIntents.create(await intentFor(url, '0408'))
  expect(intent.status).toBe('requires_capture')
  expect(await ledgerOf(url)).toHaveLength(1)
})

test('any other valid number is paid, an invalid one is refused', async () => {
  const { url } = await running()
  const intent = await stripeAt(url).paymentIntents.create(await intentFor(url, '5678'))
  expect(intent.status).toBe('requires_capture')
  const wrong = await tokenize(url, { 'card[number]': '4000000000001111' })
  expect(wrong).toMatchObject({ error: { type: 'card_error', code: 'incorrect_number' } })
  const past = await tokenize(url, { 'card[exp_year]': '2020' })
  expect(past).toMatchObject({ error: { code: 'invalid_expiry_year' } })
  const cvc = await tokenize(url, { 'card[cvc]': '12' })
  expect(cvc).toMatchObject({ error: { code: 'invalid_cvc' } })
})

test('cards are accepted only from the page with the fields and with a publishable key', async () => {
  const { url } = await running()
  expect(await tokenize(url, {}, { origin: 'http://localhost:3000' })).toHaveProperty('error')
  expect(await tokenize(url, {}, { authorization: 'Bearer sk_test_simulated' })).toHaveProperty('error')
  expect(await tokenize(url, {})).toMatchObject({ card: { brand: 'visa', last4: '1112' } })
})

async function tokenize(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const card = {
    type: 'card',
    'card[number]': testCardNumber('1112'),
    'card[exp_month]': '12',
    'card[exp_year]': '2099',
    'card[cvc]': '123',
  }
  const response = await fetch(`${url}/v1/payment_methods`, {
    method: 'POST',
    headers: { origin: url, authorization: 'Bearer pk_test_simulated', ...headers },
    body: new URLSearchParams({ ...card, ...fields }),
  })
  return response.json()
}

async function ledgerOf(url: string): Promise<unknown[]> {
  const response = await fetch(`${url}/_sim/ledger`)
  return ((await response.json()) as { entries: unknown[] }).entries
}
