import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { noteMailedLinks } from '../src/orders/life/order-mail.ts'
import { releaseExpired } from '../src/orders/life/release-expired.ts'
import { requestRefund } from '../src/payments/refunds/request-refund.ts'
import { insertCoupon } from './coupon-rows.ts'
import { insertMember, insertPromotion } from './members.ts'
import { createShop, type StripeShop } from './shop/shop.ts'
import type { ReadyOrder } from './shop/stripe.ts'
import { reservationNumberOf } from './reservation-number.ts'
import { rowsOfOrder } from './rows-of-order.ts'

const CONTENTS = [{ key: 'email', value: 'hana@example.com' }]
const FIELD = { site_key: 'demo', field_name: 'email', is_require: true, is_display: true, position: 1 }

let shop: StripeShop
let others: readonly ReadyOrder[]
let before: object

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  await shop.renew({ capacities: [40, 40], setCapacities: [40, 40] })
  // The coupons and places of the others, and those that all share.
  for (const code of ['THEIRS', 'SHARED']) await insertCoupon(shop.db, { code, usage_limit: 50 })
  await shop.db.transaction(async tx => {
    await tx.deleteFrom('field_templates').where('site_key', '=', 'demo').execute()
    await tx.insertInto('field_templates').values(FIELD).execute()
  })
  const promotionId = await insertPromotion(shop.db, { value: 'bystanders' })
  await insertMember(shop.db, { loginId: 'hana', password: 'a long password', promotionId })
  others = await sellToOthers()
  before = await rowsOf(others)
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())

/** An order in each state, with its coupon: open, ready to be paid, at the bank, paid, and partly given back. */
async function sellToOthers(): Promise<readonly ReadyOrder[]> {
  const all = await Promise.all(
    Array.from({ length: 5 }, () =>
      shop.orderToken(2, { guides: 1, tea: 1, timeSpanId: shop.catalogue.spans[1]! }),
    ),
  )
  const [open, , challenged, paid, refunded] = all
  for (const { token } of all) await takeCoupon(token, token === open!.token ? 'THEIRS' : 'SHARED')
  for (const order of all.slice(1)) await shop.ready(order.token)
  expect((await shop.pay(challenged!, '3220', 'stripe_secure')).body).toHaveProperty('redirect_url')
  for (const order of [paid!, refunded!]) expect((await shop.pay(order, '1112')).status).toBe(200)
  await refund(refunded!, [1])
  return all
}

/** Everything that is stored of orders, with the coupon and the places that only they have. */
async function rowsOf(orders: readonly ReadyOrder[]): Promise<object> {
  const [ofOrders, coupons, spans] = await Promise.all([
    Promise.all(orders.map(({ id }) => rowsOfOrder(shop.db, id))),
    shop.db.read(read => read.selectFrom('coupons').selectAll().where('code', '=', 'THEIRS').execute()),
    shop.db.read(read =>
      read
        .selectFrom('time_spans')
        .select(['id', 'taken'])
        .where('id', '=', shop.catalogue.spans[1]!)
        .execute(),
    ),
  ])
  return { ofOrders, coupons, spans }
}

async function takeCoupon(token: string, coupon: string): Promise<void> {
  expect((await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon })).status).toBe(201)
}

async function refund(order: ReadyOrder, tickets: 'all' | readonly number[]): Promise<void> {
  const reservationNumber = await reservationNumberOf(shop.db, order)
  const asked = { siteKey: 'demo', reservationNumber, tickets, reason: 'closed that day' } as const
  expect(await requestRefund(shop.deps, asked)).toMatchObject({ kind: 'refund' })
}

const mine = () => shop.orderToken(2, { guides: 1, tea: 1 })

async function mineToPay(): Promise<ReadyOrder> {
  const { token } = await mine()
  await takeCoupon(token, 'SHARED')
  return shop.ready(token)
}

/** A payment of mine that waits for the bank's page. */
async function mineAtTheBank() {
  const order = await mineToPay()
  const { body } = await shop.pay(order, '3220', 'stripe_secure')
  return { order, number: body['payment_number'], page: String(body['redirect_url']) }
}

const DEEDS: Readonly<Record<string, () => Promise<void>>> = {
  'adds a coupon and removes it': async () => {
    const { token } = await mineToPay()
    expect((await shop.call('DELETE', `/api/v1/ordercoupons/${token}/SHARED`)).status).toBe(204)
  },
  'extends the hold': async () => {
    const order = await mine()
    await shop.shortenHold(order, 120)
    expect((await shop.call('PUT', `/api/v1/orders/hold/${order.token}`)).status).toBe(200)
  },
  'corrects the address and follows the link': async () => {
    const { token, id } = await mine()
    for (const generation of [1, 2]) {
      const asked = await shop.call('POST', `/api/v1/ordermails/${token}`, { contents: CONTENTS })
      expect(asked.status).toBe(200)
      await shop.db.write(noteMailedLinks, { orderId: id, generation })
    }
    const link = shop.deps.tokens.derive('mail', `${id}.2`)
    expect((await shop.call('GET', `/api/v1/ordermails/${link}`)).status).toBe(200)
  },
  'logs in': async () => {
    const { token } = await mine()
    const member = { email: 'hana', password: 'a long password' }
    expect((await shop.call('POST', `/api/v1/membership/login/${token}`, member)).status).toBe(200)
  },
  cancels: async () => {
    const { token } = await mineToPay()
    expect((await shop.call('DELETE', `/api/v1/orders/${token}`)).status).toBe(204)
  },
  'lets the hold end': async () => {
    const order = await mineToPay()
    await shop.endHold(order.id)
    expect(await releaseExpired(shop.deps)).toBe(1)
  },
  'lets the hold end, and a full house takes the places': async () => {
    const order = await mine()
    await shop.endHold(order.id)
    await shop.db.transaction(tx =>
      tx
        .updateTable('time_spans')
        .set(eb => ({ capacity: eb.ref('taken') }))
        .where('id', '=', shop.catalogue.spans[0]!)
        .execute(),
    )
    expect((await shop.order(2)).status).toBe(201)
    await releaseExpired(shop.deps)
  },
  'is declined': async () => {
    const order = await mineToPay()
    expect((await shop.pay(order, '0002')).status).toBe(400)
    expect(await shop.statusOf(order)).toBe('ready_checkout')
  },
  pays: async () => {
    const order = await mineToPay()
    expect((await shop.pay(order, '1112')).body).toMatchObject({ result: 'completed' })
  },
  'pays after the bank has asked': async () => {
    const { order, number, page } = await mineAtTheBank()
    await shop.stripe.answer(page, 'authenticate')
    expect((await shop.confirm(number)).body).toMatchObject({ result: 'completed' })
    expect(await shop.statusOf(order)).toBe('completed')
  },
  'comes back from the bank too late': async () => {
    const { order, number } = await mineAtTheBank()
    await passDeadlineOf(order)
    expect((await shop.confirm(number)).status).toBe(400)
    expect(await shop.statusOf(order)).toBe('expired')
  },
  'pays for places that are gone': async () => {
    const { order, number, page } = await mineAtTheBank()
    await shop.stripe.answer(page, 'authenticate')
    await shop.stealStock(order)
    expect((await shop.confirm(number)).status).toBe(400)
    expect((await shop.attemptsOf(order))[0]!.state).toBe('voided')
  },
  'has paid for places that are gone': async () => {
    const { order, number, page } = await mineAtTheBank()
    await shop.stripe.answer(page, 'authenticate')
    for (const step of ['confirm', 'capture'])
      await shop.stripe.asStaff(`payment_intents/${await shop.intentOf(order)}/${step}`, {})
    await shop.stealStock(order)
    expect((await shop.confirm(number)).status).toBe(400)
    expect(await shop.statusOf(order)).toBe('refunded')
  },
  'corrects the address that the mail server refused': async () => {
    const order = await mineToPay()
    const { reservation_token: token } = (await shop.pay(order, '1112')).body
    await shop.db.transaction(tx =>
      tx
        .updateTable('orders')
        .set({ email_refused_at: sql`now()` })
        .where('id', '=', order.id)
        .execute(),
    )
    const corrected = { email: 'hanako@example.com' }
    expect((await shop.call('PUT', `/api/v1/reservations/${String(token)}/email`, corrected)).status).toBe(
      200,
    )
    expect(JSON.stringify(await rowsOfOrder(shop.db, order.id))).toContain(corrected.email)
  },
  'gets money back for one ticket, then for all': async () => {
    const order = await mineToPay()
    await shop.pay(order, '1112')
    await refund(order, [1])
    await refund(order, 'all')
    expect((await shop.attemptsOf(order))[0]!.state).toBe('refunded')
  },
}

const passDeadlineOf = ({ id }: ReadyOrder): Promise<unknown> =>
  shop.db.transaction(tx =>
    tx
      .updateTable('payment_attempts')
      .set({ deadline: sql<Date>`now()` })
      .where('order_id', '=', id)
      .execute(),
  )

test.each(Object.entries(DEEDS))(
  'a buyer who %s leaves every row of the other buyers as it was',
  async (_, deed) => {
    await deed()
    expect(await rowsOf(others)).toEqual(before)
    await shop.compareBooks()
  },
)
