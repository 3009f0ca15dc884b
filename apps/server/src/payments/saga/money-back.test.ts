import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import { replacedPayments } from '../../../test/scripted-payments.ts'
import type { PaymentProvider, Refund } from '../port/port.ts'

let shop: StripeShop
/** While it is true no ticket can be issued: the last thing that issuing does fails. */
let isFaulty = false
/** Happens right before the provider is asked to release an authorisation. */
let beforeRelease: () => Promise<void> = async () => undefined
/** The refunds that were requested from the provider. */
const refunds: Omit<Refund, 'keep'>[] = []

const watched = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  cancelAuthorization: async ref => {
    await beforeRelease()
    return provider.cancelAuthorization(ref)
  },
  refund: async (ref, refund) => {
    const { keep: _, ...asked } = refund
    refunds.push(asked)
    return provider.refund(ref, refund)
  },
})

beforeAll(async () => {
  shop = await createShop({
    payments: 'stripe',
    replace: ({ payments, jobs }) => ({
      payments: replacedPayments(payments, watched),
      jobs: {
        ...jobs,
        rowOf: job => {
          if (isFaulty) throw new Error('a fault of ours')
          return jobs.rowOf(job)
        },
      },
    }),
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  isFaulty = false
  beforeRelease = async () => undefined
  refunds.length = 0
  await shop.resetStock()
})
afterEach(() => shop.compareBooks())

/** A visitor who has answered the bank, on an order that is over and whose places are sold to others. */
async function payForNothing(): Promise<{ readonly order: ReadyOrder; readonly number: string }> {
  const order = await shop.readyOrder()
  const { body } = await shop.pay(order, '3220', 'stripe_secure')
  await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
  await shop.stealStock(order)
  return { order, number: String(body['payment_number']) }
}

/** What staff can do in the provider's dashboard: take the money before we do. */
async function captureByHand(order: ReadyOrder): Promise<void> {
  const intent = await shop.intentOf(order)
  await shop.stripe.asStaff(`payment_intents/${intent}/confirm`, {})
  await shop.stripe.asStaff(`payment_intents/${intent}/capture`, {})
}

test('an authorisation for which no ticket can be issued is released', async () => {
  const { order, number } = await payForNothing()
  expect(await shop.confirm(number)).toEqual({
    status: 400,
    body: { error: 'payment_api_failure', can_retry: true },
  })
  const [attempt] = await shop.attemptsOf(order)
  expect(attempt!.state).toBe('voided')
  expect((await shop.stripe.ledger())[attempt!.id]).toMatchObject({ authorized: 3200, voided: 3200, net: 0 })
})

test('a late payment takes its stock again if there is some (S-2.06)', async () => {
  const { order, number } = await payForNothing()
  await shop.resetStock()
  expect((await shop.confirm(number)).body).toMatchObject({ result: 'completed' })
  expect(await shop.statusOf(order)).toBe('completed')
})

test('money that was taken for nothing goes back (S-1.09)', async () => {
  const { order, number } = await payForNothing()
  await captureByHand(order)
  const refunded = { status: 400, body: { error: 'payment_api_failure', can_retry: true } }
  expect(await shop.confirm(number)).toEqual(refunded)
  expect(await shop.confirm(number)).toEqual(refunded)
  expect(await shop.statusOf(order)).toBe('refunded')
  const [attempt] = await shop.attemptsOf(order)
  expect((await shop.stripe.ledger())[attempt!.id]).toMatchObject({ captured: 3200, refunded: 3200 })
})

test('a refund whose answer is lost is asked for again under its key, and made once', async () => {
  const { order, number } = await payForNothing()
  await captureByHand(order)
  await shop.stripe.arm({ op: 'refund', mode: 'drop_after', value: 2 })
  expect((await shop.confirm(number)).body).toMatchObject({ result: 'checking' })
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('refunded')
  const [attempt] = await shop.attemptsOf(order)
  const whole = { key: `${attempt!.id}:refund`, amount: { currency: 'JPY', minor: 3200 }, refundedBefore: 0 }
  expect(refunds).toEqual([whole, whole])
  expect((await shop.stripe.ledger())[attempt!.id]).toMatchObject({ captured: 3200, refunded: 3200, net: 0 })
})

test('a release that comes after a capture gives the money back (S-1.09)', async () => {
  const { order, number } = await payForNothing()
  beforeRelease = async () => {
    const intent = await shop.intentOf(order)
    await shop.stripe.asStaff(`payment_intents/${intent}/capture`, {})
  }
  const refunded = { status: 400, body: { error: 'payment_api_failure', can_retry: true } }
  expect(await shop.confirm(number)).toEqual(refunded)
  const [attempt] = await shop.attemptsOf(order)
  expect(attempt!.state).toBe('refunded')
  expect((await shop.stripe.ledger())[attempt!.id]).toMatchObject({ captured: 3200, refunded: 3200, net: 0 })
  expect([await shop.statusOf(order), await shop.unitsHeld(order)]).toEqual(['refunded', 0])
})

test('a release whose answer is lost is made once, and only then the order is over', async () => {
  const { order, number } = await payForNothing()
  await shop.stripe.arm({ op: 'cancel', mode: 'drop_after', value: 2 })
  expect((await shop.confirm(number)).body).toMatchObject({ result: 'checking' })
  expect((await shop.attemptsOf(order))[0]!.state).toBe('authorized')
  await shop.reconcile()
  expect((await shop.attemptsOf(order))[0]!.state).toBe('voided')
})

test('a refund that is refused is the critical refund error, and needs a person (S-1.10, S-7.15)', async () => {
  const { order, number } = await payForNothing()
  await captureByHand(order)
  await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
  shop.expectPerson(order)
  const critical = { status: 400, body: { error: 'critical refund error', can_retry: false } }
  expect(await shop.confirm(number)).toEqual(critical)
  expect(await shop.confirm(number)).toEqual(critical)
  expect(await shop.statusOf(order)).toBe('refund_failed')
  const attempt = await shop.db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select(['needs_person', 'check_at'])
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow(),
  )
  expect(attempt).toEqual({ needs_person: true, check_at: null })
})

test('money taken by hand for an order that can still be fulfilled becomes tickets', async () => {
  const order = await shop.readyOrder()
  const { body } = await shop.pay(order, '3220', 'stripe_secure')
  await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
  await captureByHand(order)
  expect((await shop.confirm(body['payment_number'])).body).toMatchObject({ result: 'completed' })
})

test('a payment cancelled by hand gives the order back', async () => {
  const order = await shop.readyOrder()
  const { body } = await shop.pay(order, '3220', 'stripe_secure')
  await shop.stripe.asStaff(`payment_intents/${await shop.intentOf(order)}/cancel`, {})
  expect(await shop.confirm(body['payment_number'])).toEqual({
    status: 400,
    body: { error: 'payment_api_failure', can_retry: true, order_token: order.token },
  })
})

describe('tickets that cannot be issued by a fault of ours', () => {
  const attemptOf = (order: ReadyOrder) =>
    shop.db.read(tx =>
      tx
        .selectFrom('payment_attempts')
        .select(['id', 'state', 'needs_person'])
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow(),
    )

  test('are tried again, and a person is told meanwhile', async () => {
    const order = await shop.readyOrder()
    isFaulty = true
    shop.expectPerson(order)
    expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'checking' })
    await shop.reconcile()
    expect(await attemptOf(order)).toMatchObject({ state: 'executing', needs_person: true })
    expect(await shop.statusOf(order)).toBe('payment_pending')
    isFaulty = false
    await shop.reconcile()
    expect(await attemptOf(order)).toMatchObject({ state: 'captured', needs_person: true })
    expect(await shop.statusOf(order)).toBe('completed')
  })

  test('release the card and the places once the time to pay is over (S-1.09)', async () => {
    const order = await shop.readyOrder()
    isFaulty = true
    shop.expectPerson(order)
    const { body } = await shop.pay(order, '1112')
    await shop.passDeadline()
    await shop.reconcile()
    const { id, ...attempt } = await attemptOf(order)
    expect(attempt).toEqual({ state: 'voided', needs_person: true })
    expect((await shop.stripe.ledger())[id]).toMatchObject({ authorized: 3200, voided: 3200, net: 0 })
    expect([await shop.statusOf(order), await shop.unitsHeld(order)]).toEqual(['expired', 0])
    expect(await shop.confirm(body['payment_number'], 'stripe')).toEqual({
      status: 400,
      body: { error: 'payment_api_failure', can_retry: true },
    })
  })

  test('give money back that was taken already (S-1.09)', async () => {
    const order = await shop.readyOrder()
    const { body } = await shop.pay(order, '3220', 'stripe_secure')
    await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
    await captureByHand(order)
    isFaulty = true
    shop.expectPerson(order)
    expect((await shop.confirm(body['payment_number'])).body).toMatchObject({ result: 'checking' })
    await shop.passDeadline()
    await shop.reconcile()
    const { id, state } = await attemptOf(order)
    expect(state).toBe('refunded')
    expect((await shop.stripe.ledger())[id]).toMatchObject({ captured: 3200, refunded: 3200 })
    expect([await shop.statusOf(order), await shop.unitsHeld(order)]).toEqual(['refunded', 0])
  })

  test('of an order of nothing leave no places held', async () => {
    const order = await shop.readyOrder()
    await shop.setPrice(order, 0)
    isFaulty = true
    shop.expectPerson(order)
    const free = { payment_method_type: 'free' }
    const paid = await shop.call('POST', `/api/v1/orders/checkout/${order.token}`, free)
    expect(paid.body).toMatchObject({ result: 'checking' })
    await shop.passDeadline()
    await shop.reconcile()
    expect([await shop.statusOf(order), await shop.unitsHeld(order)]).toEqual(['refunded', 0])
  })
})
