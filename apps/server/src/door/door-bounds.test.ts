import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../test/shop/shop.ts'
import { issueQrToken, readQrToken } from './qr-token.ts'

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
  const { token } = issueQrToken(deps, {
    siteKey: 'demo',
    productId: catalogue.productId,
    nowMs: clock.now(),
  })
  return order(token, 1)
}

async function order(code: string, quantity: number): Promise<string> {
  const { productUuid, spans, adult } = shop.catalogue
  const { status, body } = await shop.call('POST', `/api/v1/spot/orders?qr_token=${code}`, {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[0],
    quantity,
    option_values: [{ option_value_id: adult, quantity }],
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

test('A photographed code holds its share of the day; whoever comes after it pays first, and is not refused (S-12.04, D-18)', async () => {
  await shop.run(sql`update time_spans set capacity = 400 where id = any(${shop.catalogue.spans}::integer[])`)
  shop.clock.set(NINE)
  const codeAt = (nowMs: number) =>
    issueQrToken(shop.deps, { siteKey: 'demo', productId: shop.catalogue.productId, nowMs }).token
  const photographed = codeAt(shop.clock.now())
  const placesWith = async (code: string) => {
    const answer = await order(code, 10)
    return { token: answer, places: (await shop.call('GET', `/api/v1/spot/orders/${answer}`)).body['places'] }
  }
  const { rows } = await shop.db.read(read =>
    sql<{ most: number }>`
      select greatest(40, floor(0.1 * sum(capacity)))::integer as most from time_spans
       where id = any(${shop.catalogue.spans}::integer[])`.execute(read),
  )
  const { most } = rows[0]!
  const made = []
  for (let units = 0; units < most + 30; units += 10) made.push(await placesWith(photographed))
  const held = made.filter(({ places }) => places === 'held').length * 10
  expect(held).toBeGreaterThan(most - 20)
  expect(held).toBeLessThanOrEqual(most)
  const beyond = made.at(-1)
  expect(beyond?.places).toBe('at_payment')
  expect((await placesWith(codeAt(shop.clock.now() + 1_000))).places).toBe('held')
  const paid = await shop.call('POST', `/api/v1/spot/orders/checkout/${beyond?.token}`, {
    payment_method_type: 'stripe_secure',
    payment_method: await shop.stripe.card('1112'),
  })
  expect(paid.body).toMatchObject({ result: 'completed' })
})

test('a code has one spelling: no other one of the same bytes has a share of its own (S-12.04, D-18)', async () => {
  shop.clock.set(NINE)
  const asked = { siteKey: 'demo', productId: shop.catalogue.productId, nowMs: shop.clock.now() }
  const { token } = issueQrToken(shop.deps, asked)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const opened = Array.from(letters, last => token.slice(0, -1) + last).filter(
    code => readQrToken(shop.deps, 'demo', code, asked.nowMs) !== undefined,
  )
  expect(opened).toEqual([token])
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
