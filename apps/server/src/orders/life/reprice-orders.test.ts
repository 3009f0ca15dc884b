import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { insertMember, insertPromotion, logInMember } from '../../../test/members.ts'
import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { decideLogin } from '../membership/log-in.ts'
import { type AskedLogin, loginFacts } from '../membership/login-facts.ts'
import { type PriceChange, repriceOrders } from './reprice-orders.ts'

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
})

beforeEach(() => shop.renew({ capacities: [20], setCapacities: [20] }))

afterAll(() => shop.close())

/** Two adults, a guide and two teas: 8,500 yen. */
async function order(): Promise<{ readonly token: string; readonly id: string }> {
  const { catalogue } = shop
  const { body } = await shop.call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: catalogue.productUuid,
    time_span_id: catalogue.spans[0],
    quantity: 2,
    option_values: [
      { option_value_id: catalogue.adult, quantity: 2 },
      { option_value_id: catalogue.guide, quantity: 1 },
    ],
    set_products: [{ uuid: catalogue.tea.productUuid, time_span_id: catalogue.tea.spans[0], quantity: 2 }],
  })
  const { id } = await shop.db.read(tx =>
    tx.selectFrom('orders').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow(),
  )
  return { token: String(body['order_token']), id }
}

async function figuresOf(orderId: string): Promise<unknown> {
  return shop.db.read(async tx => {
    const ofOrder = await tx
      .selectFrom('orders')
      .select(['subtotal', 'membership_discount as membership', 'price'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const lines = await tx
      .selectFrom('order_items')
      .select(['membership_discount as membership', 'coupon_discount as coupon'])
      .where('order_id', '=', orderId)
      .where('kind', '<>', 'set')
      .orderBy('position')
      .execute()
    const sets = await tx
      .selectFrom('order_items')
      .select('coupon_discount as coupon')
      .where('order_id', '=', orderId)
      .where('kind', '=', 'set')
      .execute()
    return { ...ofOrder, lines, sets }
  })
}

test('a promotion that a login brings lowers the tickets, and what a coupon takes is computed anew (S-3.13, S-5.02, D-21)', async () => {
  const { token, id } = await order()
  await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: 'RATE20' })
  expect(await figuresOf(id)).toEqual({
    subtotal: 8500,
    membership: 0,
    price: 6800,
    lines: [
      { membership: 0, coupon: 1280 },
      { membership: 0, coupon: 100 },
    ],
    sets: [{ coupon: 320 }],
  })
  await logInMember(shop.db, token, { type: 'fixed', amount: 200 })
  expect(await figuresOf(id)).toEqual({
    subtotal: 8500,
    membership: 400,
    price: 6400,
    lines: [
      { membership: 400, coupon: 1259 },
      { membership: 0, coupon: 105 },
    ],
    sets: [{ coupon: 336 }],
  })
})

test('what membership leaves nothing of, a coupon takes nothing of; both come back with the next price (D-21)', async () => {
  const { token } = await shop.orderToken(2)
  await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: 'FLAT500' })
  await logInMember(shop.db, token, { amount: 100 })
  expect((await shop.call('GET', `/api/v1/orders/${token}`)).body).toMatchObject({
    price: 0,
    coupons: [{ coupon_code: 'FLAT500', coupon_discount: 0 }],
  })
  await logInMember(shop.db, token, { amount: 10 })
  expect((await shop.call('GET', `/api/v1/orders/${token}`)).body).toMatchObject({
    price: 5260,
    coupons: [{ coupon_code: 'FLAT500', coupon_discount: 500 }],
  })
})

test('units keep the price that they had when the order was created (S-1.16)', async () => {
  const { token, id } = await order()
  await shop.db.transaction(async tx => {
    await tx
      .updateTable('product_days')
      .set({ base_price: 9000 })
      .where('product_id', '=', shop.catalogue.productId)
      .execute()
    await tx
      .updateTable('option_values')
      .set({ add_cost: 900 })
      .where('id', '=', shop.catalogue.guide)
      .execute()
  })
  await logInMember(shop.db, token)
  expect(await figuresOf(id)).toMatchObject({ subtotal: 8500, price: 8500 })
})

test('a coupon and a login at the same time: the price has both (S-3.13)', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { token } = await shop.orderToken(2)
    const [added] = await Promise.all([
      shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: 'FLAT500' }),
      logInMember(shop.db, token, { amount: 10 }),
    ])
    expect(added.status).toBe(201)
    expect((await shop.call('GET', `/api/v1/orders/${token}`)).body).toMatchObject({ price: 5260 })
  }
})

/** An order, and what the login of a member with a promotion makes of its price. */
async function decided(): Promise<{ token: string; id: string; asked: AskedLogin; change: PriceChange }> {
  const { token, id } = await shop.orderToken(2)
  const loginId = await insertMember(shop.db, { promotionId: await insertPromotion(shop.db), password: null })
  const asked = { siteKey: 'demo', token, loginId }
  const decision = decideLogin(await shop.db.find(loginFacts, asked))
  if ('answer' in decision) throw new Error('the login is refused')
  return { token, id, asked, change: decision.change }
}

test('a price that was decided on an order that has changed since then is not written', async () => {
  const { token, id, change } = await decided()
  await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: 'FLAT500' })
  expect(await shop.db.write(repriceOrders, change)).toBe(undefined)
  expect(await figuresOf(id)).toMatchObject({ price: 5900, membership: 0 })
})

test('the price of an order whose hold has ended is not written (S-1.07)', async () => {
  const { id, asked, change } = await decided()
  await shop.endHold(id)
  const version = (await shop.db.find(loginFacts, asked))?.order.version ?? 0
  const late = { ...change, order: { ...change.order, version } }
  expect(await shop.db.write(repriceOrders, late)).toBe(undefined)
  expect(await figuresOf(id)).toMatchObject({ price: 6400, membership: 0 })
})

test('of two prices that were decided on the same order one is written', async () => {
  const { change } = await decided()
  const written = [1, 2].map(() => shop.db.write(repriceOrders, change))
  expect(await Promise.all(written)).toEqual([true, undefined])
})
