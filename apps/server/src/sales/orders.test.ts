import { jstIso } from '@kippu/domain/jst-date'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../test/shop/shop.ts'
import { insertSmallCatalogue } from '../../test/small-catalogue.ts'
import { releaseExpired } from '../orders/life/release-expired.ts'

const UNKNOWN_TOKEN = 'ord_AAAAAAAAAAAAAAAAAAAAAAAA'

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
})

beforeEach(() => shop.renew())

afterAll(() => shop.close())

/** A request for so many adults; `more` replaces parts of it. */
function request(quantity: number, more: object = {}): object {
  return {
    lang: 'ja',
    product_uuid: shop.catalogue.productUuid,
    time_span_id: shop.catalogue.spans[0],
    quantity,
    option_values: [{ option_value_id: shop.catalogue.adult, quantity }],
    ...more,
  }
}

const post = (body: object) => shop.call('POST', '/api/v1/orders', body)
const firstSpan = () => shop.catalogue.spans[0]!

describe('POST orders', () => {
  test('R-7.12, R-7.13, S-1.01, D-58: holds the tickets and answers with a token, the end of the hold and the price', async () => {
    const { adult, child } = shop.catalogue
    const lines = [
      { option_value_id: adult, quantity: 2 },
      { option_value_id: child, quantity: 1 },
    ]
    const { status, body } = await post(request(3, { option_values: lines }))
    expect(status).toBe(201)
    expect(body).toEqual({
      order_token: expect.stringMatching(/^ord_[\w-]{24}$/),
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/),
      price: 7400,
      places: 'held',
    })
    expect(await shop.takenOf(firstSpan())).toBe(3)
  })

  test('R-7.12: the ids alone, one for each ticket, are lines as well', async () => {
    const { adult, child } = shop.catalogue
    const created = await post(request(3, { option_values: [adult, child, adult] }))
    expect(created).toMatchObject({ status: 201, body: { price: 7400 } })
    const { body } = await shop.call('GET', `/api/v1/orders/${String(created.body['order_token'])}`)
    expect(body).toMatchObject({
      main_product: {
        order_options: [
          { option_value_id: adult, quantity: 2 },
          { option_value_id: child, quantity: 1 },
        ],
      },
    })
  })

  test.each([[[]], [['1']], [[0.5]], [[1, { option_value_id: 1, quantity: 1 }]]])(
    'R-7.12: %j are neither lines nor ids',
    async option_values => {
      const { status, body } = await post(request(1, { option_values }))
      expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    },
  )

  test('R-7.14: more than is left is out of stock, and nothing is held', async () => {
    await shop.order(3)
    expect(await shop.order(3)).toEqual({ status: 400, body: { error: 'out of stock' } })
    expect(await shop.takenOf(firstSpan())).toBe(3)
  })

  test('S-2.01: twenty at once for five places: five succeed', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.order(1)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ body }) => body['error'] === 'out of stock')).toHaveLength(15)
  })

  test('R-7.14: an unknown product is not found', async () => {
    const answer = await post(request(1, { product_uuid: '00000000-0000-4000-8000-000000000000' }))
    expect(answer).toEqual({ status: 404, body: { error: 'record not found' } })
  })

  test('R-7.14: a time span of another product, or none, is not a stock of this one', async () => {
    for (const time_span_id of [shop.catalogue.spans[0]! + 1_000_000, 1]) {
      const answer = await post(request(1, { time_span_id }))
      expect(answer).toEqual({ status: 400, body: { error: 'no stock registered for this product' } })
    }
  })

  test('R-7.14: an option of another product is not found', async () => {
    const option_values = [{ option_value_id: 2_000_000, quantity: 1 }]
    expect(await post(request(1, { option_values }))).toEqual({
      status: 400,
      body: { error: 'option_value_id not found' },
    })
  })

  test('D-56: a line below 1 has a refusal of its own', async () => {
    const { adult, child } = shop.catalogue
    const option_values = [
      { option_value_id: adult, quantity: 2 },
      { option_value_id: child, quantity: 0 },
    ]
    const error = 'specified option value of the ticket is less than 1'
    expect(await post(request(2, { option_values }))).toEqual({ status: 400, body: { error } })
  })

  test('D-56: the lines must sum up to the quantity', async () => {
    const { status, body } = await post(
      request(2, { option_values: [{ option_value_id: shop.catalogue.adult, quantity: 1 }] }),
    )
    expect(status).toBe(400)
    expect(body).toEqual({ error: 'invalid_request', fields: [{ field: 'quantity', rule: 'sum' }] })
  })

  test('R-7.15, D-01: at most Max_Ticket tickets in one order', async () => {
    await shop.db.transaction(tx =>
      tx
        .insertInto('settings')
        .values({ site_key: 'demo', key: 'Max_Ticket', value: '4' })
        .onConflict(conflict => conflict.columns(['site_key', 'key']).doUpdateSet({ value: '4' }))
        .execute(),
    )
    expect(await shop.order(5)).toEqual({
      status: 400,
      body: { error: 'invalid_request', fields: [{ field: 'quantity', rule: 'max_value' }] },
    })
    expect(await shop.order(4)).toMatchObject({ status: 201 })
    await shop.db.transaction(tx => tx.deleteFrom('settings').where('key', '=', 'Max_Ticket').execute())
    // New orders see a change of the catalogue within a second.
    shop.clock.advance(1_000)
    expect(await shop.order(5)).toEqual({ status: 400, body: { error: 'out of stock' } })
  })

  test('S-2.10: a time span whose sale has ended is not on sale', async () => {
    shop.clock.set('2026-12-01T09:59:59+09:00')
    expect(await shop.order(1)).toMatchObject({ status: 201 })
    shop.clock.set('2026-12-01T10:00:00+09:00')
    expect(await shop.order(1)).toEqual({ status: 400, body: { error: 'ticket not on sale now' } })
  })

  test('S-2.10: a grace that is longer than a time span ends with it', async () => {
    await shop.db.transaction(tx =>
      tx
        .updateTable('products')
        .set({ grace_minutes: 90 })
        .where('id', '=', shop.catalogue.productId)
        .execute(),
    )
    shop.clock.set('2026-12-01T10:59:59+09:00')
    expect(await shop.order(1)).toMatchObject({ status: 201 })
    shop.clock.set('2026-12-01T11:00:00+09:00')
    expect(await shop.order(1)).toEqual({ status: 400, body: { error: 'ticket not on sale now' } })
  })

  test('S-2.10: a time span has an end of its sale of its own, before its start or after (D-76)', async () => {
    const endAt = (moment: string) =>
      shop.db.transaction(tx =>
        tx
          .updateTable('time_spans')
          .set({ sold_until: new Date(moment) })
          .where('product_id', '=', shop.catalogue.productId)
          .execute(),
      )
    for (const end of ['2026-12-01T09:30:00+09:00', '2026-12-01T10:40:00+09:00']) {
      await endAt(end)
      shop.clock.set(jstIso(Date.parse(end) - 1_000))
      expect(await shop.order(1)).toMatchObject({ status: 201 })
      shop.clock.set(end)
      expect(await shop.order(1)).toEqual({ status: 400, body: { error: 'ticket not on sale now' } })
    }
  })

  test('a product is on sale from `sale_from` and until `sale_until`, and never on a closed day', async () => {
    const set = (table: 'products' | 'product_days', values: object) =>
      shop.db.transaction(tx =>
        tx
          .updateTable(table)
          .set(values)
          .where(table === 'products' ? 'id' : 'product_id', '=', shop.catalogue.productId)
          .execute(),
      )
    const refused = { status: 400, body: { error: 'ticket not on sale now' } }
    await set('products', {
      sale_from: new Date('2026-11-22T00:00:00+09:00'),
      sale_until: new Date('2026-11-23T00:00:00+09:00'),
    })
    expect(await shop.order(1)).toEqual(refused)
    shop.clock.set('2026-11-22T00:00:00+09:00')
    expect(await shop.order(1)).toMatchObject({ status: 201 })
    shop.clock.set('2026-11-23T00:00:00+09:00')
    expect(await shop.order(1)).toEqual(refused)
    await set('products', { sale_from: null, sale_until: null })
    await set('product_days', { is_closed: true })
    shop.clock.advance(1_000)
    expect(await shop.order(1)).toEqual(refused)
  })

  test('R-3.93: a day that is shown as sold out cannot be bought', async () => {
    await shop.db.transaction(tx =>
      tx
        .updateTable('product_days')
        .set({ is_sold_out_display: true })
        .where('product_id', '=', shop.catalogue.productId)
        .execute(),
    )
    expect(await shop.order(1)).toEqual({ status: 400, body: { error: 'ticket not on sale now' } })
  })

  test('a product of another site is not found here', async () => {
    const other = await insertSmallCatalogue(shop.db, { siteKey: 'cancanfactory' })
    const answer = await post(request(1, { product_uuid: other.productUuid }))
    expect(answer).toEqual({ status: 404, body: { error: 'record not found' } })
  })
})

describe('GET orders/{token}', () => {
  test('R-7.18, R-3.120–135: shows what was ordered in the language of the order', async () => {
    const { adult, child, productUuid, spans } = shop.catalogue
    const option_values = [
      { option_value_id: adult, quantity: 1 },
      { option_value_id: child, quantity: 1 },
    ]
    const created = await post(request(2, { lang: 'en', option_values }))
    const { status, body } = await shop.call('GET', `/api/v1/orders/${String(created.body['order_token'])}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      lang: 'en',
      status: 'temporary',
      places: 'held',
      expires_at: created.body['expires_at'],
      extensions_left: 10,
      subtotal: 4200,
      price: 4200,
      customer_info: [],
      main_product: {
        product_uuid: productUuid,
        product_name: 'Forest of Light',
        description: 'A wood',
        image_path: '/demo/forest.svg',
        sale_type: 'time',
        entry_policy: 'once',
        reentry_minutes: null,
        quantity: 2,
        reservation_from: '2026-12-01T10:00:00+09:00',
        reservation_to: '2026-12-01T11:00:00+09:00',
        product_time_span_id: spans[0],
        naming_right: 'by Kippu',
        caution: null,
        order_options: [
          {
            id: expect.any(Number),
            name: 'Adult',
            type: 'ticket_type',
            add_cost: 0,
            quantity: 1,
            option_value_id: adult,
            unit_price: 3200,
          },
          {
            id: expect.any(Number),
            name: 'Child',
            type: 'ticket_type',
            add_cost: -2200,
            quantity: 1,
            option_value_id: child,
            unit_price: 1000,
          },
        ],
      },
      set_products: [],
      coupons: [],
      membership_promotion: null,
    })
  })

  test.each([
    ['ja', '光の森', '大人'],
    ['xx', 'Forest of Light', 'Adult'],
  ])('R-4.14: asked for in %s an order of English names %s', async (lang, product_name, name) => {
    const created = await post(request(1, { lang: 'en' }))
    const token = String(created.body['order_token'])
    const { body } = await shop.call('GET', `/api/v1/orders/${token}?lang=${lang}`)
    expect(body).toMatchObject({ lang: 'en', main_product: { product_name, order_options: [{ name }] } })
  })

  test('names are in English where the venue wrote none in the language of the order', async () => {
    const created = await post(request(1, { lang: 'th' }))
    const { body } = await shop.call('GET', `/api/v1/orders/${String(created.body['order_token'])}`)
    expect(body).toMatchObject({
      lang: 'th',
      main_product: { product_name: 'Forest of Light', order_options: [{ name: 'Adult' }] },
    })
  })

  test('S-1.16: prices stay as they were when the order was created', async () => {
    const { token } = await shop.orderToken(2)
    await shop.db.transaction(async tx => {
      await tx
        .updateTable('product_days')
        .set({ base_price: 9_999 })
        .where('product_id', '=', shop.catalogue.productId)
        .execute()
    })
    const { body } = await shop.call('GET', `/api/v1/orders/${token}`)
    expect(body).toMatchObject({ price: 6400, main_product: { order_options: [{ unit_price: 3200 }] } })
  })

  test('an unknown token, and a token of another kind, is not found (S-15.01)', async () => {
    const { id } = await shop.orderToken()
    for (const token of [
      UNKNOWN_TOKEN,
      'x',
      shop.deps.tokens.derive('mail', id),
      shop.deps.tokens.derive('payment', id),
    ]) {
      expect(await shop.call('GET', `/api/v1/orders/${token}`)).toEqual({
        status: 404,
        body: { error: 'record not found' },
      })
    }
  })

  test('S-15.01: an order of another site is not found here', async () => {
    const { token } = await shop.orderToken()
    const answer = await shop.app.inject({
      url: `/api/v1/orders/${token}`,
      headers: { host: 'cancanfactory.localhost' },
    })
    expect(answer.statusCode).toBe(404)
  })

  test('S-1.07, R-8.32: once the hold has ended every call answers session_timeout, swept or not', async () => {
    const { token, id } = await shop.orderToken()
    await shop.endHold(id)
    const timeout = { status: 400, body: { error: 'session_timeout' } }
    const askAll = async () => [
      await shop.call('GET', `/api/v1/orders/${token}`),
      await shop.call('DELETE', `/api/v1/orders/${token}`),
      await shop.call('POST', `/api/v1/ordermails/${token}`, { contents: [] }),
    ]
    expect(await askAll()).toEqual([timeout, timeout, timeout])
    await releaseExpired(shop.deps)
    expect(await askAll()).toEqual([timeout, timeout, timeout])
  })
})

describe('DELETE orders/{token}', () => {
  test('R-7.16, S-1.08, S-2.07, D-58: gives the stock back at once, and again is 400', async () => {
    const { token } = await shop.orderToken(5)
    expect(await shop.order(1)).toMatchObject({ status: 400 })
    expect(await shop.call('DELETE', `/api/v1/orders/${token}`)).toEqual({ status: 204, body: {} })
    expect(await shop.takenOf(firstSpan())).toBe(0)
    expect(await shop.order(5)).toMatchObject({ status: 201 })
    expect(await shop.call('GET', `/api/v1/orders/${token}`)).toMatchObject({ status: 404 })
    expect(await shop.call('DELETE', `/api/v1/orders/${token}`)).toEqual({
      status: 400,
      body: { error: 'invalid order status' },
    })
  })

  test('two at once give back once', async () => {
    const { token } = await shop.orderToken(2)
    const answers = await Promise.all([1, 2].map(() => shop.call('DELETE', `/api/v1/orders/${token}`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400])
    expect(await shop.takenOf(firstSpan())).toBe(0)
  })

  test('an order being paid keeps its stock', async () => {
    const { token, id } = await shop.orderToken(2)
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ status: 'payment_pending' }).where('id', '=', id).execute(),
    )
    expect(await shop.call('DELETE', `/api/v1/orders/${token}`)).toEqual({
      status: 400,
      body: { error: 'invalid order status' },
    })
    expect(await shop.takenOf(firstSpan())).toBe(2)
  })

  test('an unknown order is not found', async () => {
    expect(await shop.call('DELETE', `/api/v1/orders/${UNKNOWN_TOKEN}`)).toMatchObject({ status: 404 })
  })
})

describe('ended holds', () => {
  beforeEach(async () => {
    await releaseExpired(shop.deps)
  })

  test('S-2.03: the last places are sold again the moment their hold ends', async () => {
    const { id } = await shop.orderToken(5)
    await shop.endHold(id)
    expect(await shop.order(5)).toMatchObject({ status: 201 })
    expect(await shop.takenOf(firstSpan())).toBe(5)
  })

  test('S-2.04: the sweeper marks them expired and gives their stock back once', async () => {
    const ended = await shop.orderToken(2)
    const live = await shop.orderToken(1)
    await shop.endHold(ended.id)
    const swept = await Promise.all([releaseExpired(shop.deps), releaseExpired(shop.deps)])
    expect(swept[0] + swept[1]).toBe(1)
    const statuses = await shop.db.read(tx =>
      tx.selectFrom('orders').select(['id', 'status']).where('time_span_id', '=', firstSpan()).execute(),
    )
    expect(new Map(statuses.map(row => [row.id, row.status]))).toEqual(
      new Map([
        [ended.id, 'expired'],
        [live.id, 'temporary'],
      ]),
    )
    expect(await shop.takenOf(firstSpan())).toBe(1)
  })

  test('an order that cannot be released does not keep the sweeper from others', async () => {
    await shop.renew({ capacities: [5, 5] })
    const bad = await shop.orderToken(2)
    const other = await shop.order(1, { timeSpanId: shop.catalogue.spans[1]! })
    await shop.endHold(bad.id)
    await shop.db.transaction(async tx => {
      const end = { expires_at: new Date(Date.now() - 500) }
      await tx.updateTable('orders').set(end).where('time_span_id', '=', shop.catalogue.spans[1]!).execute()
      await tx.updateTable('holds').set(end).where('time_span_id', '=', shop.catalogue.spans[1]!).execute()
    })
    const setTaken = (taken: number) =>
      shop.db.transaction(tx =>
        tx.updateTable('time_spans').set({ taken }).where('id', '=', firstSpan()).execute(),
      )
    // Fewer than it holds: the database refuses to go below nothing.
    await setTaken(0)
    expect(await releaseExpired(shop.deps)).toBe(1)
    expect(await shop.takenOf(shop.catalogue.spans[1]!)).toBe(0)
    await setTaken(2)
    expect(await releaseExpired(shop.deps)).toBe(1)
    expect(other.status).toBe(201)
  })

  test('the sweeper never ends an order that is being paid, however late', async () => {
    const { id } = await shop.orderToken(2)
    await shop.endHold(id)
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ status: 'payment_3ds' }).where('id', '=', id).execute(),
    )
    expect(await releaseExpired(shop.deps)).toBe(0)
    expect(await shop.takenOf(firstSpan())).toBe(2)
  })

  test('S-1.17: a buyer is not in the way of the own old hold', async () => {
    const { token } = await shop.orderToken(5)
    await shop.call('DELETE', `/api/v1/orders/${token}`)
    expect(await shop.order(5)).toMatchObject({ status: 201 })
  })
})
