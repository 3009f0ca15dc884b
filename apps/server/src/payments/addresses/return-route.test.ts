import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'

const FORM = 'application/x-www-form-urlencoded'
let shop: StripeShop

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(() => shop.compareBooks())

/** A visitor on the bank's page, and the page's address. */
async function beginChallenge(order: ReadyOrder): Promise<{ readonly number: string; readonly url: string }> {
  const { body } = await shop.pay(order, '3220', 'stripe_secure')
  return { number: String(body['payment_number']), url: String(body['redirect_url']) }
}

test('a return with a wrong nonce, of another site or of an unknown payment changes nothing (S-7.06, E-19)', async () => {
  const order = await shop.readyOrder()
  const { number, url } = await beginChallenge(order)
  const { pathname, search } = await shop.stripe.answer(url, 'authenticate')
  const forged = pathname.replace(/ret_.*/, 'ret_AAAAAAAAAAAAAAAAAAAAAAAA')
  const other = pathname.replace('/stripe/', '/free/')
  for (const path of [forged, other, '/payment-return/stripe/pay_x/ret_x', `${pathname}x`]) {
    const answer = await shop.app.inject({ method: 'GET', url: `${path}${search}` })
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, 'http://localhost:3000/#/error'])
  }
  expect(await shop.eventsOf(order)).toEqual([])
  expect(await shop.statusOf(order)).toBe('payment_3ds')
  await shop.confirm(number)
})

test('a return is kept without secrets, by GET or POST, once', async () => {
  const order = await shop.readyOrder()
  const { number, url } = await beginChallenge(order)
  const { pathname, searchParams } = await shop.stripe.answer(url, 'authenticate')
  expect(searchParams.get('payment_intent_client_secret')).not.toBeNull()
  for (const method of ['GET', 'POST'] as const) {
    const form = { payload: searchParams.toString(), headers: { 'content-type': FORM } }
    const request = method === 'POST' ? form : { query: Object.fromEntries(searchParams) }
    expect((await shop.app.inject({ method, url: pathname, ...request })).statusCode).toBe(303)
  }
  const kept = {
    payment_intent: searchParams.get('payment_intent'),
    redirect_status: 'succeeded',
    hint: 'success',
  }
  expect(await shop.eventsOf(order)).toEqual([kept])
  const large = { payload: `a=${'x'.repeat(17_000)}`, headers: { 'content-type': FORM } }
  expect((await shop.app.inject({ method: 'POST', url: pathname, ...large })).statusCode).toBe(413)
  await shop.confirm(number)
})
