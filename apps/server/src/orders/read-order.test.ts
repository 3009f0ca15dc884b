import { afterAll, beforeAll, expect, test } from 'vitest'

import { answersTogether } from '../../test/answers-together.ts'
import { insertCoupon } from '../../test/coupon-rows.ts'
import { insertMember, insertPromotion } from '../../test/members.ts'
import { createShop, type Shop } from '../../test/shop/shop.ts'
import { insertSmallCatalogue } from '../../test/small-catalogue.ts'
import { isRefusal } from '../platform/http/refusal.ts'
import { boughtById } from './bought/bought-order.ts'
import { readOrder } from './read-order.ts'

const LANGUAGES_ASKED = [undefined, 'ja', 'en', 'th', 'xx']

let shop: Shop

/** Orders of `demo`, each with something that the others have not, and one of another site. */
const orders = { plain: '', sets: '', coupons: '', member: '', ended: '', deleted: '', elsewhere: '' }
const ids: string[] = []

beforeAll(async () => {
  shop = await createShop()
  await shop.renew({ capacities: [50], setCapacities: [50] })
  const order = async (...asked: Parameters<Shop['orderToken']>): Promise<string> => {
    const { token, id } = await shop.orderToken(...asked)
    ids.push(id)
    return token
  }
  orders.plain = await order(1)
  orders.sets = await order(2, { guides: 1, tea: 2 })
  orders.coupons = await order(3)
  for (const coupon of ['LAST', 'FIRST']) {
    await insertCoupon(shop.db, { code: coupon, kind: 'invitation', usage_limit: 1 })
    const { status } = await shop.call('POST', `/api/v1/ordercoupons/${orders.coupons}`, { coupon })
    if (status !== 201) throw new Error(`coupon ${coupon} was refused`)
  }
  orders.member = await order(4)
  const email = await insertMember(shop.db, { promotionId: await insertPromotion(shop.db) })
  await shop.call('POST', `/api/v1/membership/login/${orders.member}`, { email, password: 'correct horse' })
  orders.ended = await order(1)
  await shop.endHold(ids.at(-1)!)
  orders.deleted = await order(1)
  await shop.call('DELETE', `/api/v1/orders/${orders.deleted}`)
  orders.elsewhere = await orderElsewhere()
  await shop.db.transaction(tx =>
    tx.updateTable('orders').set({ lang: 'xx' }).where('id', '=', ids[0]!).execute(),
  )
})

afterAll(() => shop.close())

async function orderElsewhere(): Promise<string> {
  const { productUuid, spans, adult } = await insertSmallCatalogue(shop.db, { siteKey: 'cancanfactory' })
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/v1/orders',
    headers: { host: 'cancanfactory.localhost' },
    payload: {
      lang: 'en',
      product_uuid: productUuid,
      time_span_id: spans[0],
      quantity: 1,
      option_values: [{ option_value_id: adult, quantity: 1 }],
    },
  })
  return String(answer.json().order_token)
}

const read = (token: string, lang?: string, siteKey = 'demo') =>
  readOrder(shop.deps, { siteKey, token, lang })

test('R-7.18, S-15.01: orders that are asked for at once are each answered as alone, in the language asked for', async () => {
  const mailToken = shop.deps.tokens.derive('mail', ids[0]!)
  const tokens = [...Object.values(orders), mailToken, 'ord_AAAAAAAAAAAAAAAAAAAAAAAA', 'x', '']
  const questions = tokens.flatMap(token =>
    ['demo', 'cancanfactory'].flatMap(siteKey => LANGUAGES_ASKED.map(lang => ({ token, siteKey, lang }))),
  )
  const answers = await answersTogether(({ token, lang, siteKey }) => read(token, lang, siteKey), questions)
  // Five orders live, each at its own site.
  expect(answers.filter(answer => !isRefusal(answer))).toHaveLength(5 * LANGUAGES_ASKED.length)
})

test('R-3.120–135: what one order has is in no other that is asked for at the same time', async () => {
  const [plain, sets, coupons, member, ended, deleted, elsewhere, here, english] = await Promise.all([
    read(orders.plain),
    read(orders.sets),
    read(orders.coupons, 'en'),
    read(orders.member),
    read(orders.ended),
    read(orders.deleted),
    read(orders.elsewhere, undefined, 'cancanfactory'),
    read(orders.elsewhere),
    read(orders.member, 'en'),
  ])
  const nothing = { set_products: [], coupons: [], membership_promotion: null }
  const product = (product_name: string, quantity: number) => ({ main_product: { product_name, quantity } })
  expect(plain).toMatchObject({ lang: 'ja', price: 3200, ...product('光の森', 1), ...nothing })
  expect(sets).toMatchObject({
    ...nothing,
    price: 8500,
    main_product: {
      order_options: [
        { name: '大人', type: 'ticket_type', add_cost: 0, quantity: 2, unit_price: 3200 },
        { name: '音声ガイド', type: 'extra', quantity: 1, unit_price: 500 },
      ],
    },
    set_products: [{ product_name: '森のお茶', add_cost: 800, quantity: 2 }],
  })
  expect(coupons).toMatchObject({
    ...nothing,
    ...product('Forest of Light', 3),
    coupons: [
      { coupon_code: 'LAST', coupon_name: 'Coupon LAST', coupon_discount: 3200, ends_on: null },
      { coupon_code: 'FIRST', coupon_name: 'Coupon FIRST', coupon_discount: 3200 },
    ],
  })
  const promotion = { membership_promotion_name: 'ゴールド会員', membership_discount: 1280 }
  expect(member).toMatchObject({ ...nothing, ...product('光の森', 4), membership_promotion: promotion })
  expect(english).toMatchObject({ membership_promotion: { membership_promotion_name: 'Gold' } })
  expect(ended).toMatchObject({ code: 'session_timeout' })
  expect(deleted).toMatchObject({ code: 'record not found' })
  expect(elsewhere).toMatchObject({ ...nothing, ...product('Forest of Light', 1) })
  expect(here).toMatchObject({ code: 'record not found' })
})

test('orders whose mails are sent at once are each found by their id', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000'
  const found = await answersTogether(id => shop.db.find(boughtById, id), [unknown, ...ids])
  expect(found.map(record => record?.order.id)).toEqual([undefined, ...ids])
})

test('an order in no language of the store is shown in Japanese, whatever the first language of the site is', async () => {
  const makeFirst = (lang: string) =>
    shop.db.transaction(async tx => {
      await tx.updateTable('languages').set({ is_default: false }).where('site_key', '=', 'demo').execute()
      await tx
        .updateTable('languages')
        .set({ is_default: true })
        .where('site_key', '=', 'demo')
        .where('id', '=', lang)
        .execute()
    })
  await makeFirst('en')
  expect(await read(orders.plain)).toMatchObject({ lang: 'ja', main_product: { product_name: '光の森' } })
  expect(await read(orders.plain, 'th')).toMatchObject({ main_product: { product_name: 'Forest of Light' } })
  await makeFirst('ja')
})
