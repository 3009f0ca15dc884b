import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createOrdersApp, type OrdersApp } from '../../../test/orders-app.ts'
import { repriceOrder } from './reprice.ts'

let shop: OrdersApp

beforeAll(async () => {
  shop = await createOrdersApp()
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

async function promise(orderId: string, type: 'fixed' | 'percent', amount: number): Promise<void> {
  const id = randomUUID()
  const pair = { site_key: 'demo', membership_key: 'club', membership_value: id }
  await shop.db.transaction(async tx => {
    const terms = { promotion_type: type, promotion_amount: amount }
    await tx
      .insertInto('membership_promotions')
      .values({ id, ...pair, ...terms })
      .execute()
    await tx.updateTable('orders').set({ promotion_id: id }).where('id', '=', orderId).execute()
    await repriceOrder(tx, orderId)
  })
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
  await promise(id, 'fixed', 200)
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
  const { token, id } = await shop.orderToken(2)
  await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: 'FLAT500' })
  await promise(id, 'percent', 100)
  expect((await shop.call('GET', `/api/v1/orders/${token}`)).body).toMatchObject({
    price: 0,
    coupons: [{ coupon_code: 'FLAT500', coupon_discount: 0 }],
  })
  await promise(id, 'percent', 10)
  expect((await shop.call('GET', `/api/v1/orders/${token}`)).body).toMatchObject({
    price: 5260,
    coupons: [{ coupon_code: 'FLAT500', coupon_discount: 500 }],
  })
})

test('units keep the price that they had when the order was created (S-1.16)', async () => {
  const { id } = await order()
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
    await repriceOrder(tx, id)
  })
  expect(await figuresOf(id)).toMatchObject({ subtotal: 8500, price: 8500 })
})
