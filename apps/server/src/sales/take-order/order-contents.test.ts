import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { insertSmallCatalogue, type SmallSet } from '../../../test/small-catalogue.ts'
import { releaseExpired } from '../../orders/life/release-expired.ts'

/** What goes with the tickets of an order: extras, set products, membership. */

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
})

beforeEach(() => shop.renew())

afterAll(() => shop.close())

interface AskedSet {
  readonly uuid: string
  readonly time_span_id: number
  readonly quantity: number
}

const tea = (quantity: number, more: Partial<AskedSet> = {}): AskedSet => ({
  uuid: shop.catalogue.tea.productUuid,
  time_span_id: shop.catalogue.tea.spans[0]!,
  quantity,
  ...more,
})

/** Orders these values by their id, so many adults unless said otherwise, and whatever else is asked for. */
const post = (quantity: number, more: object = {}) =>
  shop.call('POST', '/api/v1/orders', {
    lang: 'en',
    product_uuid: shop.catalogue.productUuid,
    time_span_id: shop.catalogue.spans[0],
    quantity,
    option_values: [{ option_value_id: shop.catalogue.adult, quantity }],
    ...more,
  })

const readBack = async (created: { readonly body: Record<string, unknown> }) => {
  const { body } = await shop.call('GET', `/api/v1/orders/${String(created.body['order_token'])}`)
  return body
}

const visitSpan = () => shop.catalogue.spans[0]!
const teaSpan = () => shop.catalogue.tea.spans[0]!
const takenOfBoth = async () => [await shop.takenOf(visitSpan()), await shop.takenOf(teaSpan())]

describe('extras', () => {
  test('R-9.09, R-3.114–119, R-3.132: cost their extra cost alone, and do not count as tickets', async () => {
    const { adult, child, guide } = shop.catalogue
    const option_values = [
      { option_value_id: adult, quantity: 1 },
      { option_value_id: guide, quantity: 2 },
      { option_value_id: child, quantity: 1 },
    ]
    const created = await post(2, { option_values })
    expect(created).toMatchObject({ status: 201, body: { price: 3200 + 1000 + 2 * 500 } })
    expect(await readBack(created)).toMatchObject({
      subtotal: 5200,
      price: 5200,
      main_product: {
        quantity: 2,
        order_options: [
          { name: 'Adult', type: 'ticket_type', add_cost: 0, quantity: 1, unit_price: 3200 },
          {
            id: expect.any(Number),
            name: 'Guide',
            type: 'extra',
            add_cost: 500,
            quantity: 2,
            option_value_id: guide,
            unit_price: 500,
          },
          { name: 'Child', type: 'ticket_type', add_cost: -2200, quantity: 1, unit_price: 1000 },
        ],
      },
    })
    expect(await shop.takenOf(visitSpan())).toBe(2)
  })

  test('an extra never costs less than nothing (R-3.104)', async () => {
    await shop.db.transaction(tx =>
      tx
        .updateTable('option_values')
        .set({ add_cost: -300 })
        .where('id', '=', shop.catalogue.guide)
        .execute(),
    )
    expect(await shop.order(1, { guides: 1 })).toMatchObject({ status: 201, body: { price: 3200 } })
  })

  test('of each extra at most one a ticket, also when it is asked for in several lines', async () => {
    const refused = {
      status: 400,
      body: { error: 'invalid_request', fields: [{ field: 'option_values', rule: 'max_value' }] },
    }
    expect(await shop.order(2, { guides: 2 })).toMatchObject({ status: 201 })
    expect(await shop.order(2, { guides: 3 })).toEqual(refused)
    const { adult, guide } = shop.catalogue
    const option_values = [
      { option_value_id: adult, quantity: 2 },
      { option_value_id: guide, quantity: 2 },
      { option_value_id: guide, quantity: 1 },
    ]
    expect(await post(2, { option_values })).toEqual(refused)
  })

  test('R-7.15, D-01, D-56: Max_Ticket limits tickets, and extras are not part of the quantity', async () => {
    await shop.renew({ capacities: [30] })
    expect(await shop.order(10, { guides: 10 })).toMatchObject({ status: 201 })
    const option_values = [{ option_value_id: shop.catalogue.guide, quantity: 1 }]
    expect(await post(1, { option_values })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'quantity', rule: 'sum' }] },
    })
  })
})

describe('set products', () => {
  test('of one set product at most twenty units, however they are asked for', async () => {
    await shop.renew({ capacities: [30], setCapacities: [60, 60] })
    const [, later = 0] = shop.catalogue.tea.spans
    const atTwoTimes = (units: number) => [tea(10), { ...tea(units), time_span_id: later }]
    expect(await post(1, { set_products: [tea(20)] })).toMatchObject({ status: 201 })
    expect(await post(1, { set_products: atTwoTimes(10) })).toMatchObject({ status: 201 })
    for (const set_products of [[tea(11), tea(10)], atTwoTimes(11)])
      expect(await post(1, { set_products })).toEqual({
        status: 400,
        body: { error: 'invalid_request', fields: [{ field: 'set_products', rule: 'max_value' }] },
      })
  })

  test('R-7.12, R-3.133: are bought with the visit at the price of the day, and shown with the order', async () => {
    const created = await post(2, { set_products: [tea(3)] })
    expect(created).toMatchObject({ status: 201, body: { price: 2 * 3200 + 3 * 800 } })
    expect(await takenOfBoth()).toEqual([2, 3])
    expect(await readBack(created)).toMatchObject({
      subtotal: 8800,
      price: 8800,
      set_products: [{ product_name: 'Forest Tea', add_cost: 800, quantity: 3 }],
    })
  })

  test('S-2.02: when the set product lacks stock nothing is held, and the other way round', async () => {
    const refused = { status: 400, body: { error: 'out of stock' } }
    expect(await post(1, { set_products: [tea(6)] })).toEqual(refused)
    expect(await takenOfBoth()).toEqual([0, 0])
    await shop.order(5)
    expect(await post(1, { set_products: [tea(1)] })).toEqual(refused)
    expect(await takenOfBoth()).toEqual([5, 0])
  })

  test('S-1.16: their price stays as it was when the order was created', async () => {
    const created = await post(1, { set_products: [tea(1)] })
    await shop.db.transaction(tx =>
      tx
        .updateTable('product_days')
        .set({ base_price: 9_999 })
        .where('product_id', '=', shop.catalogue.tea.productId)
        .execute(),
    )
    expect(await readBack(created)).toMatchObject({ price: 4000, set_products: [{ add_cost: 800 }] })
  })

  test('the same one asked for twice at the same time is one, with the units of both', async () => {
    const created = await post(1, { set_products: [tea(1), tea(2)] })
    expect(await readBack(created)).toMatchObject({
      price: 5600,
      set_products: [{ product_name: 'Forest Tea', quantity: 3 }],
    })
    expect(await shop.takenOf(teaSpan())).toBe(3)
  })

  test('the same one at two times is two', async () => {
    await shop.renew({ setCapacities: [5, 5] })
    const [first, second] = shop.catalogue.tea.spans
    const set_products = [tea(1, { time_span_id: second! }), tea(2, { time_span_id: first! })]
    expect(await readBack(await post(1, { set_products }))).toMatchObject({
      price: 5600,
      set_products: [{ quantity: 1 }, { quantity: 2 }],
    })
  })

  test('Max_Ticket does not limit them (D-01)', async () => {
    await shop.renew({ setCapacities: [30] })
    expect(await post(1, { set_products: [tea(20)] })).toMatchObject({ status: 201 })
  })

  test('one that does not go with the product is not found, and a main product is none (R-7.14)', async () => {
    const notFound = { status: 404, body: { error: 'record not found' } }
    const other = await insertSmallCatalogue(shop.db)
    const elsewhere = await insertSmallCatalogue(shop.db, { siteKey: 'cancanfactory' })
    const ask = ({ productUuid, spans }: SmallSet) =>
      post(1, { set_products: [tea(1, { uuid: productUuid, time_span_id: spans[0]! })] })
    for (const set of [other.tea, elsewhere.tea, other, shop.catalogue])
      expect(await ask(set)).toEqual(notFound)
    expect(await post(1, { set_products: [tea(1, { uuid: randomUUID() })] })).toEqual(notFound)
    expect(await takenOfBoth()).toEqual([0, 0])
  })

  test('D-06: a time span of another product or of another day is not a stock of the visit', async () => {
    const noStock = { status: 400, body: { error: 'no stock registered for this product' } }
    const set_products = [tea(1, { time_span_id: visitSpan() })]
    expect(await post(1, { set_products })).toEqual(noStock)
    const tomorrow = await teaOn('2026-12-02')
    expect(await post(1, { set_products: [tea(1, { time_span_id: tomorrow })] })).toEqual(noStock)
  })

  test('D-06: with a visit for a period it may be of any of its days', async () => {
    const lastDay = new Date('2026-12-08T00:00:00+09:00')
    await shop.db.transaction(async tx => {
      const { productId } = shop.catalogue
      await tx.updateTable('products').set({ sale_type: 'period' }).where('id', '=', productId).execute()
      await tx.updateTable('time_spans').set({ ends_at: lastDay }).where('id', '=', visitSpan()).execute()
    })
    const [within, after] = [await teaOn('2026-12-07'), await teaOn('2026-12-08')]
    expect(await post(1, { set_products: [tea(1, { time_span_id: within })] })).toMatchObject({ status: 201 })
    expect(await post(1, { set_products: [tea(1, { time_span_id: after })] })).toEqual({
      status: 400,
      body: { error: 'no stock registered for this product' },
    })
  })

  test('S-2.10: one whose sale has ended is not on sale, though the visit is', async () => {
    await shop.db.transaction(tx =>
      tx
        .updateTable('products')
        .set({ sale_until: new Date('2026-11-21T00:00:00+09:00') })
        .where('id', '=', shop.catalogue.tea.productId)
        .execute(),
    )
    expect(await post(1, { set_products: [tea(1)] })).toEqual({
      status: 400,
      body: { error: 'ticket not on sale now' },
    })
    expect(await post(1)).toMatchObject({ status: 201 })
  })

  test('S-2.07: giving the order back gives all of it back', async () => {
    const { token } = await shop.orderToken(2, { tea: 3 })
    expect(await takenOfBoth()).toEqual([2, 3])
    expect(await shop.call('DELETE', `/api/v1/orders/${token}`)).toMatchObject({ status: 204 })
    expect(await takenOfBoth()).toEqual([0, 0])
  })

  test('S-2.03: a span that is short takes back what has ended of it, and the sweeper the rest', async () => {
    const ended = await shop.orderToken(2, { tea: 5 })
    await shop.endHold(ended.id)
    expect(await post(1, { set_products: [tea(5)] })).toMatchObject({ status: 201 })
    // Nobody was short of places: what the ended order has of them is still there.
    expect(await takenOfBoth()).toEqual([3, 5])
    await releaseExpired(shop.deps)
    expect(await takenOfBoth()).toEqual([1, 5])
  })

  /** A time span of the tea on another day, with the day. */
  async function teaOn(visitDate: string): Promise<number> {
    const { productId } = shop.catalogue.tea
    return shop.db.transaction(async tx => {
      const day = { product_id: productId, visit_date: visitDate }
      await tx
        .insertInto('product_days')
        .values({ ...day, base_price: 800 })
        .execute()
      const { id } = await tx
        .insertInto('time_spans')
        .values({
          ...day,
          site_key: 'demo',
          starts_at: new Date(`${visitDate}T10:00:00+09:00`),
          ends_at: new Date(`${visitDate}T11:00:00+09:00`),
          capacity: 5,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  }
})

describe('a membership pair', () => {
  const pairs = { percent: 'gold', fixed: 'silver' }

  beforeAll(async () => {
    await shop.db.transaction(async tx => {
      for (const [promotion_type, membership_value] of Object.entries(pairs)) {
        const id = randomUUID()
        const promotion = { site_key: 'demo', membership_key: 'guild', membership_value, promotion_type }
        await tx
          .insertInto('membership_promotions')
          .values({ ...promotion, id, promotion_amount: promotion_type === 'percent' ? 15 : 1500 })
          .execute()
        await tx
          .insertInto('membership_promotion_texts')
          .values({ promotion_id: id, lang: 'ja', name: `会員 ${membership_value}` })
          .execute()
      }
    })
  })

  test('S-5.01, R-9.10, R-3.121, R-3.135, D-54: takes its promotion off the tickets alone, and the order says so', async () => {
    const created = await post(1, {
      membership_key: 'guild',
      membership_value: 'gold',
      option_values: [
        { option_value_id: shop.catalogue.adult, quantity: 1 },
        { option_value_id: shop.catalogue.guide, quantity: 1 },
      ],
      set_products: [tea(1)],
    })
    expect(created).toMatchObject({ status: 201, body: { price: 4500 - 480 } })
    expect(await readBack(created)).toMatchObject({
      subtotal: 4500,
      price: 4020,
      membership_promotion: { membership_promotion_name: '会員 gold', membership_discount: 480 },
    })
  })

  test('S-5.01: what it takes off is kept with the line it was taken off', async () => {
    const { adult, child } = shop.catalogue
    const option_values = [
      { option_value_id: adult, quantity: 2 },
      { option_value_id: child, quantity: 1 },
    ]
    const created = await post(3, { option_values, membership_key: 'guild', membership_value: 'silver' })
    expect(created.body['price']).toBe(2 * 1700 + 0)
    const lines = await shop.db.read(tx =>
      tx
        .selectFrom('orders')
        .innerJoin('order_items', 'order_items.order_id', 'orders.id')
        .select(['orders.membership_discount as whole', 'order_items.membership_discount as own'])
        .where('orders.time_span_id', '=', visitSpan())
        .orderBy('position')
        .execute(),
    )
    expect(lines).toEqual([
      { whole: 4000, own: 3000 },
      { whole: 4000, own: 1000 },
    ])
  })

  test.each([
    ['an unknown pair', { membership_key: 'guild', membership_value: 'lead' }],
    ['half a pair', { membership_key: 'guild' }],
    ['a pair of another site', { membership_key: 'club', membership_value: 'elsewhere' }],
  ])('S-5.03: %s has no effect', async (_, pair) => {
    await shop.db.transaction(tx =>
      tx
        .insertInto('membership_promotions')
        .values({
          id: randomUUID(),
          site_key: 'cancanfactory',
          membership_key: 'club',
          membership_value: 'elsewhere',
          promotion_type: 'percent',
          promotion_amount: 50,
        })
        .onConflict(conflict => conflict.doNothing())
        .execute(),
    )
    const created = await post(1, pair)
    expect(created).toMatchObject({ status: 201, body: { price: 3200 } })
    expect(await readBack(created)).toMatchObject({ membership_promotion: null })
  })
})
