import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { changeCoupon, insertCoupon } from '../../../test/coupon-rows.ts'
import type { StoreAnswer } from '../../../test/shop/orders.ts'
import { createShop, type Shop } from '../../../test/shop/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await createShop()
})

beforeEach(() => shop.renew({ capacities: [50], setCapacities: [50] }))

afterAll(() => shop.close())

/** Two adults at 3,200 yen and a child at 1,000: 7,400 yen. */
async function family(more: object = {}): Promise<string> {
  const { catalogue } = shop
  const { status, body } = await shop.call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: catalogue.productUuid,
    time_span_id: catalogue.spans[0],
    quantity: 3,
    option_values: [
      { option_value_id: catalogue.adult, quantity: 2 },
      { option_value_id: catalogue.child, quantity: 1 },
    ],
    ...more,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return String(body['order_token'])
}

const add = (token: string, coupon: string): Promise<StoreAnswer> =>
  shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon })
const remove = (token: string, coupon: string): Promise<StoreAnswer> =>
  shop.call('DELETE', `/api/v1/ordercoupons/${token}/${encodeURIComponent(coupon)}`)
const read = async (token: string): Promise<Record<string, unknown>> =>
  (await shop.call('GET', `/api/v1/orders/${token}`)).body
const priceOf = async (token: string): Promise<unknown> => (await read(token))['price']
const refusal = (error: string, status = 400) => ({ status, body: { error } })

/** A new order that has these coupons. */
async function familyWith(...codes: readonly string[]): Promise<string> {
  const token = await family()
  for (const code of codes) expect((await add(token, code)).status).toBe(201)
  return token
}

describe('a coupon that is added (R-4.36, R-7.22)', () => {
  test.each([
    ['FLAT500', 500, '500円引きクーポン'],
    ['FLAT300PER', 900, 'チケット1枚につき300円引きクーポン'],
    ['RATE10', 740, '10%割引クーポン'],
    ['CAMPAIGN', 1000, 'オープン記念キャンペーン（1,000円引き）'],
    ['CAMPAIGN2', 1110, 'お知らせメール読者キャンペーン（15%割引）'],
    ['FREE100', 7400, '全額割引クーポン'],
  ])('%s takes %i yen off 7400 (S-3.02, S-3.03, S-3.05)', async (code, discount, name) => {
    const token = await family()
    expect(await add(token, code)).toEqual({
      status: 201,
      body: { coupon_name: name, coupon_discount: discount },
    })
    expect(await read(token)).toMatchObject({
      subtotal: 7400,
      price: 7400 - discount,
      coupons: [{ coupon_code: code, coupon_name: name, coupon_discount: discount }],
    })
  })

  test('is named in the language of the order, or in English where the venue wrote nothing in it (R-3.134)', async () => {
    await insertCoupon(shop.db, { code: 'TWO-WORDS' })
    const names = [await family({ lang: 'en' }), await family({ lang: 'th' })].map(token =>
      add(token, 'TWO-WORDS'),
    )
    expect((await Promise.all(names)).map(({ body }) => body['coupon_name'])).toEqual([
      'Coupon TWO-WORDS',
      'Coupon TWO-WORDS',
    ])
  })

  test('is named in the language that the order is read in (R-3.134, R-4.14)', async () => {
    await insertCoupon(shop.db, { code: 'READ-IN' })
    const token = await family({ lang: 'en' })
    await add(token, 'READ-IN')
    const { body } = await shop.call('GET', `/api/v1/orders/${token}?lang=ja`)
    expect(body).toMatchObject({ coupons: [{ coupon_name: 'READ-INクーポン' }] })
  })

  test('is found however it was typed, but upper and lower case differ (R-7.22)', async () => {
    expect((await add(await family(), ' ＦＬＡＴ５００　')).status).toBe(201)
    expect(await add(await family(), 'flat500')).toEqual(refusal('coupon_code does not exist'))
  })

  test('counts extras and set products in a percentage, tickets alone per ticket (D-21, R-9.02)', async () => {
    const { catalogue } = shop
    const more = {
      option_values: [
        { option_value_id: catalogue.adult, quantity: 3 },
        { option_value_id: catalogue.guide, quantity: 2 },
      ],
      set_products: [{ uuid: catalogue.tea.productUuid, time_span_id: catalogue.tea.spans[0], quantity: 5 }],
    }
    // 3 × 3200 + 2 × 500 + 5 × 800
    expect((await add(await family(more), 'RATE10')).body['coupon_discount']).toBe(1460)
    expect((await add(await family(more), 'FLAT300PER')).body['coupon_discount']).toBe(900)
  })

  test('never takes more than there is (R-9.03)', async () => {
    await insertCoupon(shop.db, { code: 'MUCH', discount_amount: 10_000 })
    const token = await family()
    expect((await add(token, 'MUCH')).body['coupon_discount']).toBe(7400)
    expect(await priceOf(token)).toBe(0)
  })

  test('is kept in shares of what each line costs (S-3.01)', async () => {
    const token = await familyWith('FLAT500')
    const shares = await shop.db.read(tx =>
      tx
        .selectFrom('order_items')
        .innerJoin('orders', 'orders.id', 'order_items.order_id')
        .select('coupon_discount')
        .orderBy('order_items.position')
        .orderBy('created_at', 'desc')
        .where('orders.price', '=', 6900)
        .where('orders.product_id', '=', shop.catalogue.productId)
        .execute(),
    )
    expect(shares.map(row => row.coupon_discount)).toEqual([432, 68])
    expect(await priceOf(token)).toBe(6900)
  })

  test('a price that the client sends is not read (S-3.01)', async () => {
    const answer = await shop.call('POST', `/api/v1/ordercoupons/${await family()}`, {
      coupon: 'FLAT500',
      price: 1,
    })
    expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_request'])
  })
})

describe('invitations (S-3.04)', () => {
  test('each frees the dearest ticket that is not free yet: 3200, 3200, 1000 (S-3.04)', async () => {
    const token = await family()
    const discounts = [await add(token, 'INVITE1'), await add(token, 'INVITE2'), await add(token, 'INVITE3')]
    expect(discounts.map(({ body }) => body['coupon_discount'])).toEqual([3200, 3200, 1000])
    expect(await priceOf(token)).toBe(0)
    expect(await add(token, 'INVITE4')).toEqual(refusal('invitation coupon codes exceeding tickets bought'))
    for (const code of ['INVITE1', 'INVITE2', 'INVITE3']) await remove(token, code)
  })

  test('without one of them the others move up and the price is as before (S-3.13, R-7.23)', async () => {
    const token = await familyWith('INVITE4', 'INVITE5', 'INVITE6')
    expect(await remove(token, 'INVITE4')).toEqual({ status: 204, body: {} })
    expect((await read(token))['coupons']).toMatchObject([
      { coupon_code: 'INVITE5', coupon_discount: 3200 },
      { coupon_code: 'INVITE6', coupon_discount: 3200 },
    ])
    expect(await priceOf(token)).toBe(1000)
    await remove(token, 'INVITE6')
    expect(await priceOf(token)).toBe(4200)
    await remove(token, 'INVITE5')
    expect(await read(token)).toMatchObject({ price: 7400, coupons: [] })
  })

  test('the same code twice is a duplicate (R-8.52, S-3.07)', async () => {
    const token = await familyWith('INVITE7')
    expect(await add(token, 'INVITE7')).toEqual(refusal('duplicated invitation code'))
    await remove(token, 'INVITE7')
  })

  test('a third code for two tickets is one too many (R-8.53, S-3.08)', async () => {
    const { token } = await shop.orderToken(2)
    for (const code of ['INVITE7', 'INVITE8']) expect((await add(token, code)).status).toBe(201)
    expect(await add(token, 'INVITE9')).toEqual(refusal('invitation coupon codes exceeding tickets bought'))
    for (const code of ['INVITE7', 'INVITE8']) await remove(token, code)
  })
})

describe('a coupon that is refused changes nothing', () => {
  test.each([
    ['NONE', 'coupon_code does not exist', 'R-8.41'],
    ['INACTIVE', 'coupon not available', 'R-8.39'],
    ['SPOTONLY', 'invalid channel', 'R-8.45, S-3.14'],
    ['NOTYET', 'out of coverage dates of the coupon', 'R-8.44'],
    ['EXPIRED', 'expired coupon', 'R-8.42'],
    ['OTHERPRODUCT', 'coupon cannot be applied to specified order', 'R-8.56'],
    ['USEDUP', 'coupon limit reached', 'R-8.43'],
  ])('%s: %s (%s, S-3.10)', async (code, error) => {
    const token = await family()
    expect(await add(token, code)).toEqual(refusal(error))
    expect(await read(token)).toMatchObject({ price: 7400, coupons: [] })
  })

  test('an amount below 0, or one that is not counted in anything, cannot be calculated (R-8.55)', async () => {
    await insertCoupon(shop.db, { code: 'NEGATIVE', discount_amount: -500 })
    await insertCoupon(shop.db, { code: 'BADTYPE', discount_type: 'points' })
    for (const code of ['NEGATIVE', 'BADTYPE'])
      expect(await add(await family(), code)).toEqual(
        refusal('discount amount could not be calculated correctly'),
      )
  })

  test('WEEKDAY covers a Tuesday and no Saturday (R-8.40, D-23)', async () => {
    expect((await add(await family(), 'WEEKDAY')).status).toBe(201)
    await shop.renew({ visitDate: '2026-12-05' })
    expect(await add(await family(), 'WEEKDAY')).toEqual(refusal('out of coverage dates'))
  })

  test('when nothing is left to take off (R-8.54)', async () => {
    const token = await family()
    await shop.db.transaction(async tx => {
      const lines = tx.updateTable('order_items').set({ unit_price: 0 })
      await lines
        .where('order_id', 'in', tx.selectFrom('orders').select('id').where('price', '=', 7400))
        .execute()
    })
    expect(await add(token, 'FLAT500')).toEqual(refusal('no further discounts available'))
  })

  test('of two reasons the earlier is named: expired and used up (S-3.09)', async () => {
    await insertCoupon(shop.db, { code: 'BOTH', ends_on: '2026-11-20', usage_limit: 0 })
    expect(await add(await family(), 'BOTH')).toEqual(refusal('expired coupon'))
  })

  test('a code of another site is as unknown as any', async () => {
    await insertCoupon(shop.db, { code: 'THEIRS', site_key: 'cancanfactory' })
    expect(await add(await family(), 'THEIRS')).toEqual(refusal('coupon_code does not exist'))
    expect(await remove(await family(), 'THEIRS')).toEqual(refusal('coupon_code does not exist'))
  })
})

describe('which coupons stand together (S-3.06, D-22)', () => {
  const CAMPAIGN_ALONE = 'campaign coupon and other coupons'
  const INVITED = 'INVITE9'

  test.each([
    ['FLAT500', 'FLAT300PER', 'multiple flat-rate coupons', 'R-8.46'],
    ['RATE10', 'RATE20', 'multiple fixed-rate coupons', 'R-8.47'],
    ['FLAT500', 'RATE10', 'flat-rate and fixed-rate coupons', 'R-8.48'],
    [INVITED, 'FLAT500', 'invitation and flat-rate coupons', 'R-8.49'],
    [INVITED, 'RATE10', 'invitation and fixed-rate coupons', 'R-8.50'],
    ['CAMPAIGN', 'CAMPAIGN2', CAMPAIGN_ALONE, 'R-8.51'],
    ['CAMPAIGN', 'FLAT500', CAMPAIGN_ALONE, 'R-8.51'],
    ['CAMPAIGN', 'RATE10', CAMPAIGN_ALONE, 'R-8.51'],
    ['CAMPAIGN', INVITED, CAMPAIGN_ALONE, 'R-8.51'],
  ])('%s and %s, either one first: %s (%s, S-3.06)', async (one, other, error) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const token = await familyWith(first)
      const before = await read(token)
      expect(await add(token, second)).toEqual(refusal(error))
      expect(await read(token)).toEqual(before)
      await remove(token, first)
    }
  })

  test('several invitations do, either one first (S-3.06)', async () => {
    for (const codes of [
      ['INVITE8', 'INVITE9'],
      ['INVITE9', 'INVITE8'],
    ]) {
      const token = await familyWith(...codes)
      expect(await priceOf(token)).toBe(1000)
      for (const code of codes) await remove(token, code)
    }
  })

  test.each([
    ['FLAT500', 'multiple flat-rate coupons'],
    ['RATE10', 'multiple fixed-rate coupons'],
    ['CAMPAIGN', CAMPAIGN_ALONE],
  ])('%s a second time: %s', async (code, error) => {
    expect(await add(await familyWith(code), code)).toEqual(refusal(error))
  })
})

describe('days are days in Japan (D-23)', () => {
  test('the last day ends at midnight in Japan, and the first begins then', async () => {
    await insertCoupon(shop.db, { code: 'LASTDAY', ends_on: '2026-11-21' })
    await insertCoupon(shop.db, { code: 'FIRSTDAY', starts_on: '2026-11-22' })
    shop.clock.set('2026-11-21T23:59:59+09:00')
    const [before, after] = [await family(), await family()]
    expect((await add(before, 'LASTDAY')).status).toBe(201)
    expect(await add(after, 'FIRSTDAY')).toEqual(refusal('out of coverage dates of the coupon'))
    shop.clock.set('2026-11-22T00:00:00+09:00')
    expect(await add(after, 'LASTDAY')).toEqual(refusal('expired coupon'))
    expect((await add(after, 'FIRSTDAY')).status).toBe(201)
  })

  test('the day of the visit is what is covered, not today', async () => {
    await insertCoupon(shop.db, { code: 'DECEMBER', visits_from: '2026-12-01', visits_until: '2026-12-31' })
    await insertCoupon(shop.db, { code: 'NOVEMBER', visits_from: '2026-11-01', visits_until: '2026-11-30' })
    expect((await add(await family(), 'DECEMBER')).status).toBe(201)
    expect(await add(await family(), 'NOVEMBER')).toEqual(refusal('out of coverage dates'))
  })
})

describe('conditions on the order (R-8.56)', () => {
  test('too few tickets', async () => {
    await insertCoupon(shop.db, { code: 'FOUR', min_quantity: 4 })
    await insertCoupon(shop.db, { code: 'THREE', min_quantity: 3 })
    expect(await add(await family(), 'FOUR')).toEqual(refusal('coupon cannot be applied to specified order'))
    expect((await add(await family(), 'THREE')).status).toBe(201)
  })

  test('a coupon for this product is for this product', async () => {
    const id = await insertCoupon(shop.db, { code: 'OURS' })
    const link = { coupon_id: id, product_id: shop.catalogue.productId }
    await shop.db.transaction(tx => tx.insertInto('coupon_products').values(link).execute())
    expect((await add(await family(), 'OURS')).status).toBe(201)
  })
})

describe('when a coupon may be added and removed (D-17)', () => {
  test.each(['temporary', 'mail_sent', 'ready_checkout'])('an order that is %s takes it', async status => {
    const { token, id } = await shop.orderToken()
    await setStatus(id, status)
    expect((await add(token, 'FLAT500')).status).toBe(201)
    expect((await remove(token, 'FLAT500')).status).toBe(204)
  })

  test.each(['payment_pending', 'payment_3ds', 'completed', 'cancelled', 'refunded', 'refund_failed'])(
    'an order that is %s does not: its price is frozen (S-1.04, S-1.05)',
    async status => {
      const { token, id } = await shop.orderToken()
      await add(token, 'FLAT500')
      await setStatus(id, status)
      const refused = refusal(status.startsWith('payment_') ? 'order is being paid' : 'invalid order status')
      expect(await add(token, 'RATE10')).toEqual(refused)
      expect(await remove(token, 'FLAT500')).toEqual(refused)
    },
  )

  test('an order that ended is a session that timed out; another one is not found', async () => {
    const { token, id } = await shop.orderToken()
    await shop.endHold(id)
    expect(await add(token, 'FLAT500')).toEqual(refusal('session_timeout'))
    expect(await remove(token, 'FLAT500')).toEqual(refusal('session_timeout'))
    const nobody = shop.deps.tokens.derive('order', 'nobody')
    expect(await add(nobody, 'FLAT500')).toEqual(refusal('record not found', 404))
    expect(await remove(nobody, 'FLAT500')).toEqual(refusal('record not found', 404))
  })

  async function setStatus(id: string, status: string): Promise<void> {
    await shop.db.transaction(tx => tx.updateTable('orders').set({ status }).where('id', '=', id).execute())
  }
})

describe('a coupon that is removed (R-7.23)', () => {
  test('a code that no database can hold is not a code of a coupon', async () => {
    const token = await familyWith('FLAT500')
    for (const code of ['\u0000', 'FLAT500\u0000'])
      expect(await remove(token, code)).toEqual(refusal('coupon_code does not exist'))
    expect(await priceOf(token)).toBe(6900)
  })

  test('one that the order does not have is unknown', async () => {
    const token = await familyWith('FLAT500')
    expect(await remove(token, 'RATE10')).toEqual(refusal('coupon_code does not exist'))
    expect(await remove(token, 'NONE')).toEqual(refusal('coupon_code does not exist'))
    expect((await remove(token, 'FLAT500')).status).toBe(204)
    expect(await remove(token, 'FLAT500')).toEqual(refusal('coupon_code does not exist'))
  })

  test('the code may hold any character, encoded in the path', async () => {
    await insertCoupon(shop.db, { code: '50% & もっと/夏?' })
    const token = await familyWith('50% & もっと/夏?')
    expect(await remove(token, '50% & もっと/夏?')).toEqual({ status: 204, body: {} })
  })

  test.each([
    ['COLON:X', 'COLON:X'],
    ['クーポンコード：「ＩＮーＷＯＲＤＳ」です。', 'IN-WORDS'],
  ])('R-7.22: %j is found as a code of its own, or in the words around it', async (typed, code) => {
    await insertCoupon(shop.db, { code })
    const token = await familyWith(typed)
    expect((await remove(token, code)).status).toBe(204)
  })

  test('can be removed although the venue ended it meanwhile', async () => {
    await insertCoupon(shop.db, { code: 'GONE' })
    const token = await familyWith('GONE')
    await changeCoupon(shop.db, 'GONE', { is_active: false })
    expect((await remove(token, 'GONE')).status).toBe(204)
    expect(await priceOf(token)).toBe(7400)
  })
})
