import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../test/shop/shop.ts'
import { paidInFull } from '../../test/paid-in-full.ts'
import { completeOrder } from '../../test/complete-order.ts'
import { claimForPayment } from '../../test/claim-order.ts'
import { revokeTickets } from './revoke.ts'

let shop: Shop
let reservationId: string
let token: string
let reservationNumber: string

beforeAll(async () => {
  shop = await createShop()
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
    return completeOrder(tx, { ...shop.deps, orderId: id, paid: await paidInFull(tx, id) })
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
        permissions: {
          change: { allowed: true, until: '2026-12-01T10:00:00+09:00', reason: null },
          share: { allowed: true, reason: null, by_mail: true },
          receipt: { allowed: true },
        },
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
        shared: null,
        changes: 0,
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

test.each(SALES_CHANNELS)(
  'R-1.18: a reservation and its tickets that were sold on %s say so, and open',
  async channel => {
    await shop.db.transaction(async tx => {
      await sql`update orders set channel = ${channel} from reservations r
                 where r.order_id = orders.id and r.id = ${reservationId}::uuid`.execute(tx)
    })
    expect((await read(`${token}?lang=ja`)).body).toMatchObject({ sales_channel: channel })
    expect(await readList(`${token}/tickets?lang=ja`)).toHaveLength(2)
  },
)

describe('E-02 GET reservations/{token}/tickets', () => {
  test('S-8.04, S-8.06: one gate ticket a person, each with a code of its own that says nothing', async () => {
    const tickets = await readList(`${token}/tickets?lang=en`)
    expect(tickets).toEqual(
      [1, 2].map(id => ({
        id,
        parent_id: 1,
        type: 'gate',
        status: 'available',
        option_name: 'Adult',
        option_value_id: shop.catalogue.adult,
        product_name: 'Forest of Light',
        reservation_from: '2026-12-01T10:00:00+09:00',
        reservation_to: '2026-12-01T11:00:00+09:00',
        code: expect.stringMatching(/^tkt_[\w-]{24}$/),
        signed_code: expect.stringMatching(/^KT1:.{158}$/),
        rotates: false,
        short_code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
        shared: false,
        refunded: false,
        used_at: null,
      })),
    )
    expect(new Set(tickets.map(ticket => ticket['code'])).size).toBe(2)
  })

  test('asked again the codes are the same', async () => {
    expect(await readList(`${token}/tickets`)).toEqual(await readList(`${token}/tickets`))
  })

  test('a ticket that changed hands more often than a signed code can say has its plain code alone', async () => {
    await shop.db.transaction(tx =>
      sql`update tickets set code_version = 65536 where reservation_id = ${reservationId}::uuid and id = 1`.execute(
        tx,
      ),
    )
    const [first, second] = await readList(`${token}/tickets`)
    expect(first).toMatchObject({ signed_code: '' })
    expect(second).toMatchObject({ signed_code: expect.stringMatching(/^KT1:/) })
  })

  test('a ticket whose money went back says so', async () => {
    await shop.db.transaction(tx => revokeTickets(tx, { reservationId, numbers: [2] }))
    expect(await readList(`${token}/tickets`)).toMatchObject([
      { status: 'available', refunded: false },
      { status: 'invalid', refunded: true },
    ])
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

describe('a reservation with extras and set products', () => {
  const ticketsOf = async (orderId: string, methodDiscount = 0) => {
    const reservation = await shop.db.transaction(async tx => {
      await tx.updateTable('orders').set({ status: 'ready_checkout' }).where('id', '=', orderId).execute()
      await claimForPayment(tx, { orderId })
      const { amount } = await paidInFull(tx, orderId)
      const paid = { amount: amount - methodDiscount, methodDiscount }
      return completeOrder(tx, { ...shop.deps, orderId, paid })
    })
    const rows = await shop.db.read(tx =>
      tx
        .selectFrom('tickets')
        .select(['id', 'type', 'price'])
        .where('reservation_id', '=', reservation!.reservationId)
        .orderBy('id')
        .execute(),
    )
    return { rows, path: shop.deps.tokens.derive('reservation', reservation!.reservationId) }
  }

  test('S-8.04, R-3.143: one gate ticket a person and one of type set a unit, with its own name and times', async () => {
    await shop.db.transaction(tx =>
      tx
        .updateTable('time_spans')
        .set({
          starts_at: new Date('2026-12-01T14:00:00+09:00'),
          ends_at: new Date('2026-12-01T14:30:00+09:00'),
        })
        .where('id', '=', shop.catalogue.tea.spans[0]!)
        .execute(),
    )
    const { id } = await shop.orderToken(1, { guides: 1, tea: 2 })
    const { path } = await ticketsOf(id)
    const tea = {
      type: 'set',
      status: 'available',
      option_name: '',
      option_value_id: null,
      product_name: 'Forest Tea',
      reservation_from: '2026-12-01T14:00:00+09:00',
      reservation_to: '2026-12-01T14:30:00+09:00',
    }
    expect(await readList(`${path}/tickets?lang=en`)).toMatchObject([
      {
        id: 1,
        type: 'gate',
        option_name: 'Adult',
        product_name: 'Forest of Light',
        reservation_from: '2026-12-01T10:00:00+09:00',
      },
      { id: 2, ...tea },
      { id: 3, ...tea },
    ])
    expect((await read(`${path}?lang=en`)).body).toMatchObject({
      main_product: {
        quantity: 1,
        order_options: [{ type: 'ticket_type' }, { type: 'extra', name: 'Guide', quantity: 1 }],
      },
      set_products: [{ product_name: 'Forest Tea', add_cost: 800, quantity: 2 }],
      price: 5300,
      tickets_count: 3,
    })
  })

  test('prices of tickets sum up to what was charged: discounts of the lines are off, extras are shared', async () => {
    await shop.renew()
    const { id } = await shop.orderToken(3, { guides: 2, tea: 2 })
    // A coupon of 1,000 yen and a member's 300 a ticket, each kept with its line.
    await shop.db.transaction(async tx => {
      const line = (position: number, columns: object) =>
        tx
          .updateTable('order_items')
          .set(columns)
          .where('order_id', '=', id)
          .where('kind', '<>', 'set')
          .where('position', '=', position)
          .execute()
      await line(0, { membership_discount: 900, coupon_discount: 700 })
      await line(1, { coupon_discount: 100 })
      await tx
        .updateTable('order_items')
        .set({ coupon_discount: 200 })
        .where('order_id', '=', id)
        .where('kind', '=', 'set')
        .execute()
      const price = 3 * 3200 + 2 * 500 + 2 * 800 - 900 - 1000
      await tx.updateTable('orders').set({ price, membership_discount: 900 }).where('id', '=', id).execute()
    })
    const { rows, path } = await ticketsOf(id, 515)
    expect(rows.map(({ type }) => type)).toEqual(['gate', 'gate', 'gate', 'set', 'set'])
    const paid = 10_300 - 515
    expect(rows.reduce((sum, { price }) => sum + price, 0)).toBe(paid)
    // Tickets that were equal differ by no more than the yen that cannot be split, once of the line and once of the extras.
    const gates = rows.slice(0, 3).map(({ price }) => price)
    expect(Math.max(...gates) - Math.min(...gates)).toBeLessThanOrEqual(2)
    expect((await read(path)).body).toMatchObject({ price: paid })
  })
})
