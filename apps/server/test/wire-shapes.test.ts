import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type Shop } from './shop/shop.ts'

/** Names and types on the wire, as another program would see them: without our schemas in between. */

let server: Shop

beforeAll(async () => {
  server = await createShop()
})

afterAll(() => server.close())

async function rows(path: string): Promise<Record<string, unknown>[]> {
  const answer = await server.app.inject({ url: path })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

async function one(path: string): Promise<Record<string, unknown>> {
  const answer = await server.app.inject({ url: path })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

function kinds(row: Record<string, unknown> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, kindOf(value)]))
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

test('a setting has a key and a value, both texts (R-3.04, R-7.05)', async () => {
  for (const row of await rows('/api/v1/configurations'))
    expect(kinds(row)).toEqual({ key: 'string', value: 'string' })
})

test('a text has a key and a text (R-3.05, R-7.08)', async () => {
  const texts = await rows('/api/v1/texts?lang=th')
  expect(texts.length).toBeGreaterThan(300)
  for (const row of texts) expect(kinds(row)).toEqual({ key: 'string', text: 'string' })
})

test('a language has an id and says whether it is the default, which one is (R-3.06, R-7.03, D-20)', async () => {
  const langs = await rows('/api/v1/langs')
  expect(langs.map(lang => lang['id'])).toEqual(['ja', 'en', 'kr', 'zh-hans', 'zh-hant', 'th'])
  expect(langs.map(lang => lang['is_default'])).toEqual([true, false, false, false, false, false])
  for (const row of langs) expect(kinds(row)).toEqual({ id: 'string', is_default: 'boolean' })
})

test('a field template has field_name, is_display, is_require (R-3.07, R-7.04)', async () => {
  const fields = await rows('/api/v1/field_templates')
  expect(fields).toHaveLength(12)
  for (const row of fields)
    expect(kinds(row)).toEqual({ field_name: 'string', is_display: 'boolean', is_require: 'boolean' })
})

test.each(['web', 'pos', 'kiosk', 'OTA', 'spot'])(
  'the payment methods of channel %s are a list (R-1.16, R-1.18, R-7.09)',
  async channel => {
    expect(Array.isArray(await rows(`/api/v1/paymentmethods?lang=ja&channel=${channel}`))).toBe(true)
  },
)

describe('stock', () => {
  test('a day of the calendar: date, stock_status, display_price, is_sold_out_display_product (R-3.96–99, R-7.41)', async () => {
    const uuid = server.catalogue.productUuid
    const days = await rows(
      `/api/v1/products/stocks-statuses?from=2026-12-01&to=2026-12-31&product_uuid=${uuid}`,
    )
    expect(days).toEqual([
      {
        date: '2026-12-01',
        stock_status: 'few',
        display_price: 3200,
        is_sold_out_display_product: false,
      },
    ])
  })

  test('a day of a product: base_price, product_stock_status, time_spans with their stock and options (R-3.100–106, R-7.42)', async () => {
    const day = await one(
      `/api/v1/products/stocks?date=2026-12-01&product_id=${server.catalogue.productId}&lang=ja`,
    )
    expect(kinds(day)).toEqual({
      time_spans: 'list',
      base_price: 'number',
      product_stock_status: 'string',
    })
    expect(day['product_stock_status']).toBe('is_few')
    expect(day['time_spans']).toEqual([
      {
        time_span_id: server.catalogue.spans[0],
        from: '2026-12-01T10:00:00+09:00',
        to: '2026-12-01T11:00:00+09:00',
        stock_count: 5,
        remaining_stock: 5,
        options: [
          { id: expect.any(Number), option_value_id: server.catalogue.adult, name: '大人', add_cost: 0 },
          {
            id: expect.any(Number),
            option_value_id: server.catalogue.child,
            name: '子ども',
            add_cost: -2200,
          },
          {
            id: expect.any(Number),
            option_value_id: server.catalogue.guide,
            name: '音声ガイド',
            add_cost: 500,
          },
        ],
      },
    ])
  })
})

describe('an order', () => {
  test('is created with a token, an end and a price, on channel web (R-1.05, R-1.16, R-4.35, R-7.13)', async () => {
    const { status, body } = await server.order(1)
    expect(status).toBe(201)
    expect(body).toMatchObject({ price: 3200, expires_at: expect.stringMatching(/\+09:00$/) })
    const channels = await server.db.read(tx =>
      tx.selectFrom('orders').select('channel').distinct().execute(),
    )
    expect(channels).toEqual([{ channel: 'web' }])
  })

  test('has lines with id, name, type, add_cost, quantity, option_value_id (R-3.114–119)', async () => {
    const { token } = await server.orderToken(1)
    const { main_product: product } = await one(`/api/v1/orders/${token}`)
    expect(product).toMatchObject({
      order_options: [
        {
          id: expect.any(Number),
          name: '大人',
          type: 'ticket_type',
          add_cost: 0,
          quantity: 1,
          option_value_id: server.catalogue.adult,
        },
      ],
    })
  })

  test('keeps the answer about the mail magazine as the text true or false (R-3.137, R-7.78)', async () => {
    const { token } = await server.orderToken(1)
    const contents = [
      { key: 'fullname', value: '山田 太郎' },
      { key: 'email', value: 'taro@example.com' },
      { key: 'mail_magazine', value: 'true' },
    ]
    const { status } = await server.call('POST', `/api/v1/ordermails/${token}`, { contents })
    expect(status).toBe(200)
    const { customer_info: answers } = await one(`/api/v1/orders/${token}`)
    expect(answers).toContainEqual({ key: 'mail_magazine', value: 'true' })
  })

  test('gives back the answer about the other mail magazine as well (D-26)', async () => {
    const { token } = await server.orderToken(1)
    const contents = [
      { key: 'fullname', value: '山田 太郎' },
      { key: 'email', value: 'taro@example.com' },
      { key: 'teamlab_mail_magazine', value: 'true' },
    ]
    expect(await server.call('POST', `/api/v1/ordermails/${token}`, { contents })).toMatchObject({
      status: 200,
    })
    const { customer_info: answers } = await one(`/api/v1/orders/${token}`)
    expect(answers).toContainEqual({ key: 'teamlab_mail_magazine', value: 'true' })
  })

  test('is not paid with a field that its method does not have (D-67)', async () => {
    const { token } = await server.orderToken(1)
    const data = { payment_method_type: 'stripe', payment_method: 'pm_1', discount: '100' }
    const { status, body } = await server.call('POST', `/api/v1/orders/checkout/${token}`, data)
    expect([status, body['error']]).toEqual([400, 'invalid_request'])
    expect(JSON.stringify(body['fields'])).toContain('discount')
  })
})
