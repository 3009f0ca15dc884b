import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { startReconciler } from '../reconcile/reconcile.ts'
import { findStuckOrders } from '../reconcile/stuck-orders.ts'

/** How often a connection must break for a call to be lost: the SDK takes the first break for a stale connection. */
const LOST = 2

let shop: StripeShop

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(() => shop.compareBooks())

test('a card is charged once and the order is completed with its tickets (R-7.62, S-1.06, S-7.02)', async () => {
  const order = await shop.readyOrder(2)
  const paid = await shop.pay(order, '1112')
  expect(paid).toEqual({
    status: 200,
    body: {
      result: 'completed',
      reservation_token: expect.stringMatching(/^rsv_/),
      reservation_number: expect.stringMatching(/^[A-HJ-NP-Z2-9]{10}$/),
      payment_number: expect.stringMatching(/^pay_/),
      time_change: false,
    },
  })
  expect(await shop.statusOf(order)).toBe('completed')
  const [attempt] = await shop.attemptsOf(order)
  expect(attempt!.state).toBe('captured')
  expect((await shop.stripe.ledger())[attempt!.id]).toMatchObject({ captured: 6400, net: 6400 })
})

test('checkout asked again answers with what the first one did (S-1.13, D-51)', async () => {
  const order = await shop.readyOrder()
  const first = await shop.pay(order, '1112')
  expect(await shop.pay(order, '1112')).toEqual(first)
  expect(await shop.attemptsOf(order)).toHaveLength(1)
})

test('two checkouts at once lead to one charge and one answer (S-1.15)', async () => {
  const order = await shop.readyOrder()
  const [one, two] = await Promise.all([shop.pay(order, '1112'), shop.pay(order, '1112')])
  expect(one!.body).toMatchObject({ result: 'completed' })
  expect(two).toEqual(one)
  expect(await shop.attemptsOf(order)).toHaveLength(1)
})

test('two tabs with two methods pay one order once (S-1.15)', async () => {
  const order = await shop.readyOrder()
  const [one, two] = await Promise.all([shop.pay(order, '1112'), shop.pay(order, '3220', 'stripe_secure')])
  expect(two).toEqual(one)
  expect(await shop.attemptsOf(order)).toHaveLength(1)
  await shop.passDeadline()
  await shop.reconcile()
})

test('a declined card leaves the order to be paid otherwise, with five minutes at least (S-1.12, S-7.08, S-7.09)', async () => {
  const order = await shop.readyOrder()
  await shop.shortenHold(order, 60)
  expect(await shop.pay(order, '0002')).toEqual({
    status: 400,
    body: { error: 'payment_api_failure', can_retry: true, order_token: order.token },
  })
  expect(await shop.statusOf(order)).toBe('ready_checkout')
  expect(await shop.secondsLeft(order)).toBeGreaterThan(290)
  expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
  expect((await shop.attemptsOf(order)).map(({ state }) => state)).toEqual(['failed', 'captured'])
})

test('an order has five attempts; the sixth ends it for the visitor and keeps its places no longer (S-2.05, R-8.17)', async () => {
  const order = await shop.readyOrder()
  for (let attempts = 0; attempts < 5; attempts += 1)
    expect((await shop.pay(order, '0002')).body).toMatchObject({ can_retry: true })
  await shop.shortenHold(order, 60)
  const refused = { status: 400, body: { error: 'session_timeout' } }
  expect(await shop.pay(order, '1112')).toEqual(refused)
  expect(await shop.statusOf(order)).toBe('ready_checkout')
  expect(await shop.secondsLeft(order)).toBeLessThan(61)
  expect(await shop.attemptsOf(order)).toHaveLength(5)
  await shop.endHold(order.id)
  expect((await shop.pay(order, '1112')).body).toEqual({ error: 'session_timeout' })
})

test('another tab that chose another method is told which one the payment is by (S-1.15)', async () => {
  const order = await shop.readyOrder()
  const begun = await shop.pay(order, '3220', 'stripe_secure')
  expect(begun.body).toMatchObject({ result: 'redirect', payment_method_type: 'stripe_secure' })
  expect(await shop.pay(order, '1112', 'stripe')).toEqual(begun)
  expect(await shop.attemptsOf(order)).toHaveLength(1)
})

test('the last attempt can succeed, and is answered again as any other', async () => {
  const order = await shop.readyOrder()
  for (let attempts = 0; attempts < 4; attempts += 1) await shop.pay(order, '0002')
  const [one, two] = await Promise.all([shop.pay(order, '1112'), shop.pay(order, '1112')])
  expect(one!.body).toMatchObject({ result: 'completed' })
  expect(two).toEqual(one)
  expect(await shop.pay(order, '1112')).toEqual(one)
})

test('a busy provider is a failure that can be retried', async () => {
  const order = await shop.readyOrder()
  expect(await shop.pay(order, '0119')).toEqual({
    status: 400,
    body: { error: 'payment_api_failure', can_retry: true, order_token: order.token },
  })
})

test('a payment begun leaves at least a quarter of an hour (S-2.05)', async () => {
  const order = await shop.readyOrder()
  await shop.shortenHold(order, 60)
  await shop.pay(order, '3220', 'stripe_secure')
  expect(await shop.secondsLeft(order)).toBeGreaterThan(890)
})

test('a payment whose answer is lost is found again and ends well', async () => {
  const order = await shop.readyOrder()
  expect((await shop.pay(order, '0408')).body).toMatchObject({ result: 'completed' })
  expect(await shop.attemptsOf(order)).toHaveLength(1)
})

test('while nobody can say what became of a payment the visitor is told to wait, and nothing is given back', async () => {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'execute', mode: 'drop_after', value: LOST })
  await shop.stripe.arm({ op: 'query', mode: 'drop_before', value: LOST })
  const checking = await shop.pay(order, '1112')
  expect(checking).toEqual({
    status: 200,
    body: {
      result: 'checking',
      payment_number: expect.stringMatching(/^pay_/),
      payment_reference: expect.stringMatching(/^ref_/),
      payment_method_type: 'stripe',
      time_change: false,
    },
  })
  expect(await shop.statusOf(order)).toBe('payment_pending')
  await shop.reconcile()
  const done = await shop.confirm(checking.body['payment_number'], 'stripe')
  expect(done.body).toMatchObject({ result: 'completed', payment_number: checking.body['payment_number'] })
})

test('a request that never arrived is repeated under the same key', async () => {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'execute', mode: 'drop_before', value: LOST })
  expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
})

test('a repeat that is not taken says nothing of the first request', async () => {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'execute', mode: 'http_500', value: 2 })
  expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'checking' })
  expect(await shop.statusOf(order)).toBe('payment_pending')
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
})

test('an unknown payment that has arrived nowhere by its deadline is fenced, and then the stock goes back', async () => {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'execute', mode: 'drop_before', value: 2 * LOST })
  const { body } = await shop.pay(order, '1112')
  expect(body).toMatchObject({ result: 'checking' })
  await shop.passDeadline()
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('expired')
  expect(await shop.confirm(body['payment_number'], 'stripe')).toMatchObject({
    status: 400,
    body: { error: 'session_timeout' },
  })
  expect(await shop.unitsHeld(order)).toBe(0)
})

test('an authorisation found after the deadline still becomes tickets', async () => {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'execute', mode: 'drop_after', value: LOST })
  await shop.stripe.arm({ op: 'query', mode: 'drop_before', value: LOST })
  expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'checking' })
  await shop.passDeadline()
  await shop.reconcile()
  expect(await shop.statusOf(order)).toBe('completed')
})

test('another amount than ours is released, and the payment is invalid (S-7.10)', async () => {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'execute', mode: 'wrong_amount' })
  expect(await shop.pay(order, '1112')).toEqual({
    status: 400,
    body: { error: 'invalid payment status', can_retry: false, order_token: order.token },
  })
  expect(await shop.statusOf(order)).toBe('ready_checkout')
  const [attempt] = await shop.attemptsOf(order)
  expect((await shop.stripe.ledger())[attempt!.id]).toMatchObject({ authorized: 3201, voided: 3201 })
})

test('a capture whose answer is lost is repeated; the visitor has the tickets meanwhile', async () => {
  const order = await shop.readyOrder()
  await shop.stripe.arm({ op: 'capture', mode: 'drop_after', value: LOST })
  expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
  expect((await shop.attemptsOf(order))[0]!.state).toBe('authorized')
  await shop.reconcile()
  expect((await shop.attemptsOf(order))[0]!.state).toBe('captured')
})

test('an order of nothing is completed by `free`, and by nothing else (R-7.69, D-55)', async () => {
  const order = await shop.readyOrder()
  const free = () =>
    shop.call('POST', `/api/v1/orders/checkout/${order.token}`, { payment_method_type: 'free' })
  const refused = { status: 400, body: { error: 'invalid payment status', can_retry: false } }
  expect(await free()).toEqual(refused)
  await shop.setPrice(order, 0)
  expect(await shop.pay(order, '1112')).toEqual(refused)
  const paid = await free()
  expect(paid.body).toMatchObject({ result: 'completed' })
  expect(await free()).toEqual(paid)
})

test('a method that the site does not list is refused (S-7.14)', async () => {
  const order = await shop.readyOrder()
  await shop.unlist('stripe')
  expect(await shop.pay(order, '1112')).toMatchObject({ body: { error: 'invalid payment status' } })
  await shop.list('stripe')
})

test('only an order whose mail is confirmed can be paid', async () => {
  const { token } = await shop.orderToken()
  const pay = () => shop.pay({ token, id: '' }, '1112')
  expect((await pay()).body).toEqual({ error: 'order status must be ready_checkout' })
})

test('a hold that ended before the payment is a timeout (S-1.07)', async () => {
  const order = await shop.readyOrder()
  await shop.endHold(order.id)
  expect((await shop.pay(order, '1112')).body).toEqual({ error: 'session_timeout' })
  expect(await shop.attemptsOf(order)).toEqual([])
})

test('an order that is given back cannot be paid; one that is being paid cannot be given back (S-1.04, S-1.08)', async () => {
  const given = await shop.readyOrder()
  await shop.call('DELETE', `/api/v1/orders/${given.token}`)
  expect(await shop.pay(given, '1112')).toMatchObject({ status: 404 })

  const order = await shop.readyOrder()
  await shop.pay(order, '3220', 'stripe_secure')
  const deleted = await shop.call('DELETE', `/api/v1/orders/${order.token}`)
  expect(deleted).toMatchObject({ status: 400, body: { error: 'invalid order status' } })
  expect(await shop.statusOf(order)).toBe('payment_3ds')
})

test('a token of another kind, or none of ours, opens no payment (S-15.01)', async () => {
  const order = await shop.readyOrder()
  const near = `${order.token.slice(0, -1)}${order.token.endsWith('_') ? '-' : '_'}`
  for (const token of [order.token.replace('ord_', 'rsv_'), near, 'x']) {
    expect(await shop.pay({ ...order, token }, '1112')).toEqual({
      status: 404,
      body: { error: 'record not found' },
    })
  }
})

test('what looks like a card number is refused before anything else (S-7.11)', async () => {
  const order = await shop.readyOrder()
  const path = `/api/v1/orders/checkout/${order.token}`
  for (const body of [
    { payment_method_type: 'stripe', payment_method: 'pm_4111111111111111' },
    { payment_method_type: 'stripe', payment_method: '4111 1111 1111 1111' },
    { card_number: 4_111_111_111_111_111 },
  ]) {
    const { status, body: answer } = await shop.call('POST', path, body)
    expect(status).toBe(400)
    expect(answer).toMatchObject({ error: 'invalid_request', fields: [{ rule: 'card_number' }] })
  }
})

test('an order that waits for a payment which does not exist can be paid again, and no other is touched', async () => {
  const [stuck, ready, open] = [await shop.readyOrder(), await shop.readyOrder(), await shop.orderToken(1)]
  const states = () => Promise.all([stuck, ready, open].map(order => shop.statusOf(order)))
  await shop.db.transaction(tx =>
    tx.updateTable('orders').set({ status: 'payment_pending' }).where('id', '=', stuck.id).execute(),
  )
  const before = await states()
  expect(await shop.db.read(read => findStuckOrders(read, 10))).toEqual([stuck.id])
  const reconciler = startReconciler(shop.deps, { intervalMs: 3_600_000 })
  await reconciler.runOnce()
  await reconciler.stop()
  expect(await states()).toEqual(['ready_checkout', ...before.slice(1)])
  expect((await shop.pay(stuck, '1112')).body).toMatchObject({ result: 'completed' })
})
