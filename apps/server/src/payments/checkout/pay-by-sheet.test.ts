import { randomUUID } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { simulatedPaymentToken } from '../../../../simulators/src/core/apple-pay-token.ts'
import { changeCoupon, insertCoupon, takenOfCoupon } from '../../../test/coupon-rows.ts'
import { findBrokenInvariants } from '../../../test/invariants.ts'
import type { StoreAnswer } from '../../../test/shop/orders.ts'
import { createShop, type MethodsShop } from '../../../test/shop/shop.ts'
import { giveUpPlaces } from '../../orders/life/give-up-places.ts'

const PRICE = 3200
const BUYER = [
  { key: 'fullname', value: 'Hana Yamada' },
  { key: 'email', value: 'Hana@Example.com' },
]

let shop: MethodsShop

beforeAll(async () => {
  shop = await createShop({ payments: 'all' })
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())
afterEach(() => shop.compareBooks())

interface Sheet {
  readonly last4?: string
  readonly contents?: typeof BUYER
  readonly expected?: number
}

const payBySheet = (
  token: string,
  { last4 = '1112', contents = BUYER, expected = PRICE }: Sheet = {},
): Promise<StoreAnswer> =>
  shop.call('POST', `/api/v1/orders/sheet/${token}`, {
    payment_method_type: 'gmo_apple_pay',
    token: simulatedPaymentToken({ last4, amount: expected, transaction: randomUUID().replaceAll('-', '') }),
    expected_amount: expected,
    contents,
    lang: 'th',
  })

const run = (statement: RawBuilder<unknown>): Promise<unknown> =>
  shop.db.transaction(tx => statement.execute(tx))

const statusOf = async (orderId: string): Promise<string> => {
  const { status } = await shop.db.read(read =>
    read.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow(),
  )
  return status
}

const holdsOf = (orderId: string) =>
  shop.db.read(read =>
    read
      .selectFrom('holds')
      .select(['units', 'network', 'is_proved', sql<string | null>`expires_at::text`.as('ends')])
      .where('order_id', '=', orderId)
      .execute(),
  )

test('a sheet that names the buyer buys: one charge, tickets, and their mail, with no address proved before', async () => {
  const { token, id } = await shop.orderToken()
  const { status, body } = await payBySheet(token)
  expect({ status, body }).toMatchObject({ status: 200, body: { result: 'completed', time_change: false } })
  await shop.settle()
  expect(await shop.moneyOf({ token, id })).toMatchObject({ captured: PRICE, net: PRICE })
  expect(await holdsOf(id)).toMatchObject([{ units: 1, network: null, ends: null }])
  const jobs = (await shop.queued()).map(({ name }) => name)
  expect(jobs).toContain('send-completion-mail')
  expect(jobs).not.toContain('send-confirmation-mail')
  const buyer = await shop.db.read(read =>
    read.selectFrom('orders').select(['email', 'lang']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(buyer).toEqual({ email: 'hana@example.com', lang: 'th' })
})

test('a card that is refused ends the order, whose places go back; another order of the same choices is bought', async () => {
  const { token, id } = await shop.orderToken()
  const [span = 0] = shop.catalogue.spans
  const before = await shop.takenOf(span)
  const refused = await payBySheet(token, { last4: '0002' })
  expect(refused).toMatchObject({ status: 400, body: { error: 'payment_api_failure', can_retry: true } })
  expect(await statusOf(id)).toBe('expired')
  expect(await shop.takenOf(span)).toBe(before - 1)
  expect((await payBySheet(token)).body).toMatchObject({ error: 'session_timeout' })
  const again = await shop.orderToken()
  expect((await payBySheet(again.token)).body).toMatchObject({ result: 'completed' })
})

test('while it is being paid, what nobody has proved counts in its share', async () => {
  const { token, id } = await shop.orderToken()
  await shop.providers.arm({ provider: 'gmo', op: 'execute', mode: 'drop_after' })
  await shop.providers.arm({ provider: 'gmo', op: 'query', mode: 'drop_before', value: 9 })
  expect((await payBySheet(token)).body).toMatchObject({ result: 'checking' })
  expect(await holdsOf(id)).toMatchObject([
    { network: expect.any(Buffer), is_proved: false, ends: 'infinity' },
  ])
  const { rows } = await shop.db.read(read =>
    sql<{
      unproven: number
    }>`select unproven from unpaid_units(${[shop.catalogue.spans[0]]}::integer[])`.execute(read),
  )
  expect(rows).toEqual([{ unproven: 1 }])
  expect(await findBrokenInvariants(shop.db)).toEqual([])
  await shop.providers.disarm()
  await shop.settle()
  expect(await statusOf(id)).toBe('completed')
  expect(await holdsOf(id)).toMatchObject([{ network: null, ends: null }])
})

test.each([
  ['the price that was shown', { expected: PRICE + 1 }, 'price changed'],
  ['an address', { contents: BUYER.slice(0, 1) }, 'invalid_request'],
  [
    'an address that can be one',
    { contents: [{ key: 'email', value: 'hana' }, ...BUYER.slice(0, 1)] },
    'invalid email address',
  ],
])('no payment begins without %s', async (_what, sheet, error) => {
  const { token, id } = await shop.orderToken()
  expect((await payBySheet(token, sheet)).body).toMatchObject({ error })
  expect(await statusOf(id)).toBe('temporary')
})

test('a sheet subscribes nobody to news', async () => {
  const { token, id } = await shop.orderToken()
  await payBySheet(token, { contents: [...BUYER, { key: 'mail_magazine', value: 'true' }] })
  const { customer_info: answers } = await shop.db.read(read =>
    read.selectFrom('orders').select('customer_info').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(JSON.stringify(answers)).not.toContain('mail_magazine')
})

test('no payment begins where the site requires a field that the sheet does not have', async () => {
  const require = (isRequired: boolean) =>
    run(sql`update field_templates set is_require = ${isRequired} where field_name = 'phone'`)
  const { token } = await shop.orderToken()
  await require(true)
  const { body } = await payBySheet(token)
  await require(false)
  expect(body).toMatchObject({ error: 'invalid_request' })
})

test('an order that waits for its places proves its address first', async () => {
  const { token, id } = await shop.orderToken()
  await shop.db.transaction(tx => giveUpPlaces(tx, id))
  expect((await payBySheet(token)).body).toMatchObject({ error: 'order status must be ready_checkout' })
})

test('a coupon that has got a limit since it was added is counted, and the order is bought', async () => {
  const { token } = await shop.orderToken()
  const code = 'SHEET'
  await insertCoupon(shop.db, { code })
  expect((await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: code })).status).toBe(201)
  await changeCoupon(shop.db, code, { usage_limit: 1 })
  expect((await payBySheet(token, { expected: PRICE - 500 })).body).toMatchObject({ result: 'completed' })
  expect(await takenOfCoupon(shop.db, code)).toBe(1)
})

test('the usual checkout of an order that is not proved is refused, also after its buyer was named (R-4.42)', async () => {
  const { token } = await shop.orderToken()
  await payBySheet(token, { expected: PRICE + 1 })
  const { body } = await shop.call('POST', `/api/v1/orders/checkout/${token}`, {
    payment_method_type: 'gmo_paypay',
  })
  expect(body).toEqual({ error: 'order status must be ready_checkout' })
})
