import { taxIncluded } from '@kippu/domain/money'
import type { Insertable } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { changeCoupon, insertCoupon, takenOfCoupon } from '../../../test/coupon-rows.ts'
import { logInMember } from '../../../test/members.ts'
import type { StoreAnswer } from '../../../test/shop/orders.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import { TEST_TODAY } from '../../../test/test-today.ts'
import type { CouponsTable } from '../../platform/db/schema.ts'

let shop: StripeShop

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.resetStock()
  for (const method of ['stripe', 'stripe_secure']) await shop.list(method)
})
afterEach(() => shop.compareBooks())

const add = async ({ token }: ReadyOrder, coupon: string): Promise<StoreAnswer> =>
  shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon })
const simulate = ({ token }: ReadyOrder, method: string): Promise<StoreAnswer> =>
  shop.call('POST', `/api/v1/orders/paymentmethoddiscount/${token}/simulation`, {
    payment_method_type: method,
  })
const payFree = ({ token }: ReadyOrder): Promise<StoreAnswer> =>
  shop.call('POST', `/api/v1/orders/checkout/${token}`, { payment_method_type: 'free' })
const read = async ({ token }: ReadyOrder): Promise<Record<string, unknown>> =>
  (await shop.call('GET', `/api/v1/orders/${token}`)).body

const CANNOT_PAY = { status: 400, body: { error: 'invalid payment status', can_retry: false } }

interface Booked {
  readonly amount: number
  readonly methodDiscount: number
  readonly tax: number
  readonly method: string
  readonly provider: string
  readonly charged: number | undefined
}

/** The newest attempt of an order, and what the provider has taken for it. */
async function bookedOf({ id }: ReadyOrder): Promise<Booked> {
  const row = await shop.db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select(['id', 'amount', 'method_discount', 'tax_amount', 'method', 'provider'])
      .where('order_id', '=', id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow(),
  )
  const { amount, method_discount: methodDiscount, tax_amount: tax, method, provider } = row
  return { amount, methodDiscount, tax, method, provider, charged: (await shop.stripe.ledger())[row.id]?.net }
}

async function discountOf({
  id,
}: ReadyOrder): Promise<{ order: number; lines: number[]; tickets: number[] }> {
  return shop.db.read(async tx => {
    const order = await tx
      .selectFrom('orders')
      .select('method_discount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const lines = await tx
      .selectFrom('order_items')
      .select('method_discount')
      .where('order_id', '=', id)
      .where('kind', '<>', 'set')
      .orderBy('position')
      .execute()
    const tickets = await tx
      .selectFrom('tickets')
      .innerJoin('reservations', 'reservations.id', 'reservation_id')
      .select('price')
      .where('order_id', '=', id)
      .orderBy('tickets.id')
      .execute()
    return {
      order: order.method_discount,
      lines: lines.map(line => line.method_discount),
      tickets: tickets.map(ticket => ticket.price),
    }
  })
}

describe('what a method takes off (S-4.01–4.03)', () => {
  test('methods are listed with their discount (R-7.09, S-4.01)', async () => {
    await shop.list('stripe', { type: 'percent', amount: 5 })
    const { body } = await shop.call('GET', '/api/v1/paymentmethods?lang=ja&channel=web')
    expect(Object.values(body)).toMatchObject([
      { payment_method_type: 'stripe_secure', discount_type: null, discount_amount: 0 },
      { payment_method_type: 'stripe', discount_type: 'percent', discount_amount: 5 },
    ])
  })

  test('the simulation says what would be charged and changes nothing (R-7.24, R-4.38, S-4.02)', async () => {
    await shop.list('stripe', { type: 'percent', amount: 5 })
    const order = await shop.readyOrder(2)
    await add(order, 'FLAT500')
    const before = await read(order)
    expect(await simulate(order, 'stripe')).toEqual({
      status: 200,
      body: { price: 5605, discount_amount: 295 },
    })
    expect((await simulate(order, 'stripe_secure')).body).toEqual({ price: 5900, discount_amount: 0 })
    expect(await read(order)).toEqual(before)
    expect(await shop.attemptsOf(order)).toEqual([])
  })

  test('the simulation refuses what the checkout refuses (D-55, R-7.24)', async () => {
    const order = await shop.readyOrder()
    expect((await simulate(order, 'coins')).body['error']).toBe('invalid_request')
    expect(await simulate(order, 'free')).toEqual(CANNOT_PAY)
    await shop.unlist('stripe')
    expect(await simulate(order, 'stripe')).toEqual(CANNOT_PAY)
    await add(order, 'FREE100')
    expect(await simulate(order, 'stripe_secure')).toEqual(CANNOT_PAY)
    expect((await simulate(order, 'free')).body).toEqual({ price: 0, discount_amount: 0 })
    await shop.pay(order, '3220', 'stripe_secure')
    await payFree(order)
    expect((await simulate(order, 'free')).body).toEqual({ error: 'invalid order status' })
    expect((await simulate({ token: shop.deps.tokens.derive('order', 'none'), id: '' }, 'free')).status).toBe(
      404,
    )
  })

  test('5 % of what is left after the coupon are not charged, not taxed, and kept with each line (S-4.03)', async () => {
    await shop.list('stripe', { type: 'percent', amount: 5 })
    const order = await shop.readyOrder(2)
    await add(order, 'FLAT500')
    expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
    expect(await bookedOf(order)).toEqual({
      amount: 5605,
      methodDiscount: 295,
      tax: taxIncluded(5605, 10),
      method: 'stripe',
      provider: 'stripe',
      charged: 5605,
    })
    expect(await discountOf(order)).toEqual({ order: 295, lines: [295], tickets: [2803, 2802] })
  })

  test('membership, coupon, method: each takes its part, each line its share (D-21, S-4.03)', async () => {
    await shop.list('stripe', { type: 'fixed', amount: 333 })
    const { catalogue } = shop
    const answer = await shop.call('POST', '/api/v1/orders', {
      lang: 'ja',
      product_uuid: catalogue.productUuid,
      time_span_id: catalogue.spans[0],
      quantity: 3,
      option_values: [
        { option_value_id: catalogue.adult, quantity: 2 },
        { option_value_id: catalogue.child, quantity: 1 },
        { option_value_id: catalogue.guide, quantity: 1 },
      ],
      set_products: [{ uuid: catalogue.tea.productUuid, time_span_id: catalogue.tea.spans[0], quantity: 2 }],
      membership_key: 'club',
      membership_value: 'gold',
    })
    const order = await shop.ready(String(answer.body['order_token']))
    expect((await add(order, 'RATE10')).body['coupon_discount']).toBe(950)
    const { price } = await read(order)
    expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
    expect(await bookedOf(order)).toMatchObject({ amount: Number(price) - 333, methodDiscount: 333 })
    const { order: whole, tickets } = await discountOf(order)
    expect(whole).toBe(333)
    expect(tickets.reduce((sum, yen) => sum + yen, 0)).toBe(Number(price) - 333)
  })

  test('a fixed discount takes the price at most; the method stays and nobody is asked for money (S-4.04)', async () => {
    await shop.list('stripe', { type: 'fixed', amount: 5000 })
    const order = await shop.readyOrder()
    expect((await simulate(order, 'stripe')).body).toEqual({ price: 0, discount_amount: 3200 })
    const paid = await shop.pay(order, '0002')
    expect(paid.body).toMatchObject({ result: 'completed' })
    expect(await shop.pay(order, '0002')).toEqual(paid)
    expect(await shop.confirm(paid.body['payment_number'], 'stripe')).toEqual(paid)
    expect(await bookedOf(order)).toEqual({
      amount: 0,
      methodDiscount: 3200,
      tax: 0,
      method: 'stripe',
      provider: 'free',
      charged: undefined,
    })
    expect(await discountOf(order)).toEqual({ order: 3200, lines: [3200], tickets: [0] })
  })

  test('`free` is for a price of 0 before the method alone (D-55, S-4.04)', async () => {
    await shop.list('stripe', { type: 'fixed', amount: 5000 })
    const order = await shop.readyOrder()
    expect(await payFree(order)).toEqual(CANNOT_PAY)
    expect(await shop.attemptsOf(order)).toEqual([])
  })

  test('an order that a coupon made free is completed by `free` alone (D-55)', async () => {
    const order = await shop.readyOrder()
    await add(order, 'FREE100')
    expect(await shop.pay(order, '1112')).toEqual(CANNOT_PAY)
    expect((await payFree(order)).body).toMatchObject({ result: 'completed' })
    expect(await bookedOf(order)).toMatchObject({ amount: 0, method: 'free', charged: undefined })
  })

  test('what a declined card leaves is charged at the terms of the next method', async () => {
    await shop.list('stripe', { type: 'fixed', amount: 200 })
    const order = await shop.readyOrder()
    await shop.pay(order, '0002')
    expect(await bookedOf(order)).toMatchObject({ amount: 3000, methodDiscount: 200 })
    const { body } = await shop.pay(order, '3220', 'stripe_secure')
    expect(await bookedOf(order)).toMatchObject({ amount: 3200, methodDiscount: 0 })
    await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
    expect((await shop.confirm(body['payment_number'])).body).toMatchObject({ result: 'completed' })
    expect(await discountOf(order)).toEqual({ order: 0, lines: [0], tickets: [3200] })
  })

  test('terms that change while a visitor is at the bank change nothing: the amount is fixed', async () => {
    await shop.list('stripe_secure', { type: 'fixed', amount: 200 })
    const order = await shop.readyOrder()
    const { body } = await shop.pay(order, '3220', 'stripe_secure')
    await shop.list('stripe_secure', { type: 'fixed', amount: 900 })
    await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
    expect((await shop.confirm(body['payment_number'])).body).toMatchObject({ result: 'completed' })
    expect(await bookedOf(order)).toMatchObject({ amount: 3000, charged: 3000 })
    expect(await discountOf(order)).toMatchObject({ order: 200, tickets: [3000] })
  })

  test('what cannot be issued is given back as it was charged (S-1.09)', async () => {
    await shop.list('stripe_secure', { type: 'fixed', amount: 200 })
    const order = await shop.readyOrder()
    await add(order, 'FLAT500')
    const { body } = await shop.pay(order, '3220', 'stripe_secure')
    await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
    await shop.stealStock(order)
    const intent = await shop.intentOf(order)
    await shop.stripe.asStaff(`payment_intents/${intent}/confirm`, {})
    await shop.stripe.asStaff(`payment_intents/${intent}/capture`, {})
    await shop.confirm(body['payment_number'])
    expect(await shop.statusOf(order)).toBe('refunded')
    const [attempt] = await shop.attemptsOf(order)
    expect((await shop.stripe.ledger())[attempt!.id]).toMatchObject({ captured: 2500, refunded: 2500 })
  })
})

describe('the price that was shown is the price that is charged', () => {
  const PRICE_CHANGED = { status: 400, body: { error: 'price changed' } }

  const payShown = async ({ token }: ReadyOrder, shown: number, method = 'stripe'): Promise<StoreAnswer> =>
    shop.call('POST', `/api/v1/orders/checkout/${token}`, {
      payment_method_type: method,
      ...(method !== 'free' && { payment_method: await shop.stripe.card('1112') }),
      expected_amount: shown,
    })

  test('a coupon that was removed in another tab stops the payment of this one (S-3.01)', async () => {
    const order = await shop.readyOrder()
    await add(order, 'FLAT500')
    await shop.call('DELETE', `/api/v1/ordercoupons/${order.token}/FLAT500`)
    expect(await payShown(order, 2700)).toEqual(PRICE_CHANGED)
    expect(await shop.attemptsOf(order)).toEqual([])
    expect(await shop.statusOf(order)).toBe('ready_checkout')
    expect((await payShown(order, 3200)).body).toMatchObject({ result: 'completed' })
    expect(await bookedOf(order)).toMatchObject({ amount: 3200, charged: 3200 })
  })

  test('so does a discount of the method that has ended (S-4.03)', async () => {
    await shop.list('stripe', { type: 'percent', amount: 5 })
    const order = await shop.readyOrder()
    const { price } = (await simulate(order, 'stripe')).body
    await shop.list('stripe')
    expect(await payShown(order, Number(price))).toEqual(PRICE_CHANGED)
    expect(await shop.attemptsOf(order)).toEqual([])
    expect((await payShown(order, 3200)).body).toMatchObject({ result: 'completed' })
  })

  test('so does a price that has fallen since: the visitor agrees to every price that they pay (S-3.01)', async () => {
    const order = await shop.readyOrder()
    await add(order, 'FLAT500')
    expect(await payShown(order, 3200)).toEqual(PRICE_CHANGED)
    expect(await shop.attemptsOf(order)).toEqual([])
    expect((await payShown(order, 2700)).body).toMatchObject({ result: 'completed' })
    expect(await bookedOf(order)).toMatchObject({ amount: 2700, charged: 2700 })
  })

  test('so does an order that is free no longer, or free since (D-55)', async () => {
    const order = await shop.readyOrder()
    expect(await payShown(order, 0, 'free')).toEqual(PRICE_CHANGED)
    await add(order, 'FREE100')
    expect(await payShown(order, 3200)).toEqual(PRICE_CHANGED)
    expect((await payShown(order, 0, 'free')).body).toMatchObject({ result: 'completed' })
  })

  test('asked again, a payment answers as before, whatever is shown by now (S-1.13)', async () => {
    const order = await shop.readyOrder()
    const paid = await payShown(order, 3200)
    expect(paid.body).toMatchObject({ result: 'completed' })
    expect(await payShown(order, 1)).toEqual(paid)
  })

  test('less than a provider charges is refused before the order is claimed, and burns no attempt', async () => {
    await shop.list('stripe', { type: 'fixed', amount: 3151 })
    const order = await shop.readyOrder()
    const refused = { status: 400, body: { error: 'payment_api_failure', can_retry: false } }
    for (let press = 0; press < 6; press += 1) expect(await payShown(order, 49)).toEqual(refused)
    expect(await shop.attemptsOf(order)).toEqual([])
    expect(await shop.statusOf(order)).toBe('ready_checkout')
    await shop.list('stripe', { type: 'fixed', amount: 3150 })
    expect((await payShown(order, 50)).body).toMatchObject({ result: 'completed' })
  })

  test('a visit whose sale has ended is not paid any more (S-2.10)', async () => {
    const order = await shop.readyOrder()
    const { body } = await shop.call('GET', `/api/v1/orders/${order.token}`)
    const product = Object(body['main_product'])
    shop.clock.set(String(product['reservation_from']))
    expect(await payShown(order, 3200)).toEqual({ status: 400, body: { error: 'ticket not on sale now' } })
    expect(await shop.attemptsOf(order)).toEqual([])
    shop.clock.advance(-1)
    expect((await payShown(order, 3200)).body).toMatchObject({ result: 'completed' })
    shop.clock.set(`${TEST_TODAY}T10:00:00+09:00`)
  })
})

describe('coupons are judged again before anything is charged (S-3.12)', () => {
  const CHANGES: ReadonlyArray<readonly [string, Partial<Insertable<CouponsTable>>]> = [
    ['coupon not available', { is_active: false }],
    ['invalid channel', { channels: ['spot'] }],
    ['out of coverage dates of the coupon', { starts_on: '2026-12-01' }],
    ['expired coupon', { ends_on: '2026-11-20' }],
    ['out of coverage dates', { visit_weekdays: [0, 6] }],
    ['coupon cannot be applied to specified order', { min_quantity: 9 }],
    ['coupon limit reached', { usage_limit: 0 }],
    ['discount amount could not be calculated correctly', { discount_type: 'points' }],
  ]

  test.each(CHANGES)(
    '%s: no attempt, no charge, and the order can be paid without it (S-3.12, R-8.43)',
    async (error, change) => {
      const code = `AGAIN ${error}`
      await insertCoupon(shop.db, { code })
      const order = await shop.readyOrder()
      await add(order, code)
      await changeCoupon(shop.db, code, change)
      expect(await shop.pay(order, '1112')).toEqual({ status: 400, body: { error } })
      expect(await shop.attemptsOf(order)).toEqual([])
      expect(await shop.statusOf(order)).toBe('ready_checkout')
      const removed = await shop.call(
        'DELETE',
        `/api/v1/ordercoupons/${order.token}/${encodeURIComponent(code)}`,
      )
      expect(removed.status).toBe(204)
      expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
      expect(await bookedOf(order)).toMatchObject({ amount: 3200, charged: 3200 })
    },
  )

  test('a coupon that a login has made worthless does not stop an order of nothing (S-3.12, S-5.02)', async () => {
    await insertCoupon(shop.db, { code: 'WORTHLESS', usage_limit: 9 })
    const order = await shop.readyOrder()
    await add(order, 'WORTHLESS')
    await logInMember(shop.db, order.token, { amount: 100 })
    expect(await read(order)).toMatchObject({ price: 0, coupons: [{ coupon_discount: 0 }] })
    expect((await payFree(order)).body).toMatchObject({ result: 'completed' })
  })

  test('a day that ends while the visitor types is noticed (D-23, S-3.12)', async () => {
    await insertCoupon(shop.db, { code: 'MIDNIGHT', ends_on: '2026-11-21' })
    const order = await shop.readyOrder()
    await add(order, 'MIDNIGHT')
    shop.clock.set('2026-11-22T00:00:00+09:00')
    expect((await shop.pay(order, '1112')).body).toEqual({ error: 'expired coupon' })
    shop.clock.set('2026-11-21T23:59:59+09:00')
    expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
  })

  test(
    'a coupon and a checkout at once: one of them is first, and what is charged is the price (S-1.04)',
    { timeout: 30_000 },
    async () => {
      for (let round = 0; round < 3; round += 1) {
        await shop.resetStock()
        const order = await shop.readyOrder()
        const [added, paid] = await Promise.all([add(order, 'FLAT500'), shop.pay(order, '1112')])
        expect(paid.body).toMatchObject({ result: 'completed' })
        const amount = added.status === 201 ? 2700 : 3200
        expect(await bookedOf(order)).toMatchObject({ amount, charged: amount })
      }
    },
  )

  test('a price that the client sends is not read (S-3.01)', async () => {
    const order = await shop.readyOrder()
    const { status, body } = await shop.call('POST', `/api/v1/orders/checkout/${order.token}`, {
      payment_method_type: 'stripe',
      payment_method: await shop.stripe.card('1112'),
      price: 1,
    })
    expect([status, body['error']]).toEqual([400, 'invalid_request'])
    expect(await shop.attemptsOf(order)).toEqual([])
  })

  test('its own use does not stand in its way (S-3.11)', async () => {
    await insertCoupon(shop.db, { code: 'OWN', usage_limit: 1 })
    const order = await shop.readyOrder()
    await add(order, 'OWN')
    expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
    expect(await takenOfCoupon(shop.db, 'OWN')).toBe(1)
    const other = await shop.readyOrder()
    expect((await add(other, 'OWN')).body).toEqual({ error: 'coupon limit reached' })
  })

  test('a limit that the venue sets later counts from the payment on (S-3.12)', async () => {
    await insertCoupon(shop.db, { code: 'LATER' })
    const [first, second] = [await shop.readyOrder(), await shop.readyOrder()]
    for (const order of [first, second]) await add(order, 'LATER')
    await changeCoupon(shop.db, 'LATER', { usage_limit: 1 })
    expect((await shop.pay(first, '1112')).body).toMatchObject({ result: 'completed' })
    expect((await shop.pay(second, '1112')).body).toEqual({ error: 'coupon limit reached' })
    expect(await takenOfCoupon(shop.db, 'LATER')).toBe(1)
  })
})

describe('money that comes late', () => {
  /** A payment that had failed for us, and that the provider has authorised since. */
  async function authorizeTheFailed(order: ReadyOrder): Promise<string> {
    const { body } = await shop.pay(order, '3220', 'stripe_secure')
    await shop.stripe.answer(String(body['redirect_url']), 'cancel')
    await shop.confirm(body['payment_number'])
    const [attempt] = await shop.attemptsOf(order)
    expect(attempt!.state).toBe('failed')
    const card = await shop.stripe.card('1112')
    await shop.stripe.asStaff(`payment_intents/${await shop.intentOf(order)}/confirm`, {
      payment_method: card,
    })
    return attempt!.id
  }

  async function hearOf(attemptId: string): Promise<void> {
    await shop.db.transaction(tx =>
      tx.updateTable('payment_attempts').set({ check_at: new Date() }).where('id', '=', attemptId).execute(),
    )
    await shop.reconcile()
  }

  test('is released when the order has another price by now, and the order can still be paid', async () => {
    const order = await shop.readyOrder()
    const attemptId = await authorizeTheFailed(order)
    await add(order, 'FLAT500')
    await hearOf(attemptId)
    expect((await shop.stripe.ledger())[attemptId]).toMatchObject({ authorized: 3200, voided: 3200, net: 0 })
    expect(await shop.statusOf(order)).toBe('ready_checkout')
    expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
    expect(await bookedOf(order)).toMatchObject({ amount: 2700, charged: 2700 })
  })

  test('completes an order of the same price with the discount that its method had', async () => {
    await shop.list('stripe_secure', { type: 'fixed', amount: 200 })
    const order = await shop.readyOrder()
    const attemptId = await authorizeTheFailed(order)
    await hearOf(attemptId)
    expect(await shop.statusOf(order)).toBe('completed')
    expect(await discountOf(order)).toEqual({ order: 200, lines: [200], tickets: [3000] })
  })

  test('completes an order that had expired although its coupon is used up by now (S-2.06, S-3.11)', async () => {
    await insertCoupon(shop.db, { code: 'ONLYONE', usage_limit: 1 })
    const order = await shop.readyOrder()
    await add(order, 'ONLYONE')
    const attemptId = await authorizeTheFailed(order)
    await shop.endHold(order.id)
    const other = await shop.readyOrder()
    expect((await add(other, 'ONLYONE')).status).toBe(201)
    expect(await shop.statusOf(order)).toBe('expired')
    await hearOf(attemptId)
    expect(await shop.statusOf(order)).toBe('completed')
    expect(await discountOf(order)).toMatchObject({ tickets: [2700] })
    expect(await takenOfCoupon(shop.db, 'ONLYONE')).toBe(1)
  })
})

describe('an order that changes between the read and the write of its payment', () => {
  const HANDLER = Symbol.for('kippu.failpoint')
  afterEach(() => void Reflect.deleteProperty(globalThis, HANDLER))

  test('is decided about again: what is charged is the price that it has then (S-1.16, S-3.12)', async () => {
    await insertCoupon(shop.db, { code: 'MEANWHILE' })
    const order = await shop.readyOrder()
    const added: number[] = []
    const addMeanwhile = async (point: string): Promise<void> => {
      if (point !== 'claim.committing' || added.length > 0) return
      added.push((await add(order, 'MEANWHILE')).status)
    }
    Reflect.set(globalThis, HANDLER, addMeanwhile)
    expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
    expect(added).toEqual([201])
    expect(await bookedOf(order)).toMatchObject({ amount: 2700, charged: 2700 })
  })

  test('gets no tickets for the amount of before (S-1.13)', async () => {
    const order = await shop.readyOrder()
    const changed: number[] = []
    const changeMeanwhile = async (point: string): Promise<void> => {
      if (point !== 'issue.committing' || changed.length > 0) return
      changed.push(3201)
      await shop.db.transaction(tx =>
        tx.updateTable('orders').set({ price: 3201 }).where('id', '=', order.id).execute(),
      )
    }
    Reflect.set(globalThis, HANDLER, changeMeanwhile)
    await shop.pay(order, '1112')
    await shop.reconcile()
    expect(changed).toEqual([3201])
    expect(await shop.statusOf(order)).not.toBe('completed')
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ price: 3200 }).where('id', '=', order.id).execute(),
    )
  })
})
