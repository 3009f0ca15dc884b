import type { Answer, Call } from '@kippu/contract/call'
import { getProducts, getStocks, getStocksStatuses, searchProducts } from '@kippu/contract/products'
import { addDays, jstIso } from '@kippu/domain/jst-date'
import { isTimeSpanOnSale } from '@kippu/domain/stock/availability'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { findOffer, type Offer } from '../../../test/shop/find-offer.ts'
import { TEST_TODAY } from '../../../test/test-today.ts'
import { listSpans } from './queries.ts'

let server: DemoShop
let offer: Offer

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
  offer = await findOffer(server)
})

beforeEach(() => {
  // Long enough for the cache to drop what the previous test left.
  server.clock.advance(1_000)
})

afterAll(async () => {
  await server.close()
})

async function ask<C extends Call>(
  call: C,
  query: Record<string, string>,
  host = 'localhost',
): Promise<Answer<C>> {
  const answer = await server.app.inject({ url: call.path, query, headers: { host } })
  expect(answer.statusCode).toBe(200)
  return v.parse(call.response as v.GenericSchema<Answer<C>>, answer.json())
}

/** Gives the day one span of the given units, some of them in live holds and some in ended ones. */
async function setStock(capacity: number, { live = 0, ended = 0 } = {}): Promise<void> {
  await server.db.transaction(async tx => {
    const spans = tx
      .selectFrom('time_spans')
      .select('id')
      .where('product_id', '=', offer.productId)
      .where('visit_date', '=', offer.visitDate)
    await tx.deleteFrom('holds').where('time_span_id', 'in', spans).execute()
    await tx.updateTable('time_spans').set({ capacity: 0, taken: 0 }).where('id', 'in', spans).execute()
    await tx
      .updateTable('time_spans')
      .set({ capacity, taken: live + ended })
      .where('id', '=', offer.timeSpanId)
      .execute()
    for (const [units, expiresAt] of [
      [live, new Date(Date.now() + 600_000)],
      [ended, new Date(Date.now() - 1_000)],
    ] as const) {
      if (units === 0) continue
      const id = crypto.randomUUID()
      await tx
        .insertInto('orders')
        .values({
          id,
          site_key: 'demo',
          channel: 'web',
          token_hash: Buffer.from(id),
          status: 'temporary',
          lang: 'ja',
          product_id: offer.productId,
          time_span_id: offer.timeSpanId,
          quantity: units,
          subtotal: 0,
          price: 0,
          expires_at: expiresAt,
          created_at: new Date(),
        })
        .execute()
      await tx
        .insertInto('holds')
        .values({ order_id: id, time_span_id: offer.timeSpanId, units, expires_at: expiresAt })
        .execute()
    }
  })
  server.clock.advance(1_000)
}

function stocks() {
  return ask(getStocks, { date: offer.visitDate, product_id: String(offer.productId), lang: 'ja' })
}

async function status() {
  const rows = await ask(getStocksStatuses, {
    from: offer.visitDate,
    to: offer.visitDate,
    product_uuid: offer.productUuid,
  })
  return rows[0]!
}

async function largest(): Promise<number> {
  const { time_spans } = await stocks()
  return Math.max(...time_spans.map(({ stock_count }) => stock_count))
}

describe('products (R-7.06)', () => {
  test('come in display order in the requested language, or in the default for a language that the site does not have', async () => {
    const en = await ask(getProducts, { lang: 'en' })
    expect(en.map(({ name }) => name)).toEqual(['Digital Forest', 'Night Garden', 'Season Pass'])
    expect(en.map(({ sale_type }) => sale_type)).toEqual(['time', 'date', 'period'])
    expect(en[0]?.options[0]?.values.map(({ option_value_id }) => option_value_id)).toEqual(
      offer.optionValueIds,
    )
    expect(await ask(getProducts, { lang: 'fr' })).toEqual(await ask(getProducts, {}))
  })

  test('outside its sales period a product is not listed and all its days are closed', async () => {
    await server.db.read(tx =>
      tx
        .updateTable('products')
        .set({ sale_until: new Date(server.clock.now()) })
        .where('id', '=', offer.productId)
        .execute(),
    )
    server.clock.advance(1_000)
    expect((await ask(getProducts, {})).map(({ id }) => id)).not.toContain(offer.productId)
    expect(await stocks()).toMatchObject({ product_stock_status: 'closed', time_spans: [] })
    expect(await status()).toMatchObject({ stock_status: 'closed', display_price: null })
    await server.db.read(tx =>
      tx.updateTable('products').set({ sale_until: null }).where('id', '=', offer.productId).execute(),
    )
  })
})

describe('stock of a day', () => {
  test('is capacity minus taken units, and units of ended holds count as free at once (D-04, S-2.03)', async () => {
    await setStock(40, { live: 7, ended: 5 })
    expect(await largest()).toBe(33)
    const { time_spans } = await stocks()
    const span = time_spans.find(({ time_span_id }) => time_span_id === offer.timeSpanId)
    expect(span).toMatchObject({ stock_count: 33, remaining_stock: 33 })
  })

  test('R-3.93: a display-only day has nothing left, whatever its stock', async () => {
    const show = (is_sold_out_display: boolean) =>
      server.db.read(tx =>
        tx
          .updateTable('product_days')
          .set({ is_sold_out_display })
          .where('product_id', '=', offer.productId)
          .where('visit_date', '=', offer.visitDate)
          .execute(),
      )
    await show(true)
    await setStock(40)
    const [left, { product_stock_status }, day] = [await largest(), await stocks(), await status()]
    await show(false)
    expect([left, product_stock_status]).toEqual([0, 'sold_out'])
    expect(day).toMatchObject({ stock_status: 'sold_out', is_sold_out_display_product: true })
  })

  test.each([
    [0, 'sold_out', 'sold_out'],
    [1, 'few', 'is_few'],
    [10, 'few', 'is_few'],
    [11, 'normal', 'normal'],
  ])('%i left is %s (S-2.08)', async (left, stockStatus, productStockStatus) => {
    await setStock(left + 3, { live: 3 })
    expect(await status()).toMatchObject({ date: offer.visitDate, stock_status: stockStatus })
    expect(await stocks()).toMatchObject({ product_stock_status: productStockStatus })
  })

  test('the threshold is a setting of the site (S-2.09)', async () => {
    await setStock(4)
    expect((await status()).stock_status).toBe('few')
    await server.db.read(tx =>
      tx
        .insertInto('settings')
        .values({ site_key: 'demo', key: 'Low_Stock_Threshold', value: '3' })
        .onConflict(conflict => conflict.columns(['site_key', 'key']).doUpdateSet({ value: '3' }))
        .execute(),
    )
    server.clock.advance(1_000)
    expect((await status()).stock_status).toBe('normal')
    await server.db.read(tx =>
      tx.updateTable('settings').set({ value: '10' }).where('key', '=', 'Low_Stock_Threshold').execute(),
    )
  })

  test('a closed day has neither spans nor a price, and a day without a row is not listed (R-4.23, R-4.26)', async () => {
    await server.db.read(tx =>
      tx
        .updateTable('product_days')
        .set({ is_closed: true })
        .where('product_id', '=', offer.productId)
        .where('visit_date', '=', offer.visitDate)
        .execute(),
    )
    server.clock.advance(1_000)
    expect(await stocks()).toMatchObject({ product_stock_status: 'closed', time_spans: [] })
    expect(await status()).toMatchObject({ stock_status: 'closed', display_price: null })
    await server.db.read(tx =>
      tx
        .updateTable('product_days')
        .set({ is_closed: false })
        .where('product_id', '=', offer.productId)
        .where('visit_date', '=', offer.visitDate)
        .execute(),
    )
    expect(await ask(getStocks, { date: '2030-01-01', product_id: offer.productUuid })).toMatchObject({
      product_stock_status: 'closed',
    })
    expect(
      await ask(getStocksStatuses, { from: '2030-01-01', to: '2030-01-31', product_uuid: offer.productUuid }),
    ).toEqual([])
  })

  test('a time slot is offered until the end of its grace period (S-2.10)', async () => {
    const later = await createShop({ catalogue: 'demo' })
    const { timeSpanId, productId, visitDate } = await findOffer(later)
    const { starts_at, grace_minutes } = await later.db.read(tx =>
      tx
        .selectFrom('time_spans')
        .innerJoin('products', 'products.id', 'product_id')
        .select(['starts_at', 'grace_minutes'])
        .where('time_spans.id', '=', timeSpanId)
        .executeTakeFirstOrThrow(),
    )
    const offered = async (): Promise<number[]> => {
      const answer = await later.app.inject(
        `/api/v1/products/stocks?date=${visitDate}&product_id=${productId}`,
      )
      return v.parse(getStocks.response, answer.json()).time_spans.map(({ time_span_id }) => time_span_id)
    }
    const end = starts_at.getTime() + grace_minutes * 60_000
    later.clock.set(jstIso(end - 1_000))
    expect(await offered()).toContain(timeSpanId)
    later.clock.set(jstIso(end))
    expect(await offered()).not.toContain(timeSpanId)
    await later.close()
  })

  test.each([
    ['time', 20],
    ['time', 90],
    ['date', 20],
    ['period', 20],
  ] as const)(
    'SQL and the domain agree on what is still on sale, for %s with a grace of %i minutes (D-76)',
    async (saleType, graceMinutes) => {
      const { productId } = await findOffer(server, { saleType })
      const product = { id: productId, saleType, graceMinutes }
      const range = { from: TEST_TODAY, to: addDays(TEST_TODAY, 2) }
      // Those of every other day have an end of their own.
      await server.db.transaction(tx =>
        tx
          .updateTable('time_spans')
          .set({ sold_until: sql`starts_at + interval '5 minutes'` })
          .where('product_id', '=', productId)
          .where(sql<boolean>`extract(day from visit_date)::integer % 2 = 0`)
          .execute(),
      )
      const all = await server.db.read(tx =>
        tx
          .selectFrom('time_spans')
          .selectAll()
          .where('product_id', '=', productId)
          .where('visit_date', '>=', range.from)
          .where('visit_date', '<=', range.to)
          .orderBy('starts_at')
          .orderBy('id')
          .execute(),
      )
      expect(all.length).toBeGreaterThan(0)
      expect(new Set(all.map(span => span.sold_until === null)).size).toBe(2)
      const edges = all.flatMap(span => [
        span.starts_at.getTime() + 300_000,
        span.starts_at.getTime() + graceMinutes * 60_000,
        span.ends_at.getTime(),
        Date.parse(`${addDays(span.visit_date, 1)}T00:00:00+09:00`),
      ])
      for (const nowMs of edges.flatMap(edge => [edge - 1, edge])) {
        const bySql = await server.db.read(tx => listSpans(tx, { product, channel: 'web', ...range, nowMs }))
        const byDomain = all.filter(span =>
          isTimeSpanOnSale({
            saleType,
            startsAt: jstIso(span.starts_at.getTime()),
            endsAt: jstIso(span.ends_at.getTime()),
            visitDate: span.visit_date,
            graceMinutes,
            soldUntil: span.sold_until && jstIso(span.sold_until.getTime()),
            nowMs,
          }),
        )
        expect(bySql.map(({ id }) => id)).toEqual(byDomain.map(({ id }) => id))
      }
    },
  )
})

describe('the month of a product (R-7.41)', () => {
  test('has one row for each offered day, equal to what its day answers', async () => {
    const to = addDays(TEST_TODAY, 40)
    const rows = await ask(getStocksStatuses, { from: TEST_TODAY, to, product_uuid: offer.productUuid })
    expect(rows[0]?.date).toBe(TEST_TODAY)
    expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).toSorted())
    const [product] = await ask(searchProducts, { from: TEST_TODAY, to, product_uuid: offer.productUuid })
    const words = { normal: 'normal', few: 'is_few', sold_out: 'sold_out', closed: 'closed' } as const
    expect(product?.days.map(day => [day.date, day.product_stock_status])).toEqual(
      rows.map(row => [row.date, words[row.stock_status]]),
    )
  })

  test('is read once for concurrent requests, and at most once a second', async () => {
    const { app, db, clock, close } = await createShop({ catalogue: 'demo' })
    const url = `/api/v1/products/stocks-statuses?from=2026-12-01&to=2026-12-31&product_uuid=${offer.productUuid}`
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject(url)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    await db.read(tx => tx.updateTable('product_days').set({ base_price: 9_999 }).execute())
    clock.advance(999)
    expect((await app.inject(url)).body).toBe(answers[0]?.body)
    clock.advance(1)
    expect((await app.inject(url)).body).toContain('9999')
    await close()
  })

  test('is no older when the wall clock of the machine is set back', async () => {
    const { app, db, clock, close } = await createShop({ catalogue: 'demo' })
    const url = `/api/v1/products/stocks-statuses?from=2026-12-01&to=2026-12-31&product_uuid=${offer.productUuid}`
    await app.inject(url)
    await db.read(tx => tx.updateTable('product_days').set({ base_price: 9_999 }).execute())
    clock.set(`${TEST_TODAY}T09:00:00+09:00`)
    clock.advance(1_000)
    expect((await app.inject(url)).body).toContain('9999')
    await close()
  })
})

describe('a product of another site does not exist', () => {
  test.each([
    [
      'statuses',
      () =>
        `/api/v1/products/stocks-statuses?from=2026-12-01&to=2026-12-31&product_uuid=${offer.productUuid}`,
    ],
    ['stocks by number', () => `/api/v1/products/stocks?date=2026-12-01&product_id=${offer.productId}`],
    ['stocks by uuid', () => `/api/v1/products/stocks?date=2026-12-01&product_id=${offer.productUuid}`],
    [
      'search',
      () => `/api/v1/products/search?from=2026-12-01&to=2026-12-31&product_uuid=${offer.productUuid}`,
    ],
  ])('%s', async (_, url) => {
    const own = await server.app.inject({ url: url(), headers: { host: 'localhost' } })
    const other = await server.app.inject({ url: url(), headers: { host: 'cancanfactory.localhost:3000' } })
    expect([own.statusCode, other.statusCode, other.json()]).toEqual([
      200,
      404,
      { error: 'record not found' },
    ])
  })

  test('and is not in its list', async () => {
    const other = await ask(getProducts, {}, 'cancanfactory.localhost')
    expect(other.length).toBeGreaterThan(0)
    expect(other.map(({ uuid }) => uuid)).not.toContain(offer.productUuid)
  })
})
