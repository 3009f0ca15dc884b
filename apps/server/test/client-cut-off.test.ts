import { connect, createServer, type Server } from 'node:net'

import { createClient } from '@kippu/client/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { insertCoupon } from './coupon-rows.ts'
import { orderIdOf } from './order-id.ts'
import { createShop, type Shop } from './shop/shop.ts'
import { proveOrder } from './prove-order.ts'

let shop: Shop
let proxy: Server
let origin: string
/** Connections that are closed as the answer comes. */
let toCut = 0

beforeAll(async () => {
  shop = await createShop()
  const store = new URL(await shop.app.listen({ host: '127.0.0.1', port: 0 }))
  proxy = createServer(client => {
    const upstream = connect(Number(store.port), store.hostname)
    client.pipe(upstream)
    upstream.on('data', piece => {
      if (toCut === 0) return void client.write(piece)
      toCut -= 1
      client.resetAndDestroy()
      upstream.destroy()
    })
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>(resolve => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const address = proxy.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterAll(async () => {
  await shop.close()
  await new Promise(resolve => proxy.close(resolve))
})

test('the client buys a ticket of nothing, is cut off after it ordered, and holds once', async () => {
  await insertCoupon(shop.db, { code: 'NOTHING', discount_amount: 3_200 })
  const { call } = createClient({ origin, wait: async () => undefined })
  const { productUuid, spans, adult } = shop.catalogue
  const [span = 0] = spans
  const body = {
    lang: 'en',
    product_uuid: productUuid,
    time_span_id: span,
    quantity: 1,
    option_values: [{ option_value_id: adult, quantity: 1 }],
  } as const

  toCut = 1
  const ordered = await call('createOrder', { body })
  expect(toCut).toBe(0)
  if (!ordered.ok) throw new Error(JSON.stringify(ordered.failure))
  expect(await shop.takenOf(span)).toBe(1)

  const params = { token: ordered.data.order_token }
  const coupon = await call('addOrderCoupon', { params, body: { coupon: 'NOTHING' } })
  expect(coupon).toMatchObject({ ok: true, data: { coupon_discount: 3_200 } })
  const contents = [
    { key: 'fullname', value: 'Aki Mori' },
    { key: 'email', value: 'visitor@example.com' },
  ]
  expect(await call('sendOrderMail', { params, body: { contents } })).toMatchObject({ ok: true })
  const orderId = await shop.db.read(read => orderIdOf(read, params.token))
  await shop.db.transaction(tx => proveOrder(tx, orderId))
  const paid = await call('checkout', { params, body: { payment_method_type: 'free', expected_amount: 0 } })
  expect(paid).toMatchObject({ ok: true, data: { result: 'completed' } })
  expect(await shop.takenOf(span)).toBe(1)

  const refused = await call('readOrder', { params: { token: 'ord_none' }, query: {} })
  expect(refused).toMatchObject({ ok: false, status: 404, error: 'record not found' })
})

test('the client throws what cut it off where it may not repeat, and in the end', async () => {
  const { call } = createClient({ origin, tries: 2, wait: async () => undefined })
  toCut = 1
  await expect(call('addOrderCoupon', { params: { token: 'ord_1' }, body: { coupon: 'x' } })).rejects.toThrow(
    'no answer came',
  )
  expect(toCut).toBe(0)
  toCut = 2
  await expect(call('getLangs', {})).rejects.toThrow('no answer came')
  expect(toCut).toBe(0)
})
