import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import type { Challenge } from '../../../test/stripe-simulator.ts'
import { hashToken } from '../../platform/tokens.ts'
import { referenceOf } from '../attempts/payment-name.ts'

let shop: StripeShop

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(() => shop.compareBooks())

/** Pays with a card that asks for a challenge; the answer, and where the bank's page is. */
async function beginChallenge(order: ReadyOrder, last4 = '3220') {
  const { body } = await shop.pay(order, last4, 'stripe_secure')
  return { number: String(body['payment_number']), url: String(body['redirect_url']), body }
}

/** The browser comes back from the bank's page; answers with what the server sends it. */
async function comeBack(challengeUrl: string, answer: Challenge) {
  const { pathname, search } = await shop.stripe.answer(challengeUrl, answer)
  return shop.app.inject({ method: 'GET', url: `${pathname}${search}` })
}

test('checkout sends the visitor to the bank, the bank back to us, and confirmation ends it (R-7.29, R-7.63, S-1.05, E-19, D-72)', async () => {
  const order = await shop.readyOrder()
  const { number, url, body } = await beginChallenge(order)
  const reference = referenceOf(hashToken(number))
  expect(body).toEqual({
    result: 'redirect',
    payment_number: number,
    payment_reference: reference,
    payment_method_type: 'stripe_secure',
    time_change: false,
    redirect_url: expect.stringMatching(/\/stripe\/acs\//),
  })
  expect(await shop.statusOf(order)).toBe('payment_3ds')

  const back = await comeBack(url, 'authenticate')
  expect(back.statusCode).toBe(303)
  expect(back.headers['location']).toBe(
    `http://localhost:3000/#/payment-callback/stripe_secure/success?time_change=false&payment_number=${reference}&lang=ja`,
  )
  expect(back.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(await shop.statusOf(order)).toBe('payment_3ds')

  const done = await shop.confirm(number)
  expect(done.body).toMatchObject({ result: 'completed', payment_number: number })
  expect(await shop.confirm(number)).toEqual(done)
})

test.each(['fail', 'cancel'] as const)(
  'a challenge that ends in "%s" gives the order back to be paid again (S-1.12, S-7.08)',
  async answer => {
    const order = await shop.readyOrder()
    const first = await beginChallenge(order)
    const back = await comeBack(first.url, answer)
    expect(back.headers['location']).toContain('/#/payment-callback/stripe_secure/failure?')
    const failed = {
      status: 400,
      body: { error: 'payment_api_failure', can_retry: true, order_token: order.token },
    }
    expect(await shop.confirm(first.number)).toEqual(failed)
    expect(await shop.confirm(first.number)).toEqual(failed)

    const second = await beginChallenge(order)
    expect(second.number).not.toBe(first.number)
    await comeBack(second.url, 'authenticate')
    expect((await shop.confirm(second.number)).body).toMatchObject({ result: 'completed' })
  },
)

test('a card that is declined after its challenge can be followed by another', async () => {
  const order = await shop.readyOrder()
  const { number, url } = await beginChallenge(order, '1629')
  await comeBack(url, 'authenticate')
  expect((await shop.confirm(number)).body).toMatchObject({ error: 'payment_api_failure', can_retry: true })
  expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
})

test('who presses pay again while at the bank is sent to the same page (S-1.13)', async () => {
  const order = await shop.readyOrder()
  const { body, url, number } = await beginChallenge(order)
  expect((await shop.pay(order, '1112')).body).toEqual(body)
  expect((await shop.confirm(number)).body).toEqual(body)
  await comeBack(url, 'authenticate')
  expect((await shop.confirm(number)).body).toMatchObject({ result: 'completed' })
})

test('two confirmations at once lead to one charge and one answer (S-1.14)', async () => {
  const order = await shop.readyOrder()
  const { number, url } = await beginChallenge(order)
  await comeBack(url, 'authenticate')
  const [one, two] = await Promise.all([shop.confirm(number), shop.confirm(number)])
  expect(one!.body).toMatchObject({ result: 'completed' })
  expect(two).toEqual(one)
})

test('a hold whose time has passed stays while its buyer is at the bank', async () => {
  const order = await shop.readyOrder(5)
  const { number, url } = await beginChallenge(order)
  await shop.shortenHoldOfOrder(order, -1)
  expect((await shop.order(1)).body).toMatchObject({ error: 'out of stock' })
  await comeBack(url, 'authenticate')
  expect((await shop.confirm(number)).body).toMatchObject({ result: 'completed' })
})

test('a visitor who proves who they are and never comes back still gets the tickets', async () => {
  const order = await shop.readyOrder()
  const { url } = await beginChallenge(order)
  await shop.stripe.answer(url, 'authenticate')
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
})

test('a visitor who never answers the bank loses the order, once nothing can be charged any more', async () => {
  const order = await shop.readyOrder()
  const { number, url } = await beginChallenge(order)
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('payment_3ds')
  await shop.passDeadline()
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('expired')
  await comeBack(url, 'authenticate')
  expect(await shop.confirm(number)).toEqual({ status: 400, body: { error: 'session_timeout' } })
  const [attempt] = await shop.attemptsOf(order)
  expect(attempt!.state).toBe('expired')
})

test('an answer to the confirmation that is lost is found again', async () => {
  const order = await shop.readyOrder()
  const { number, url } = await beginChallenge(order)
  await comeBack(url, 'authenticate')
  await shop.stripe.arm({ op: 'confirm', mode: 'drop_after', value: 2 })
  expect((await shop.confirm(number)).body).toMatchObject({ result: 'completed' })
})

test('a payment number opens the payment of its method and site only (S-7.01)', async () => {
  const order = await shop.readyOrder()
  const { number, url } = await beginChallenge(order)
  expect((await shop.confirm(number, 'stripe')).body).toMatchObject({ error: 'invalid payment status' })
  expect(await shop.confirm(order.token)).toEqual({ status: 404, body: { error: 'record not found' } })
  const elsewhere = await shop.app.inject({
    method: 'POST',
    url: '/api/v1/orders/confirmcheckout',
    headers: { host: 'cancanfactory.localhost' },
    payload: { payment_number: number, payment_method_type: 'stripe_secure' },
  })
  expect(elsewhere.statusCode).toBe(404)
  await comeBack(url, 'cancel')
  await shop.confirm(number)
})
