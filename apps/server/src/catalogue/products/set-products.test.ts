import { getStocks, getStocksStatuses, searchProducts, searchProductsOfDay } from '@kippu/contract/products'
import { searchSetProducts } from '@kippu/contract/set-products'
import type { Answer, Call } from '@kippu/contract/call'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../../test/small-catalogue.ts'

const DAY = '2026-12-01'

let server: DemoShop
let catalogue: SmallCatalogue

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})

beforeEach(async () => {
  catalogue = await insertSmallCatalogue(server.db, { capacities: [20, 8], setCapacities: [12, 0] })
  server.clock.advance(1_000)
})

afterAll(() => server.close())

async function ask<C extends Call>(
  call: C,
  query: Record<string, string>,
  host = 'localhost',
): Promise<Answer<C>> {
  const answer = await server.app.inject({ url: call.path, query, headers: { host } })
  expect(answer.statusCode).toBe(200)
  return v.parse(call.response as v.GenericSchema<Answer<C>>, answer.json())
}

const update = async (table: 'products' | 'product_days', productId: number, values: object) => {
  await server.db.transaction(tx =>
    tx
      .updateTable(table)
      .set(values)
      .where(table === 'products' ? 'id' : 'product_id', '=', productId)
      .execute(),
  )
  server.clock.advance(1_000)
}

describe('GET setproducts/search (R-7.07)', () => {
  const search = (ids: readonly number[], more: Record<string, string> = {}, host?: string) =>
    ask(
      searchSetProducts,
      { lang: 'en', main_product_time_span_ids: ids.join(','), from: DAY, to: DAY, ...more },
      host,
    )

  test('R-3.107–113: returns what goes with the visits, its stock in the same form as a main product’s', async () => {
    expect(await search(catalogue.spans)).toEqual([
      {
        uuid: catalogue.tea.productUuid,
        name: 'Forest Tea',
        description: 'A cup',
        image_path: '/demo/forest.svg',
        base_price: 800,
        time_spans: [
          {
            time_span_id: catalogue.tea.spans[0],
            from: '2026-12-01T10:00:00+09:00',
            to: '2026-12-01T11:00:00+09:00',
            stock_count: 12,
            remaining_stock: 12,
            options: [],
          },
          expect.objectContaining({ time_span_id: catalogue.tea.spans[1], stock_count: 0 }),
        ],
        num: 2,
      },
    ])
  })

  test('unknown spans are ignored, and without spans there are no set products', async () => {
    expect(await search([2_147_483_646, 9_999_999_999, 0])).toEqual([])
    expect(await search([])).toEqual([])
    expect(await search([2_147_483_646, catalogue.spans[0]!])).toHaveLength(1)
    expect(await search(catalogue.tea.spans)).toEqual([])
  })

  test('a span of another site has no set products here', async () => {
    expect(await search(catalogue.spans, {}, 'cancanfactory.localhost')).toEqual([])
  })

  test('one that goes with several of the products is listed once, with the largest proposed number', async () => {
    const other = await insertSmallCatalogue(server.db)
    const link = { product_id: other.productId, set_product_id: catalogue.tea.productId, position: 0, num: 5 }
    await server.db.transaction(tx => tx.insertInto('product_sets').values(link).execute())
    server.clock.advance(1_000)
    const found = await search([...catalogue.spans, ...other.spans])
    expect(found.map(({ uuid, num }) => [uuid, num])).toEqual([
      [catalogue.tea.productUuid, 5],
      [other.tea.productUuid, 2],
    ])
  })

  test('outside its sales period it is not listed, and on a closed day it has no span (D-06)', async () => {
    await update('product_days', catalogue.tea.productId, { is_closed: true })
    expect(await search(catalogue.spans)).toMatchObject([{ time_spans: [], base_price: 800 }])
    await update('products', catalogue.tea.productId, { sale_until: new Date(server.clock.now()) })
    expect(await search(catalogue.spans)).toEqual([])
  })

  test('its price is that of the day, which an order pays (S-1.16)', async () => {
    await update('product_days', catalogue.tea.productId, { base_price: 950 })
    expect(await search(catalogue.spans)).toMatchObject([{ base_price: 950 }])
    expect(await search(catalogue.spans, { from: '2026-12-02', to: '2026-12-09' })).toMatchObject([
      { base_price: 800, time_spans: [] },
    ])
  })

  test.each([
    ['a word in the list', { main_product_time_span_ids: '1,x' }],
    ['a gap in the list', { main_product_time_span_ids: '1,,2' }],
    ['days that go backwards', { main_product_time_span_ids: '1', from: '2026-12-02' }],
    ['more than 100 days', { main_product_time_span_ids: '1', to: '2027-04-01' }],
  ])('%s is refused', async (_, query) => {
    const answer = await server.app.inject({
      url: searchSetProducts.path,
      query: { from: DAY, to: DAY, ...query },
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })

  test('is read at most once a second, however many visitors look at the day', async () => {
    const first = await search(catalogue.spans)
    await server.db.transaction(async tx => {
      const tea = tx.updateTable('time_spans').where('product_id', '=', catalogue.tea.productId)
      await tea.set({ capacity: 3 }).execute()
      await tx.deleteFrom('product_sets').where('product_id', '=', catalogue.productId).execute()
    })
    server.clock.advance(999)
    expect(await search(catalogue.spans)).toEqual(first)
    server.clock.advance(1)
    expect(await search(catalogue.spans)).toEqual([])
  })
})

describe('GET products/search (R-7.10)', () => {
  const search = (query: Record<string, string> = {}) =>
    ask(searchProducts, { from: DAY, to: DAY, lang: 'en', ...query })

  test('R-7.10: has the stock of each day, in the form of a single day', async () => {
    const [product, ...others] = await search({ product_uuid: catalogue.productUuid })
    expect(others).toEqual([])
    const day = await ask(getStocks, { date: DAY, product_id: catalogue.productUuid, lang: 'en' })
    expect(product).toMatchObject({
      uuid: catalogue.productUuid,
      name: 'Forest of Light',
      days: [{ date: DAY, ...day }],
    })
    expect(product?.days[0]?.time_spans[0]?.options).toMatchObject([
      { option_value_id: catalogue.adult, add_cost: 0, name: 'Adult' },
      { option_value_id: catalogue.child, add_cost: -2200, name: 'Child' },
      { option_value_id: catalogue.guide, add_cost: 500, name: 'Guide' },
    ])
  })

  test('R-7.10, D-48: covers all products, or those of one type', async () => {
    const typesOf = async (query: Record<string, string>) =>
      new Set((await search(query)).map(({ product_type }) => product_type))
    expect(await typesOf({})).toEqual(new Set(['main', 'set']))
    expect(await typesOf({ product_type: 'main' })).toEqual(new Set(['main']))
    expect(await typesOf({ product_type: 'set' })).toEqual(new Set(['set']))
    const sets = await search({ product_type: 'set' })
    expect(sets.map(({ uuid }) => uuid)).toContain(catalogue.tea.productUuid)
    expect(await search({ product_type: 'set', product_uuid: catalogue.productUuid })).toEqual([])
  })

  test.each([
    [200, { to: '2027-03-10' }],
    [400, { to: '2027-03-11' }],
    [400, { to: '2026-11-30' }],
    [400, { product_type: 'extra' }],
  ])('R-7.10: %i to %j is answered, for at most 100 days', async (status, query) => {
    const answer = await server.app.inject({
      url: searchProducts.path,
      query: { from: DAY, to: DAY, product_uuid: catalogue.productUuid, ...query },
    })
    expect(answer.statusCode).toBe(status)
  })
})

test('R-7.42, D-46: the stock of a day is found by the number and by the uuid of a product, everything else by the uuid only', async () => {
  const stocks = (product_id: string) => ask(getStocks, { date: DAY, product_id, lang: 'en' })
  const byNumber = await stocks(String(catalogue.productId))
  expect(byNumber.time_spans.map(({ time_span_id }) => time_span_id)).toEqual(catalogue.spans)
  expect(await stocks(catalogue.productUuid)).toEqual(byNumber)
  expect(await stocks(catalogue.productUuid.toUpperCase())).toEqual(byNumber)
  for (const { path } of [searchProducts, getStocksStatuses]) {
    const query = { from: DAY, to: DAY, product_uuid: String(catalogue.productId) }
    expect((await server.app.inject({ url: path, query })).statusCode).toBe(400)
  }
})

describe('GET products/search2 (R-7.11)', () => {
  const ofDay = async (date = DAY, host?: string) => {
    const products = await ask(searchProductsOfDay, { date, lang: 'en' }, host)
    return { products, own: products.find(({ id }) => id === catalogue.productId) }
  }

  test('R-4.02: lists the main products of the day with price, state and time spans, without set products', async () => {
    const { products, own } = await ofDay()
    const stocks = await ask(getStocks, { date: DAY, product_id: catalogue.productUuid, lang: 'en' })
    expect(own).toMatchObject({
      name: 'Forest of Light',
      sale_type: 'time',
      base_price: 3200,
      product_stock_status: 'normal',
      options: [{ type: 'ticket_type' }, { type: 'extra' }],
    })
    expect(own?.time_spans).toEqual(stocks.time_spans)
    expect(new Set(products.map(({ product_type }) => product_type))).toEqual(new Set(['main']))
  })

  test('a product that is sold out on the day is listed, with the price of the day', async () => {
    await update('product_days', catalogue.productId, { is_sold_out_display: true, base_price: 4000 })
    expect((await ofDay()).own).toMatchObject({ product_stock_status: 'sold_out', base_price: 4000 })
  })

  test('a product that is closed, over, not on sale, of another day or of another site is not listed', async () => {
    expect((await ofDay('2026-12-02')).own).toBeUndefined()
    expect((await ofDay(DAY, 'cancanfactory.localhost')).own).toBeUndefined()
    await update('product_days', catalogue.productId, { is_closed: true })
    expect((await ofDay()).own).toBeUndefined()
    await update('product_days', catalogue.productId, { is_closed: false })
    expect((await ofDay()).own).toBeDefined()
    await update('products', catalogue.productId, { sale_until: new Date(server.clock.now()) })
    expect((await ofDay()).own).toBeUndefined()
  })

  test.each(['2026/12/01', '2026-13-01', '2026-02-30', ''])('the date %j is refused', async date => {
    const answer = await server.app.inject({ url: searchProductsOfDay.path, query: { date } })
    expect(answer.statusCode).toBe(400)
  })
})

describe('GET products/stocks-statuses without a product (R-4.02)', () => {
  /** A day on which the site sells nothing else. */
  const QUIET_DAY = '2027-06-01'
  const statuses = async (more: Record<string, string> = {}, host?: string) =>
    ask(getStocksStatuses, { from: QUIET_DAY, to: QUIET_DAY, ...more }, host)

  test('is the calendar of all main products on sale together, without set products', async () => {
    expect(await statuses()).toEqual([])
    await offerOn(0, 1000)
    expect(await statuses()).toMatchObject([{ stock_status: 'sold_out', display_price: 1000 }])
    await offerOn(5, 3000)
    const dear = await offerOn(40, 5000)
    const expected = { date: QUIET_DAY, is_sold_out_display_product: false }
    expect(await statuses()).toMatchObject([{ ...expected, stock_status: 'normal', display_price: 3000 }])
    expect(await statuses({}, 'cancanfactory.localhost')).toEqual([])
    await update('products', dear.productId, { sale_until: new Date(server.clock.now()) })
    expect(await statuses()).toMatchObject([{ ...expected, stock_status: 'few', display_price: 3000 }])
  })

  /**
   * A product with one span on the quiet day, whose set product, cheap and plentiful, must not count in the calendar.
   */
  async function offerOn(capacity: number, basePrice: number): Promise<SmallCatalogue> {
    const offered = await insertSmallCatalogue(server.db, {
      visitDate: QUIET_DAY,
      capacities: [capacity],
      setCapacities: [90],
    })
    await update('product_days', offered.productId, { base_price: basePrice })
    return offered
  }
})
