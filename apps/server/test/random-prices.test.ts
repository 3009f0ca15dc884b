import { getMembershipPromotion } from '@kippu/contract/membership'
import { readOrder } from '@kippu/contract/orders'
import { getStocks } from '@kippu/contract/products'
import { searchSetProducts } from '@kippu/contract/set-products'
import type { PricedPromotion } from '@kippu/domain/membership-discount'
import type { PricedLine } from '@kippu/domain/order-line'
import { type OrderPrice, type PriceQuestion, priceOrder } from '@kippu/domain/order-price'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rounds } from '../../../tools/test/proof-choice.ts'
import { type OracleOrder, oraclePrice } from '../../../packages/domain/test/price-oracle.ts'
import { createDice, type Dice, randomOrder } from '../../../packages/domain/test/random-order.ts'
import { findBrokenInvariants } from './invariants.ts'
import { type OfferedOrder, offerOrder, VISIT } from './offered-order.ts'
import { createShop, type StripeShop } from './shop/shop.ts'

const ORDERS = rounds({ short: 50, whole: 3_000 })
const AT_ONCE = 10
const SEED = 7_400

let shop: StripeShop

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  await shop.db.transaction(tx =>
    tx
      .updateTable('settings')
      .set({ value: '50' })
      .where('site_key', '=', 'demo')
      .where('key', '=', 'Max_Ticket')
      .execute(),
  )
})

afterAll(() => shop.close())

test(`${ORDERS} random orders cost the same through the calls, in the browser's code and by the requirements (S-3.01, S-4.02, D-21, D-22, D-24)`, async () => {
  const dice = createDice(SEED)
  for (let count = 0; count < ORDERS; count += AT_ONCE) {
    const orders = Array.from({ length: AT_ONCE }, () => randomShopOrder(dice))
    // The method belongs to the site, so concurrent orders share it.
    const method = orders[0]!.method
    await shop.list('stripe', method ?? undefined)
    await Promise.all(orders.map(order => compare({ ...order, method })))
  }
  expect(await findBrokenInvariants(shop.db)).toEqual([])
}, 1_800_000)

async function compare(order: OracleOrder): Promise<void> {
  const offered = await shop.db.transaction(tx => offerOrder(tx, order))
  // The catalogue is cached for a second.
  shop.clock.advance(1_001)
  const { asked, shown, simulated } = await goThrough(offered)
  const where = JSON.stringify(order)
  expect({ where, ...asked }).toEqual({ where, ...figuresOfOracle(offered) })
  expect({ where, ...figuresOf(shown) }).toEqual({ where, ...asked })
  const { payable: price, methodDiscount: discount_amount } = shown
  expect(simulated).toEqual(asked.price === 0 ? null : { price, discount_amount })
}

/** As the shop sells: at most one of an extra for each ticket. */
function randomShopOrder(dice: Dice): OracleOrder {
  const order = randomOrder(dice)
  const tickets = order.lines.filter(line => line.kind === 'ticket')
  const most = tickets.reduce((sum, line) => sum + line.quantity, 0)
  const lines = order.lines.map(line =>
    line.kind === 'extra' ? { ...line, quantity: Math.min(line.quantity, most) } : line,
  )
  return { ...order, lines }
}

interface Figures {
  readonly subtotal: number
  readonly membership: number
  readonly coupons: readonly number[]
  readonly price: number
}

interface Outcome {
  /** The server's answer. */
  readonly asked: Figures
  /** The price that the browser's code computes from the server's offer. */
  readonly shown: OrderPrice
  readonly simulated: unknown
}

/** Orders, adds the coupons, asks for the discount of the method, and computes the same as the browser does. */
async function goThrough(offered: OfferedOrder): Promise<Outcome> {
  const { order, couponCodes } = offered
  const question = { ...(await questionOfBrowser(offered)), method: order.method }
  const created = await shop.call('POST', '/api/v1/orders', offered.request)
  expect([created.status, created.body['price']]).toEqual([201, priceOrder(question).price])
  const token = String(created.body['order_token'])
  const { couponDiscounts } = priceOrder({ ...question, coupons: order.coupons })
  for (const [index, coupon] of couponCodes.entries()) {
    const added = await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon })
    // A coupon that takes nothing off is refused.
    const expected = couponDiscounts[index] === 0 ? 400 : 201
    expect([added.status, added.body['coupon_discount'] ?? 0]).toEqual([expected, couponDiscounts[index]])
  }
  const simulated = await shop.call('POST', `/api/v1/orders/paymentmethoddiscount/${token}/simulation`, {
    payment_method_type: 'stripe',
  })
  const read = v.parse(readOrder.response, (await shop.call('GET', `/api/v1/orders/${token}`)).body)
  return {
    asked: {
      subtotal: read.subtotal,
      membership: read.membership_promotion?.membership_discount ?? 0,
      coupons: read.coupons.map(coupon => coupon.coupon_discount),
      price: read.price,
    },
    shown: priceOrder({ ...question, coupons: order.coupons }),
    simulated: simulated.status === 200 ? simulated.body : null,
  }
}

/** Lines and promotion as the order screen knows them: from the calls that it makes. */
async function questionOfBrowser(offered: OfferedOrder): Promise<PriceQuestion> {
  const { productUuid, timeSpanId, kinds, membershipValue, order } = offered
  const stocks = v.parse(
    getStocks.response,
    (await shop.call('GET', `/api/v1/products/stocks?date=${VISIT}&product_id=${productUuid}`)).body,
  )
  const options = stocks.time_spans.flatMap(span => span.options)
  const quantities = order.lines.filter(line => line.kind !== 'set').map(line => line.quantity)
  const lines = Array.from(kinds, ([valueId, kind], index): PricedLine => {
    const addCost = options.find(option => option.option_value_id === valueId)!.add_cost
    const basePrice = kind === 'extra' ? 0 : stocks.base_price
    return { kind, basePrice, addCost, quantity: quantities[index]! }
  })
  const search = `main_product_time_span_ids=${timeSpanId}&from=${VISIT}&to=${VISIT}`
  const found = (await shop.call('GET', `/api/v1/setproducts/search?${search}`)).body
  const sets = v.parse(searchSetProducts.response, Object.values(found))
  const setLines = order.lines.filter(line => line.kind === 'set')
  expect(sets).toHaveLength(setLines.length)
  return {
    lines: [
      ...lines,
      ...setLines.map(({ quantity }, index): PricedLine => {
        return { kind: 'set', basePrice: sets[index]!.base_price, addCost: 0, quantity }
      }),
    ],
    promotion: await promotionOf(membershipValue),
  }
}

async function promotionOf(value: string): Promise<PricedPromotion | null> {
  const url = `${getMembershipPromotion.path}?membership_key=club&membership_value=${value}`
  const { status, body } = await shop.call('GET', url)
  if (status === 404) return null
  const promotion = v.parse(getMembershipPromotion.response, body)
  return { type: promotion.promotion_type, amount: promotion.promotion_amount }
}

function figuresOfOracle({ order }: OfferedOrder): Figures {
  const price = oraclePrice(order)
  return {
    subtotal: Number(price.subtotal),
    membership: price.membershipByLine.reduce((sum, yen) => sum + Number(yen), 0),
    coupons: price.couponDiscounts.map(Number).filter(yen => yen > 0),
    price: Number(price.price),
  }
}

function figuresOf({ subtotal, membershipDiscount, couponDiscounts, price }: OrderPrice): Figures {
  return {
    subtotal,
    membership: membershipDiscount,
    coupons: couponDiscounts.filter(yen => yen > 0),
    price,
  }
}
