import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createOrdersApp, type OrdersApp } from '../../test/orders-app.ts'
import { claimForPayment, completeOrder } from '../orders/payment-steps.ts'

let shop: OrdersApp
let reservationId: string
let token: string
let reservationNumber: string

beforeAll(async () => {
  shop = await createOrdersApp()
})

beforeEach(async () => {
  await shop.renew()
  const { id } = await shop.orderToken(2)
  const reservation = await shop.db.transaction(async tx => {
    const customer_info = JSON.stringify([
      { key: 'email', value: 'secret@example.com' },
      { key: 'phone', value: '0312345678' },
    ])
    await tx
      .updateTable('orders')
      .set({ status: 'ready_checkout', customer_info })
      .where('id', '=', id)
      .execute()
    await claimForPayment(tx, { orderId: id })
    return completeOrder(tx, { orderId: id, tokens: shop.deps.tokens, jobs: shop.deps.jobs })
  })
  reservationId = reservation!.reservationId
  reservationNumber = reservation!.reservationNumber
  token = shop.deps.tokens.derive('reservation', reservationId)
})

afterAll(() => shop.close())

const read = (path: string) => shop.call('GET', `/api/v1/reservations/${path}`)
const readList = async (path: string) => {
  const { body } = await read(path)
  return body as unknown as Array<Record<string, unknown>>
}

describe('E-01 GET reservations/{token}', () => {
  test('S-8.03, S-8.08: shows the visit to who has the token', async () => {
    expect(await read(`${token}?lang=en`)).toEqual({
      status: 200,
      body: {
        reservation_number: reservationNumber,
        reservation_token: token,
        status: 'active',
        sales_channel: 'web',
        booking_type: 'time',
        main_product: expect.objectContaining({
          product_name: 'Forest of Light',
          quantity: 2,
          reservation_from: '2026-12-01T10:00:00+09:00',
        }),
        set_products: [],
        price: 6400,
        tickets_count: 2,
      },
    })
  })

  test('S-8.09: neither address nor phone is in any answer', async () => {
    for (const path of [token, `${token}/tickets`]) {
      const answer = JSON.stringify((await read(path)).body)
      expect(answer).not.toContain('secret@example.com')
      expect(answer).not.toContain('0312345678')
    }
  })

  test('without a language of the store it speaks the one of the order', async () => {
    for (const query of ['', '?lang=ko', '?lang=']) {
      expect((await read(token + query)).body).toMatchObject({ main_product: { product_name: '光の森' } })
    }
  })

  test('S-8.03, S-15.01: near tokens, other kinds, the number and other sites open nothing', async () => {
    const near = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const order = shop.deps.tokens.derive('order', reservationId)
    for (const wrong of [near, order, reservationNumber, reservationId, 'rsv_']) {
      expect(await read(wrong)).toEqual({ status: 404, body: { error: 'record not found' } })
      expect(await read(`${wrong}/tickets`)).toEqual({ status: 404, body: { error: 'record not found' } })
    }
    const elsewhere = await shop.app.inject({
      url: `/api/v1/reservations/${token}`,
      headers: { host: 'cancanfactory.localhost' },
    })
    expect(elsewhere.statusCode).toBe(404)
  })
})

describe('E-02 GET reservations/{token}/tickets', () => {
  test('S-8.04, S-8.06: one gate ticket a person, each with a code of its own that says nothing', async () => {
    const tickets = await readList(`${token}/tickets?lang=en`)
    expect(tickets).toEqual(
      [1, 2].map(id => ({
        id,
        type: 'gate',
        status: 'available',
        option_name: 'Adult',
        option_value_id: shop.catalogue.adult,
        product_name: 'Forest of Light',
        reservation_from: '2026-12-01T10:00:00+09:00',
        reservation_to: '2026-12-01T11:00:00+09:00',
        code: expect.stringMatching(/^tkt_[\w-]{24}$/),
        used_at: null,
      })),
    )
    expect(new Set(tickets.map(ticket => ticket['code'])).size).toBe(2)
  })

  test('asked again the codes are the same', async () => {
    expect(await readList(`${token}/tickets`)).toEqual(await readList(`${token}/tickets`))
  })

  test('a used ticket says when, and those of a cancelled reservation are invalid', async () => {
    const used_at = new Date('2026-12-01T10:05:00+09:00')
    await shop.db.transaction(tx =>
      tx
        .updateTable('tickets')
        .set({ used_at })
        .where('reservation_id', '=', reservationId)
        .where('id', '=', 1)
        .execute(),
    )
    expect(await readList(`${token}/tickets`)).toMatchObject([
      { status: 'used', used_at: '2026-12-01T10:05:00+09:00' },
      { status: 'available', used_at: null },
    ])
    await shop.db.transaction(tx =>
      tx.updateTable('reservations').set({ status: 'cancelled' }).where('id', '=', reservationId).execute(),
    )
    expect(await readList(`${token}/tickets`)).toMatchObject([{ status: 'invalid' }, { status: 'invalid' }])
    expect((await read(token)).body).toMatchObject({ status: 'cancelled' })
  })
})
