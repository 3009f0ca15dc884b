import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { insertSmallCatalogue } from '../../test/small-catalogue.ts'
import { createShop, type DoorShop } from '../../test/shop/shop.ts'
import { DOOR_DAY, MORNING } from '../../test/shop/door.ts'

let shop: DoorShop

beforeAll(async () => {
  shop = await createShop({ door: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.set(MORNING)
  await shop.resetStock()
})
afterEach(() => shop.compareBooks())

const EXPIRED = { status: 400, body: { error: 'spot qrCode has expired' } }
const NOT_FOUND = { status: 404, body: { error: 'record not found' } }
const row = (id: string) =>
  shop.db.read(read =>
    read
      .selectFrom('orders')
      .select(['channel', 'status', 'customer_info', 'email', 'mails_after_payment as mails'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const get = (path: string) => shop.call('GET', path)

describe('what is sold today', () => {
  test('the code opens its product with its times of today (R-7.43)', async () => {
    const { status, body } = await get(`/api/v1/spot/products/stocks?qr_token=${shop.qrToken()}&lang=en`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      product: { uuid: shop.catalogue.productUuid, name: 'Forest of Light' },
      date: DOOR_DAY,
      time_spans: [{ time_span_id: shop.catalogue.spans[0], from: `${DOOR_DAY}T10:00:00+09:00` }],
      base_price: 3200,
      expires_at: `${DOOR_DAY}T09:30:00+09:00`,
    })
  })

  test('no code, one that is over, one of yesterday and one of a product that is not sold here open nothing (R-6.05, R-8.63, S-12.01)', async () => {
    const stocks = (token: string) => get(`/api/v1/spot/products/stocks?qr_token=${token}`)
    const token = shop.qrToken()
    const elsewhere = await insertSmallCatalogue(shop.db, { visitDate: DOOR_DAY })
    await shop.db.transaction(tx =>
      tx
        .updateTable('products')
        .set({ channels: ['web'] })
        .where('id', '=', elsewhere.productId)
        .execute(),
    )
    expect(await get('/api/v1/spot/products/stocks')).toEqual(EXPIRED)
    expect(await stocks('')).toEqual(EXPIRED)
    expect(await stocks(shop.qrToken(elsewhere.productId))).toEqual(EXPIRED)
    shop.clock.advance(1_799_999)
    expect(await stocks(token)).toMatchObject({ status: 200 })
    shop.clock.advance(1)
    expect(await stocks(token)).toEqual(EXPIRED)
    expect(await get(`/api/v1/spot/products?qr_token=${token}`)).toEqual(EXPIRED)
    expect(await shop.askSpotOrder(1, {}, token)).toEqual(EXPIRED)
    shop.clock.set(`${DOOR_DAY}T23:59:00+09:00`)
    const late = shop.qrToken()
    shop.clock.advance(60_000)
    expect(await stocks(late)).toEqual(EXPIRED)
  })

  test('the list has what the door sells, with and without a code (E-24)', async () => {
    const before = shop.qrToken()
    const webOnly = await insertSmallCatalogue(shop.db, { visitDate: DOOR_DAY })
    await shop.db.transaction(tx =>
      tx
        .updateTable('products')
        .set({ channels: ['web', 'kiosk'] })
        .where('id', '=', webOnly.productId)
        .execute(),
    )
    shop.clock.advance(1_000)
    for (const query of ['?lang=en', `?lang=en&qr_token=${before}`]) {
      const answer = await shop.app.inject({ url: `/api/v1/spot/products${query}` })
      const uuids = answer.json().map(({ uuid }: { uuid: string }) => uuid)
      expect(uuids).toContain(shop.catalogue.productUuid)
      expect(uuids).not.toContain(webOnly.productUuid)
      const sold = answer.json().find(({ uuid }: { uuid: string }) => uuid === shop.catalogue.productUuid)
      expect(sold).toEqual({
        uuid: shop.catalogue.productUuid,
        name: 'Forest of Light',
        description: 'A wood',
        image_path: '/demo/forest.svg',
        base_price: 3200,
        priced_kind: 'Adult',
        price: 3200,
        product_stock_status: expect.stringMatching(/^(normal|is_few)$/),
      })
    }
  })

  test('set products go with times of today of this product alone (R-7.47, D-37)', async () => {
    const search = async (token: string, span: number | undefined, day = DOOR_DAY) => {
      const query = `?qr_token=${token}&lang=en&from=${day}&to=${day}&main_product_time_span_ids=${span}`
      const answer = await shop.app.inject({ url: `/api/v1/spot/setproducts/search${query}` })
      return answer.json()
    }
    const [span] = shop.catalogue.spans
    expect(await search(shop.qrToken(), span)).toMatchObject([
      { uuid: shop.catalogue.tea.productUuid, num: 2 },
    ])
    const other = await insertSmallCatalogue(shop.db, { visitDate: DOOR_DAY })
    shop.clock.advance(1_000)
    expect(await search(shop.qrToken(), other.spans[0])).toEqual([])
    expect(await search(shop.qrToken(), span, '2026-12-02')).toEqual([])
    expect(await search('', span)).toEqual(EXPIRED.body)
  })
})

describe('an order of the door', () => {
  test('a companion is not sold without its holder', async () => {
    const { adult, child } = shop.catalogue
    const sellWith = (holder: number | null) =>
      shop.db.transaction(tx =>
        tx.updateTable('option_values').set({ only_with: holder }).where('id', '=', child).execute(),
      )
    await sellWith(adult)
    shop.clock.advance(1_000)
    expect(
      await shop.askSpotOrder(1, { option_values: [{ option_value_id: child, quantity: 1 }] }),
    ).toMatchObject({ status: 400, body: { error: 'companion without its holder' } })
    await sellWith(null)
  })

  test('a key is of the code with which it was asked, which stands in the query', async () => {
    const { productUuid, spans, adult } = shop.catalogue
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const payload = {
      product_uuid: productUuid,
      time_span_id: spans[0],
      quantity: 1,
      option_values: [{ option_value_id: adult, quantity: 1 }],
      lang: 'ja',
    }
    const ask = async (code: string) =>
      shop.app.inject({ method: 'POST', url: `/api/v1/spot/orders?qr_token=${code}`, headers, payload })
    const code = shop.qrToken()
    expect((await ask(code)).statusCode).toBe(201)
    shop.clock.advance(60_000)
    const other = await ask(shop.qrToken())
    expect([other.statusCode, other.json()]).toEqual([422, { error: 'idempotency key reused' }])
    expect((await ask(code)).statusCode).toBe(201)
  })

  test('has the channel spot, can be paid at once and is held for a quarter of an hour (R-1.17, R-7.44, S-1.03, S-12.04)', async () => {
    const asked = await shop.askSpotOrder(2)
    expect(asked).toMatchObject({ status: 201, body: { price: 6400 } })
    const order = await shop.spotOrder()
    expect(await row(order.id)).toMatchObject({ channel: 'spot', status: 'ready_checkout', email: null })
    const left = await shop.secondsLeft(order)
    expect(left).toBeGreaterThan(890)
    expect(left).toBeLessThanOrEqual(900)
    expect((await get(`/api/v1/spot/orders/${order.token}`)).body).toMatchObject({
      status: 'ready_checkout',
      customer_info: [],
      places: 'held',
    })
  })

  test('its code may stand in the body, and serves many buyers (S-12.02, D-35)', async () => {
    const qr_token = shop.qrToken()
    const answers = [await shop.askSpotOrder(1, { qr_token }, ''), await shop.askSpotOrder(1, {}, qr_token)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await shop.askSpotOrder(1, {}, '')).toEqual(EXPIRED)
  })

  test('a code sells no other product, and none of another day (S-12.02, S-12.04)', async () => {
    const other = await insertSmallCatalogue(shop.db, { visitDate: DOOR_DAY })
    const ofOther = {
      product_uuid: other.productUuid,
      time_span_id: other.spans[0],
      option_values: [{ option_value_id: other.adult, quantity: 1 }],
    }
    expect(await shop.askSpotOrder(1, ofOther)).toEqual(EXPIRED)
    expect(await shop.askSpotOrder(1, ofOther, shop.qrToken(other.productId))).toMatchObject({ status: 201 })
    const tomorrow = await insertSmallCatalogue(shop.db, { visitDate: '2026-12-02' })
    const ofTomorrow = {
      product_uuid: tomorrow.productUuid,
      time_span_id: tomorrow.spans[0],
      option_values: [{ option_value_id: tomorrow.adult, quantity: 1 }],
    }
    expect(await shop.askSpotOrder(1, ofTomorrow, shop.qrToken(tomorrow.productId))).toEqual({
      status: 400,
      body: { error: 'ticket not on sale now' },
    })
  })

  test('a pass goes with set products of today alone (S-12.04)', async () => {
    const pass = await insertSmallCatalogue(shop.db, { saleType: 'period' })
    const run = (statement: ReturnType<typeof sql>) => shop.db.transaction(tx => statement.execute(tx))
    const withTea = {
      product_uuid: pass.productUuid,
      time_span_id: pass.spans[0],
      option_values: [{ option_value_id: pass.adult, quantity: 1 }],
      set_products: [{ uuid: pass.tea.productUuid, time_span_id: pass.tea.spans[0], quantity: 1 }],
    }
    await run(
      sql`update time_spans set ends_at = ends_at + interval '20 days' where product_id = ${pass.productId}`,
    )
    const ask = () => shop.askSpotOrder(1, withTea, shop.qrToken(pass.productId))
    expect(await ask()).toMatchObject({ status: 201 })
    const later = sql`visit_date = visit_date + 1`
    await run(sql`
      with day as (
        insert into product_days (product_id, visit_date, base_price)
        select product_id, visit_date + 1, base_price from product_days where product_id = ${pass.tea.productId})
      update time_spans set ${later}, starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'
       where product_id = ${pass.tea.productId}`)
    shop.clock.advance(1_000)
    expect(await ask()).toEqual({ status: 400, body: { error: 'ticket not on sale now' } })
  })

  test('it is extended by its own hold, not by that of the web (S-12.04)', async () => {
    const order = await shop.spotOrder()
    await shop.shortenHold(order, 60)
    expect(await shop.call('PUT', `/api/v1/orders/hold/${order.token}`)).toMatchObject({ status: 200 })
    expect(await shop.secondsLeft(order)).toBeLessThanOrEqual(900)
    expect(await shop.secondsLeft(order)).toBeGreaterThan(880)
  })

  test('can be given back, at the door and by the ordinary path (E-26, D-37)', async () => {
    for (const path of ['/api/v1/spot/orders', '/api/v1/orders']) {
      const order = await shop.spotOrder()
      expect(await shop.call('DELETE', `${path}/${order.token}`)).toEqual({ status: 204, body: {} })
      expect(await shop.unitsHeld(order)).toBe(0)
    }
  })

  test('an order of the web is none of the door, whatever is asked of it (E-25)', async () => {
    const { token } = await shop.readyOrder()
    const before = await shop.db.read(read =>
      read.selectFrom('orders').selectAll().orderBy('created_at', 'desc').limit(1).execute(),
    )
    const body = { payment_method_type: 'stripe', payment_method: await shop.stripe.card('1112') }
    const answers = [
      await get(`/api/v1/spot/orders/${token}`),
      await shop.call('DELETE', `/api/v1/spot/orders/${token}`),
      await shop.call('POST', `/api/v1/spot/ordercoupons/${token}`, { coupon: 'FLAT500' }),
      await shop.call('DELETE', `/api/v1/spot/ordercoupons/${token}/FLAT500`),
      await shop.call('POST', `/api/v1/spot/orders/checkout/${token}`, body),
      await shop.call('PUT', `/api/v1/spot/orders/${token}`, { contents: [] }),
    ]
    for (const answer of answers) expect(answer).toEqual(NOT_FOUND)
    expect(
      await shop.db.read(read =>
        read.selectFrom('orders').selectAll().orderBy('created_at', 'desc').limit(1).execute(),
      ),
    ).toEqual(before)
    expect(await get(`/api/v1/orders/${token}`)).toMatchObject({ status: 200 })
  })

  test('coupons are judged by the channel spot (R-7.46, E-28, S-3.14)', async () => {
    const order = await shop.spotOrder()
    const add = (coupon: string) => shop.call('POST', `/api/v1/spot/ordercoupons/${order.token}`, { coupon })
    expect(await add('FLAT500')).toEqual({ status: 400, body: { error: 'invalid channel' } })
    expect(await add('SPOTONLY')).toMatchObject({ status: 201, body: { coupon_discount: 500 } })
    expect((await get(`/api/v1/spot/orders/${order.token}`)).body).toMatchObject({ price: 2700 })
    expect(await shop.call('DELETE', `/api/v1/spot/ordercoupons/${order.token}/SPOTONLY`)).toMatchObject({
      status: 204,
    })
    expect((await get(`/api/v1/spot/orders/${order.token}`)).body).toMatchObject({ price: 3200 })
  })
})

describe('a payment at the door (E-29)', () => {
  test('buys without an address: one charge, tickets, and no mail is queued (S-12.05)', async () => {
    const order = await shop.spotOrder()
    const paid = await shop.paySpot(order)
    expect(paid).toMatchObject({
      status: 200,
      body: { result: 'completed', reservation_token: expect.stringMatching(/^rsv_/), spot: true },
    })
    const [attempt] = await shop.attemptsOf(order)
    expect((await shop.stripe.ledger())[attempt!.id]).toMatchObject({ captured: 3200, net: 3200 })
    const token = String(paid.body['reservation_token'])
    expect((await get(`/api/v1/reservations/${token}`)).body).toMatchObject({ sales_channel: 'spot' })
    expect(await shop.queued()).not.toContainEqual(
      expect.objectContaining({ name: 'send-completion-mail', reservationId: expect.anything() }),
    )
    expect(await row(order.id)).toMatchObject({ status: 'completed', mails: 0 })
  })

  test('a browser that comes back, or another one, is told that it is of the door (R-8.09)', async () => {
    const order = await shop.spotOrder()
    const { body } = await shop.paySpot(order, '3220')
    expect(body).toMatchObject({ result: 'redirect', spot: true, time_change: false })
    const elsewhere = await shop.call('POST', '/api/v1/orders/confirmcheckout', {
      payment_number: body['payment_reference'],
      payment_method_type: 'stripe_secure',
    })
    expect(elsewhere.body).toMatchObject({ result: 'elsewhere', spot: true })
    await shop.passDeadline()
    await shop.reconcile()
  })

  test('by a method of the door and no other (R-1.17)', async () => {
    await shop.db.transaction(tx =>
      tx.deleteFrom('payment_methods').where('channel', '=', 'spot').where('method', '=', 'stripe').execute(),
    )
    const order = await shop.spotOrder()
    expect(await shop.paySpot(order)).toMatchObject({
      status: 400,
      body: { error: 'invalid payment status' },
    })
    expect((await shop.pay(await shop.readyOrder(), '1112')).body).toMatchObject({ result: 'completed' })
    await shop.list('stripe')
    expect((await shop.paySpot(order)).body).toMatchObject({ result: 'completed' })
  })

  test('a card number gets no further (S-7.11)', async () => {
    const order = await shop.spotOrder()
    const body = { payment_method_type: 'stripe', payment_method: '4111111111111111' }
    expect(await shop.call('POST', `/api/v1/spot/orders/checkout/${order.token}`, body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', fields: [{ rule: 'card_number' }] },
    })
  })
})

describe('the orders of a browser (E-27, S-12.06)', () => {
  const list = async (tokens: readonly string[], host = 'demo.localhost') => {
    const answer = await shop.app.inject({
      url: `/api/v1/spot/orders?lang=en&tokens=${tokens.join(',')}`,
      headers: { host },
    })
    return answer.json()
  }

  test('are found by their tokens alone, the newest first, with their tickets', async () => {
    const bought = await shop.buyAtDoor()
    const given = await shop.spotOrder()
    await shop.call('DELETE', `/api/v1/spot/orders/${given.token}`)
    const open = await shop.spotOrder(2)
    const paying = await shop.spotOrder()
    await shop.paySpot(paying, '3220')
    const web = await shop.readyOrder()
    const tokens = [bought.order, given, open, paying, web].map(({ token }) => token)
    const common = { product_name: 'Forest of Light', reservation_from: `${DOOR_DAY}T10:00:00+09:00` }
    expect(await list([...tokens, tokens[0]!, 'ord_unknown', bought.token, ''])).toEqual([
      { ...common, order_token: paying.token, status: 'paying', quantity: 1 },
      { ...common, order_token: open.token, status: 'open', quantity: 2 },
      { ...common, order_token: given.token, status: 'ended', quantity: 1 },
      {
        ...common,
        order_token: bought.order.token,
        status: 'completed',
        quantity: 1,
        reservation_token: bought.token,
      },
    ])
    expect(await list([])).toEqual([])
    expect(await list(tokens, 'mori.localhost')).toEqual([])
    await shop.passDeadline()
    await shop.reconcile()
  })

  test('at most fifty are asked for at once', async () => {
    const many = (count: number) => Array.from({ length: count }, () => 'ord_0123456789012345678901AB')
    expect(await list(many(50))).toEqual([])
    expect(await list(many(51))).toMatchObject({ error: 'invalid_request' })
  })
})
