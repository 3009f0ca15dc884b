import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../test/shop/shop.ts'
import { issueQrToken } from './qr-token.ts'

let shop: OtherDaysShop

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
  await shop.run(sql`update products set channels = '{web,spot}', time_changes = 'all'`)
  await shop.run(sql`
    insert into payment_methods (site_key, channel, method, position, discount_type, discount_amount)
    select site_key, 'spot', method, position, discount_type, discount_amount from payment_methods where channel = 'web'
    on conflict do nothing`)
})
afterAll(() => shop.close())

const NINE = '2026-12-01T09:00:00+09:00'

/** An order at the door, made at nine. */
async function orderAtTheDoor(): Promise<string> {
  const { catalogue, clock, deps } = shop
  clock.set(NINE)
  const code = issueQrToken(deps, { siteKey: 'demo', productId: catalogue.productId, nowMs: clock.now() })
  const { status, body } = await shop.call('POST', `/api/v1/spot/orders?qr_token=${code.token}`, {
    lang: 'ja',
    product_uuid: catalogue.productUuid,
    time_span_id: catalogue.spans[0],
    quantity: 1,
    option_values: [{ option_value_id: catalogue.adult, quantity: 1 }],
  })
  expect({ status, body }).toMatchObject({ status: 201 })
  return String(body['order_token'])
}

const mail = (token: string, email: string) =>
  shop.call('POST', `/api/v1/spot/ordermails/${token}`, { email })

test('a visit of the door that moves has had the mails that it had: three in all (S-12.07)', async () => {
  const order = await orderAtTheDoor()
  const paid = await shop.call('POST', `/api/v1/spot/orders/checkout/${order}`, {
    payment_method_type: 'stripe_secure',
    payment_method: await shop.stripe.card('1112'),
  })
  expect(paid.body).toMatchObject({ result: 'completed' })
  const token = String(paid.body['reservation_token'])
  for (const who of ['a', 'b', 'c'])
    expect(await mail(token, `${who}@example.com`)).toMatchObject({ status: 200 })
  expect(await mail(token, 'd@example.com')).toMatchObject({ status: 429 })
  const moved = await shop.move(token, shop.same.span)
  expect(await mail(moved, 'd@example.com')).toMatchObject({
    status: 429,
    body: { error: 'too many mails' },
  })
})

test('whoever said nothing holds places at the door for an hour at most, however often they ask for more time (S-12.04, D-18)', async () => {
  const order = await orderAtTheDoor()
  const extend = async (): Promise<number> => {
    // As if it had been made a quarter of an hour earlier, and were about to end.
    await shop.run(sql`
      update orders set created_at = created_at - interval '14 minutes', expires_at = now() + interval '1 minute'
       where channel = 'spot' and status = 'ready_checkout'`)
    const { status, body } = await shop.call('PUT', `/api/v1/orders/hold/${order}`)
    expect({ status, body }).toMatchObject({ status: 200 })
    return Number(body['extensions_left'])
  }
  const left: number[] = []
  for (let asked = 0; asked < 4; asked += 1) left.push(await extend())
  expect(left.at(-1)).toBe(0)
})
