import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'

import { systemClock } from '../../src/platform/clock.ts'
import type { PaymentProviders, SitePayments } from '../../src/payments/port/payment-providers.ts'
import { attemptIdOf } from '../../src/payments/port/order-ref.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { findBrokenInvariants } from '../invariants.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import { createShop, type StripeShop } from '../shop/shop.ts'
import type { ReadyOrder } from '../shop/stripe.ts'
import { reservationNumberOf } from '../reservation-number.ts'
import { exampleAccountOf, exampleVariables } from './example-account.ts'
import { type ExampleNotice, type ExamplePaySimulator, startExamplePay } from './example-pay-simulator.ts'
import { createExampleProvider } from './example-provider.ts'

/** The contract has no place for Example Pay, so it takes Alipay's. */
const PLACE = { id: 'alipay', methods: ['alipay'] } as const
const PRICE = 3200

let examplePay: ExamplePaySimulator
let shop: StripeShop

beforeAll(async () => {
  examplePay = await startExamplePay()
  const payments = paymentsOf(examplePay)
  shop = await createShop({ payments: 'stripe', replace: () => ({ payments }) })
  await shop.list('alipay')
})
afterAll(async () => {
  await shop.close()
  await examplePay.close()
})
beforeEach(() => shop.resetStock())
afterEach(async () => {
  const wrongs = [...examplePay.lost, ...(await findBrokenInvariants(shop.db))]
  if (wrongs.length > 0) throw new Error(wrongs.join('\n'))
})

function paymentsOf({ variables }: ExamplePaySimulator): PaymentProviders {
  const account = exampleAccountOf(v.parse(v.object(exampleVariables), variables))
  if (account === null) throw new Error('Example Pay has no account')
  const provider = createExampleProvider(account, { clock: systemClock }, PLACE)
  const site: SitePayments = {
    all: [provider],
    applePay: undefined,
    deviceFingerprint: null,
    find: method => (method === 'alipay' ? provider : undefined),
    byId: id => (id === provider.id ? provider : undefined),
  }
  return { of: () => site, all: [provider] }
}

const checkout = ({ token }: ReadyOrder): Promise<StoreAnswer> =>
  shop.call('POST', `/api/v1/orders/checkout/${token}`, { payment_method_type: 'alipay' })

/** The browser returns, and its page asks for the result. */
async function comeBack(address: string, { body }: StoreAnswer): Promise<StoreAnswer> {
  const { statusCode } = await shop.app.inject({ method: 'GET', url: new URL(address).pathname })
  expect(statusCode).toBe(303)
  const status = address.split('/').at(-1)
  return shop.call('POST', '/api/v1/orders/confirmcheckout', {
    payment_number: body['payment_number'],
    payment_method_type: 'alipay',
    ...(status === 'cancel' && { details: { status } }),
  })
}

async function deliver({ path: url, headers, body }: ExampleNotice): Promise<number> {
  const all = { ...headers, 'content-type': 'application/json' }
  const { statusCode } = await shop.app.inject({ method: 'POST', url, headers: all, payload: body })
  return statusCode
}

const pageOf = ({ body }: StoreAnswer): string => String(body['redirect_url'])
const latestNotice = (): ExampleNotice => examplePay.notices.at(-1)!

async function paymentOf(order: ReadyOrder) {
  const ids = (await shop.attemptsOf(order)).map(({ id }) => id)
  const payments = [...examplePay.ledger.values()]
  return payments.find(({ reference }) => ids.includes(attemptIdOf(reference) ?? ''))
}

async function buy(quantity = 1): Promise<ReadyOrder> {
  const order = await shop.readyOrder(quantity)
  const first = await checkout(order)
  const answer = await comeBack(examplePay.press(pageOf(first), 'pay'), first)
  expect(answer.body).toMatchObject({ result: 'completed' })
  return order
}

describe('the provider of docs/payments/a-new-provider.md', () => {
  test('sends the visitor to its page, and the paid order is completed and captured', async () => {
    const order = await buy()
    await shop.reconcile()
    expect(await paymentOf(order)).toMatchObject({ state: 'captured', amount: PRICE, refunded: 0 })
    expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'captured' }])
  })

  test.each(['cancel', 'decline'] as const)(
    'after "%s" on its page the visitor may pay by another method',
    async button => {
      const order = await shop.readyOrder()
      const first = await checkout(order)
      const answer = await comeBack(examplePay.press(pageOf(first), button), first)
      expect(answer).toMatchObject({ status: 400, body: { error: 'payment_api_failure', can_retry: true } })
      expect(await shop.statusOf(order)).toBe('ready_checkout')
    },
  )

  test('a visitor who comes back with the page still open gets the page again', async () => {
    const order = await shop.readyOrder()
    const first = await checkout(order)
    const again = await shop.confirm(first.body['payment_number'], 'alipay')
    expect(again.body).toMatchObject({ result: 'redirect', redirect_url: pageOf(first) })
  })

  test.each(['payments', 'query', 'capture'] as const)(
    'a lost answer to "%s" leads to one charge',
    async call => {
      const order = await shop.readyOrder()
      examplePay.loseAnswer(call)
      const first = await checkout(order)
      await shop.reconcile()
      const page = (await paymentOf(order))?.page ?? ''
      const returned = await comeBack(examplePay.press(page, 'pay'), first)
      await shop.reconcile()
      const answer = await shop.confirm(
        returned.body['payment_number'] ?? first.body['payment_number'],
        'alipay',
      )
      expect(answer.body).toMatchObject({ result: 'completed' })
      expect(await paymentOf(order)).toMatchObject({ state: 'captured', amount: PRICE })
      expect(await shop.attemptsOf(order)).toHaveLength(1)
    },
  )

  test('a webhook event completes the order of a buyer who never comes back', async () => {
    const order = await shop.readyOrder()
    examplePay.press(pageOf(await checkout(order)), 'pay')
    expect(await deliver(latestNotice())).toBe(200)
    await shop.reconcile()
    expect(await shop.statusOf(order)).toBe('completed')
    expect(await paymentOf(order)).toMatchObject({ state: 'captured' })
  })

  test('a webhook request with another body or signature is refused', async () => {
    const order = await shop.readyOrder()
    examplePay.press(pageOf(await checkout(order)), 'pay')
    const real = latestNotice()
    expect(await deliver({ ...real, body: `${real.body} ` })).toBe(401)
    expect(await deliver({ ...real, headers: {} })).toBe(401)
    expect(await shop.eventsOf(order)).toEqual([])
  })

  test('a wrong amount buys nothing, and is released', async () => {
    const order = await shop.readyOrder()
    examplePay.changeAmount(PRICE - 1)
    await checkout(order)
    await shop.reconcile()
    expect(await paymentOf(order)).toMatchObject({ state: 'voided', amount: PRICE - 1 })
    expect(await shop.statusOf(order)).not.toBe('completed')
  })

  test('an open page is fenced after the deadline, and cannot be paid then', async () => {
    const order = await shop.readyOrder()
    const page = pageOf(await checkout(order))
    await shop.passDeadline()
    await shop.reconcile()
    examplePay.press(page, 'pay')
    expect(await paymentOf(order)).toMatchObject({ state: 'voided' })
  })

  test('two refunds return the money once each, although an answer was lost', async () => {
    const order = await buy(2)
    await shop.reconcile()
    const reservationNumber = await reservationNumberOf(shop.db, order)
    const give = (ticket: number): Promise<unknown> =>
      requestRefund(shop.deps, { siteKey: 'demo', reservationNumber, tickets: [ticket], reason: 'it rains' })
    examplePay.loseAnswer('refund')
    await give(1)
    expect(await paymentOf(order)).toMatchObject({ refunded: PRICE })
    await runRefunds()
    await give(2)
    expect(await paymentOf(order)).toMatchObject({ refunded: 2 * PRICE, amount: 2 * PRICE })
    expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'refunded' }])
  })
})

/** Lets the waiting times of refunds pass, then lets the reconciler look. */
async function runRefunds(): Promise<void> {
  await shop.db.transaction(tx =>
    tx
      .updateTable('refunds')
      .set({ check_at: new Date(0) })
      .where('check_at', 'is not', null)
      .execute(),
  )
  await shop.reconcile()
}

describe('the page docs/payments/a-new-provider.md', () => {
  const page = readFileSync(
    path.join(import.meta.dirname, '../../../../docs/payments/a-new-provider.md'),
    'utf8',
  )
  const blocks = Array.from(
    page.matchAll(/^```ts title="([\w-]+\.ts)"\n(.*?)^```$/gms),
    ([, file, code]) => ({
      file: file ?? '',
      code: code ?? '',
    }),
  )

  test('shows each file of the provider once', () => {
    expect(blocks.map(({ file }) => file).toSorted()).toEqual([
      'example-account.ts',
      'example-client.ts',
      'example-provider.ts',
      'example-webhook.ts',
    ])
  })

  test.each(blocks)('shows $file as these tests run it', ({ file, code }) => {
    expect(code).toBe(readFileSync(path.join(import.meta.dirname, file), 'utf8'))
  })
})
