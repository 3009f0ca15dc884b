import { readTimeChange } from '@kippu/contract/time-changes'
import { sumOf } from '@kippu/domain/sum'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import {
  type OracleLine,
  type OracleOrder,
  oraclePrice,
} from '../../../../packages/domain/test/price-oracle.ts'
import { createDice, type Dice, randomOrder } from '../../../../packages/domain/test/random-order.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { createShop, type OtherDaysShop } from '../shop/shop.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { type OfferedOrder, offerOrder } from '../offered-order.ts'
import { rowsOf } from './compare-with-model.ts'

const CHANGES = rounds({ short: 8, whole: 400 })
const SEED = seedOf(31)
const OTHER_DAY = '2026-12-02'
/** The least that a card pays at the provider, in yen. */
const LEAST_OF_A_CARD = 50

let shop: OtherDaysShop

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
  await shop.list('free')
  await shop.run(sql`update settings set value = '50' where site_key = 'demo' and key = 'Max_Ticket'`)
})
afterAll(() => shop.close())

test(`${CHANGES} random visits cost through the calls, at another day, what the requirements say, in all and by line; FC_SEED=${SEED} (S-11.08, E-12, E-13, D-41)`, async () => {
  const dice = createDice(SEED)
  for (let count = 0; count < CHANGES;) if (await compare(dice)) count += 1
  expect(await findBrokenInvariants(shop.db)).toEqual([])
}, 1_800_000)

/** Buys, gives a ticket back now and then, and asks what another day costs. False: a card can't pay so little. */
async function compare(dice: Dice): Promise<boolean> {
  const order = randomShopOrder(dice)
  const yen = Number(oraclePrice(order).price)
  if (yen > 0 && yen < LEAST_OF_A_CARD) return false
  const offered = await shop.db.transaction(tx => offerOrder(tx, order))
  const other = await offerOtherDay(offered, dice)
  // The catalogue is cached for a second.
  shop.clock.advance(1_001)
  const { token, number } = await buy(offered, yen)
  const where = JSON.stringify({ order, prices: [...other.prices] })
  const tickets = await ticketsOf(number)
  const gates = tickets.filter(({ type }) => type === 'gate')
  const gone = gates.length > 1 && dice.happens(30) ? dice.oneOf(tickets) : undefined
  if (gone !== undefined)
    await requestRefund(shop.deps, {
      siteKey: 'demo',
      reservationNumber: number,
      tickets: [gone.id],
      reason: 'it rains',
    })
  const left = tickets.filter(ticket => ticket !== gone)
  const lines = linesOn(offered, other.prices, left)
  const asked = oraclePrice({ ...order, lines, method: null })
  const paid = sumOf(left.map(({ price }) => price))
  const price = Number(asked.price)
  const made = await shop.change(token, other.span)
  expect({ where, ...made }).toMatchObject({
    where,
    status: 201,
    body: {
      old_price: paid,
      new_price: price,
      difference: price - paid,
      payment_required: price > paid,
      refund: Math.max(0, paid - price),
    },
  })
  const read = v.parse(readTimeChange.response, (await shop.read(String(made.body['timechange_token']))).body)
  expect({ where, quantities: read.lines.map(({ quantity }) => quantity) }).toEqual({
    where,
    quantities: lines.map(({ quantity }) => quantity),
  })
  expect(sumOf(read.lines.map(line => line.old_price))).toBe(paid)
  expect(sumOf(read.lines.map(line => line.new_price))).toBe(price)
  expect({ where, coupons: read.coupons.map(coupon => coupon.new_discount) }).toEqual({
    where,
    coupons: asked.couponDiscounts.filter((_, index) => offered.couponCodes[index] !== undefined).map(Number),
  })
  expect({ where, off: read.membership?.new_discount ?? 0 }).toEqual({
    where,
    off: Number(asked.membershipByLine.reduce((sum, one) => sum + one, 0n)),
  })
  return true
}

/** As the shop sells: at most one of an extra for each ticket, and coupons that take something off. */
function randomShopOrder(dice: Dice): OracleOrder {
  const order = { ...randomOrder(dice), method: null }
  const most = sumOf(order.lines.filter(({ kind }) => kind === 'ticket').map(({ quantity }) => quantity))
  const lines = order.lines.map(line =>
    line.kind === 'extra' ? { ...line, quantity: Math.min(line.quantity, most) } : line,
  )
  const discounts = oraclePrice({ ...order, lines }).couponDiscounts
  return { ...order, lines, coupons: order.coupons.filter((_, index) => (discounts[index] ?? 0n) > 0n) }
}

interface OtherDay {
  /** Time span of the visit. */
  readonly span: number
  /** Yen by product. */
  readonly prices: ReadonlyMap<string, number>
}

/** Every product of an order at another day, some dearer and some cheaper. */
async function offerOtherDay({ productUuid, request }: OfferedOrder, dice: Dice): Promise<OtherDay> {
  const prices = new Map<string, number>()
  let span = 0
  for (const uuid of [productUuid, ...setsOf(request)]) {
    const [product] = await rowsOf(
      shop,
      sql<{ id: number; base_price: number }>`select id, base_price from products where uuid = ${uuid}`,
    )
    if (product === undefined) throw new Error('an offered product is gone')
    const price = Math.max(0, product.base_price + dice.between(-700, 700))
    prices.set(uuid, price)
    await shop.run(sql`
      insert into product_days (product_id, visit_date, base_price) values (${product.id}, ${OTHER_DAY}, ${price})`)
    await shop.run(sql`
      insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
      values ('demo', ${product.id}, ${OTHER_DAY}, ${`${OTHER_DAY}T10:00:00+09:00`}, ${`${OTHER_DAY}T18:00:00+09:00`}, 100)`)
    if (uuid !== productUuid) continue
    const [row] = await rowsOf(
      shop,
      sql<{
        id: number
      }>`select id from time_spans where product_id = ${product.id} and visit_date = ${OTHER_DAY}`,
    )
    span = row?.id ?? 0
  }
  return { span, prices }
}

const orderBody = v.object({ set_products: v.array(v.object({ uuid: v.string() })) })

function setsOf(request: object): string[] {
  return v.parse(orderBody, request).set_products.map(({ uuid }) => uuid)
}

async function buy(
  { request, couponCodes }: OfferedOrder,
  yen: number,
): Promise<{ readonly token: string; readonly number: string }> {
  const created = await shop.call('POST', '/api/v1/orders', request)
  const orderToken = String(created.body['order_token'])
  for (const coupon of couponCodes) {
    const added = await shop.call('POST', `/api/v1/ordercoupons/${orderToken}`, { coupon })
    if (added.status !== 201) throw new Error(`no coupon: ${JSON.stringify(added.body)}`)
  }
  const order = await shop.ready(orderToken)
  const { body } =
    yen > 0
      ? await shop.pay(order, '1112')
      : await shop.call('POST', `/api/v1/orders/checkout/${orderToken}`, { payment_method_type: 'free' })
  if (body['result'] !== 'completed') throw new Error(`not bought: ${JSON.stringify(body)}`)
  return { token: String(body['reservation_token']), number: String(body['reservation_number']) }
}

interface TicketRow {
  readonly id: number
  readonly type: string
  readonly price: number
  readonly option_value_id: number | null
  readonly uuid: string
}

function ticketsOf(number: string): Promise<readonly TicketRow[]> {
  return rowsOf(
    shop,
    sql<TicketRow>`select t.id, t.type, t.price, t.option_value_id, p.uuid from tickets t
          join reservations r on r.id = t.reservation_id join products p on p.id = t.product_id
         where r.number = ${number} order by t.id`,
  )
}

/** The lines of an order at the prices of another day, each with as many units as it has tickets. */
function linesOn(
  { order, kinds, productUuid, request }: OfferedOrder,
  prices: OtherDay['prices'],
  tickets: readonly TicketRow[],
): OracleLine[] {
  const values = [...kinds.keys()]
  const sets = setsOf(request)
  const all = sumOf(order.lines.filter(({ kind }) => kind === 'ticket').map(({ quantity }) => quantity))
  const live = tickets.filter(({ type }) => type === 'gate').length
  const options = order.lines.filter(({ kind }) => kind !== 'set')
  const ofSets = order.lines.filter(({ kind }) => kind === 'set')
  return [
    ...options.map((line, index): OracleLine => {
      const isExtra = line.kind === 'extra'
      const own = tickets.filter(ticket => ticket.option_value_id === values[index]).length
      return {
        ...line,
        basePrice: isExtra ? 0 : (prices.get(productUuid) ?? 0),
        quantity: isExtra ? Math.ceil((line.quantity * live) / all) : own,
      }
    }),
    ...ofSets.map((line, index): OracleLine => {
      const uuid = sets[index] ?? ''
      const quantity = tickets.filter(ticket => ticket.type === 'set' && ticket.uuid === uuid).length
      return { ...line, basePrice: prices.get(uuid) ?? 0, quantity }
    }),
  ].filter(({ quantity }) => quantity > 0)
}
