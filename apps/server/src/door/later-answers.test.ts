import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type DoorShop } from '../../test/shop/shop.ts'
import { MORNING } from '../../test/shop/door.ts'
import { remind } from '../tickets/remind.ts'

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

const answer = (token: string, answers: Readonly<Record<string, string>>) =>
  shop.call('PUT', `/api/v1/spot/orders/${token}`, {
    contents: Object.entries(answers).map(([key, value]) => ({ key, value })),
  })
const mail = (token: string, body: object = {}) => shop.call('POST', `/api/v1/spot/ordermails/${token}`, body)
const fieldsOf = (token: string) => shop.call('GET', `/api/v1/spot/orderfields/${token}?lang=en`)
const mailsTo = (address: string) => shop.mailbox.mailsTo(address)

const TOO_MANY = { status: 429, body: { error: 'too many mails' } }
const NOT_FOUND = { status: 404, body: { error: 'record not found' } }

let addresses = 0
function freshAddress(): string {
  addresses += 1
  return `door${addresses}@example.com`
}

describe('answers before the payment (R-7.45, D-36)', () => {
  test('are stored one by one, and the tickets go to the address that the order has when it is paid (S-12.05)', async () => {
    const order = await shop.spotOrder()
    const email = freshAddress()
    expect(await answer(order.token, { email })).toEqual({
      status: 200,
      body: { contents: [{ key: 'email', value: email }], mail_sent: false },
    })
    expect(await answer(order.token, { fullname: '灯 花' })).toMatchObject({
      body: {
        contents: [
          { key: 'email', value: email },
          { key: 'fullname', value: '灯 花' },
        ],
      },
    })
    const { body } = await shop.paySpot(order)
    const token = String(body['reservation_token'])
    const completions = (await shop.queued()).filter(({ name }) => name === 'send-completion-mail')
    expect(completions).toHaveLength(1)
    expect(await fieldsOf(token)).toMatchObject({ body: { mail_sent: true } })
    expect(await answer(order.token, { email: freshAddress() })).toEqual({
      status: 400,
      body: { error: 'invalid order status' },
    })
  })

  test.each([
    [{ email: 'nobody@' }, 'invalid email address'],
    [{ email: '' }, 'invalid email address'],
    [{ fullname: 'x'.repeat(999) }, 'invalid_request'],
    [{ nothing: 'x' }, 'invalid_request'],
  ])('%o is refused, before the payment and after it', async (answers, error) => {
    const order = await shop.spotOrder()
    const { token } = await shop.buyAtDoor()
    for (const open of [order.token, token])
      expect(await answer(open, answers)).toMatchObject({ status: 400, body: { error } })
  })

  test('an order that has ended takes none', async () => {
    const order = await shop.spotOrder()
    await shop.endHold(order.id)
    expect(await answer(order.token, { fullname: 'A' })).toEqual({
      status: 400,
      body: { error: 'session_timeout' },
    })
  })
})

describe('answers after the payment', () => {
  test('the questions of the site, what was answered, and whether the tickets were mailed (E-30)', async () => {
    const { token } = await shop.buyAtDoor()
    const { status, body } = await fieldsOf(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      contents: [],
      mail_sent: false,
      product_name: 'Forest of Light',
      lang: 'en',
    })
    expect(body['field_templates']).toContainEqual({
      field_name: 'email',
      is_display: true,
      is_require: true,
    })
    expect(await fieldsOf('rsv_012345678901234567890123')).toEqual(NOT_FOUND)
  })

  test('an address has the tickets mailed to it at once, in the language of the order (S-12.05)', async () => {
    const { token } = await shop.buyAtDoor()
    const email = freshAddress()
    expect(await answer(token, { fullname: 'Hana' })).toMatchObject({
      status: 200,
      body: { mail_sent: false },
    })
    expect(await answer(token, { email })).toMatchObject({ status: 200, body: { mail_sent: true } })
    const [sent] = await mailsTo(email)
    expect(sent?.text).toContain(token)
    expect(sent?.text).toContain('Hana')
    expect(await fieldsOf(token)).toMatchObject({
      body: {
        mail_sent: true,
        contents: [
          { key: 'fullname', value: 'Hana' },
          { key: 'email', value: email },
        ],
      },
    })
    // The same again changes nothing, and mails nothing.
    expect(await answer(token, { email })).toMatchObject({ status: 200, body: { mail_sent: false } })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('three mails in all, whoever asks and however often; then nothing is answered any more (S-12.07, E-31)', async () => {
    const { token } = await shop.buyAtDoor()
    const [first, second] = [freshAddress(), freshAddress()]
    expect(await mail(token)).toEqual({ status: 400, body: { error: 'invalid email address' } })
    expect(await mail(token, { email: 'nobody@' })).toEqual({
      status: 400,
      body: { error: 'invalid email address' },
    })
    expect(await answer(token, { email: first })).toMatchObject({ body: { mail_sent: true } })
    expect(await mail(token)).toEqual({ status: 200, body: { mail_sent: true } })
    expect(await mail(token, { email: second })).toEqual({ status: 200, body: { mail_sent: true } })
    expect(await mail(token)).toEqual(TOO_MANY)
    expect(await answer(token, { fullname: 'B' })).toEqual(TOO_MANY)
    expect(await mailsTo(first)).toHaveLength(2)
    expect(await mailsTo(second)).toHaveLength(1)
  })

  test('of ten at once three are mailed (S-12.07)', async () => {
    const { token } = await shop.buyAtDoor()
    const email = freshAddress()
    const answers = await Promise.all(Array.from({ length: 10 }, () => mail(token, { email })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('an address that the mail server refuses is told, and another one may follow (S-6.03)', async () => {
    const { token } = await shop.buyAtDoor()
    expect(await answer(token, { email: 'bounce@invalid.test' })).toEqual({
      status: 400,
      body: { error: 'invalid email address' },
    })
    const email = freshAddress()
    expect(await answer(token, { email })).toMatchObject({ body: { mail_sent: true } })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('nothing of it works for a reservation of the web', async () => {
    const { token } = await shop.buy()
    expect(await fieldsOf(token)).toEqual(NOT_FOUND)
    expect(await answer(token, { fullname: 'A' })).toEqual(NOT_FOUND)
    expect(await mail(token, { email: freshAddress() })).toEqual(NOT_FOUND)
  })

  test('a ticked magazine is subscribed to with the address (S-6.07)', async () => {
    const { token } = await shop.buyAtDoor()
    const email = freshAddress()
    await answer(token, { mail_magazine: 'true' })
    await answer(token, { email })
    const readers = await shop.db.read(read =>
      read
        .selectFrom('magazine_readers')
        .innerJoin('magazine_subscriptions', 'reader_id', 'id')
        .select(['field_name', 'is_subscribed'])
        .where('email', '=', email)
        .execute(),
    )
    expect(readers).toEqual([{ field_name: 'mail_magazine', is_subscribed: true }])
  })
})

describe('a reservation without an address', () => {
  const find = (email: string, number: string) =>
    shop.call('GET', `/api/v1/reservations?email=${encodeURIComponent(email)}&reservation_number=${number}`)

  test('is found by its number and an address once it has one (S-8.01)', async () => {
    const { token, number } = await shop.buyAtDoor()
    const email = freshAddress()
    expect(await find(email, number)).toMatchObject({ status: 404 })
    await answer(token, { email })
    expect(await find(email.toUpperCase(), number)).toMatchObject({ status: 200 })
  })

  test('its tickets are not mailed again to nobody (E-17)', async () => {
    const { token } = await shop.buyAtDoor()
    const again = () => shop.call('POST', `/api/v1/reservationmails/${token}`, { lang: 'en' })
    expect(await again()).toEqual({
      status: 400,
      body: { error: 'invalid_request', fields: [{ field: 'email', rule: 'required' }] },
    })
    await answer(token, { email: freshAddress() })
    expect(await again()).toMatchObject({ status: 200 })
  })

  test('it has its receipt, its tickets and its page like any other', async () => {
    const { token } = await shop.buyAtDoor()
    expect(await shop.call('GET', `/api/v1/reservations/${token}`)).toMatchObject({ status: 200 })
    expect(await shop.call('GET', `/api/v1/reservations/${token}/tickets`)).toMatchObject({ status: 200 })
    const receipt = await shop.call('POST', `/api/v1/receipts/${token}`, { addressee: '山田商店' })
    expect(receipt.status).toBe(201)
  })

  test('it is reminded of once it has an address', async () => {
    const [silent, told] = [await shop.buyAtDoor(), await shop.buyAtDoor()]
    await answer(told.token, { email: freshAddress() })
    await shop.db.transaction(async tx => {
      await tx
        .insertInto('settings')
        .values({ site_key: 'demo', key: 'Reminder_Mail', value: 'true' })
        .execute()
      await sql`update orders set completed_at = '2026-11-01T00:00:00Z'
                 where id in (${silent.order.id}::uuid, ${told.order.id}::uuid)`.execute(tx)
    })
    shop.clock.set('2026-11-29T18:00:00+09:00')
    await remind(shop.deps)
    const reminded = await shop.db.read(read =>
      read
        .selectFrom('reservations')
        .select('order_id')
        .where('reminded_order_id', 'is not', null)
        .where('order_id', 'in', [silent.order.id, told.order.id])
        .execute(),
    )
    expect(reminded).toEqual([{ order_id: told.order.id }])
  })
})
