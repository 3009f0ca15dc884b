import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../test/shop/shop.ts'

let shop: OtherDaysShop

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
})
afterAll(() => shop.close())

const purchaseOf = (token: string) => shop.call('GET', `/api/v1/gtm/${token}`)
const UNKNOWN = { status: 404, body: { error: 'record not found' } }

test('R-7.40, D-44, S-14.01: the token of an order and that of its reservation answer what was bought, in Japanese and without a person', async () => {
  const order = await shop.readyOrder(2, { tea: 1, guides: 1 })
  expect(await purchaseOf(order.token)).toEqual(UNKNOWN)
  const { body } = await shop.pay(order, '1112')
  const ofOrder = await purchaseOf(order.token)
  const { productUuid, tea } = shop.catalogue
  expect(ofOrder).toEqual({
    status: 200,
    body: {
      transaction_id: body['reservation_number'],
      value: 7700,
      currency: 'JPY',
      tax: 700,
      coupon: null,
      payment_type: 'stripe',
      items: [
        { item_id: productUuid, item_name: '光の森', item_variant: '大人', price: 3200, quantity: 2 },
        { item_id: productUuid, item_name: '光の森', item_variant: '音声ガイド', price: 500, quantity: 1 },
        { item_id: tea.productUuid, item_name: '森のお茶', item_variant: '', price: 800, quantity: 1 },
      ],
    },
  })
  expect(await purchaseOf(String(body['reservation_token']))).toEqual(ofOrder)
})

test('R-7.40, D-44: a change of time is a purchase of its difference, and leaves the first one as it was', async () => {
  const bought = await shop.buy(2)
  const first = await purchaseOf(bought.token)
  const change = await shop.changeToken(bought.token, shop.dear.span)
  expect(await purchaseOf(change)).toEqual(UNKNOWN)
  const { body } = await shop.agree(change, '1112')
  expect((await purchaseOf(change)).body).toMatchObject({
    transaction_id: bought.number,
    value: 600,
    tax: 54,
    items: [{ price: 3500, quantity: 2 }],
  })
  expect(await purchaseOf(String(body['reservation_token']))).toEqual(first)
})
