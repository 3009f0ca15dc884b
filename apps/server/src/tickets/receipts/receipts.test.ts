import { execFileSync } from 'node:child_process'

import { readReceipt } from '@kippu/contract/receipts'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import { untilSomebodyWaits } from '../../../test/waiting-connections.ts'
import { requestDifference } from '../../payments/refunds/request-difference.ts'
import { requestRefund } from '../../payments/refunds/request-refund.ts'
import { hashToken } from '../../platform/tokens.ts'

let shop: OtherDaysShop

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())

const path = (token: string) => `/api/v1/receipts/${token}`
const read = (token: string, query = '') => shop.call('GET', path(token) + query)
const issue = (token: string, addressee = '山田商店') => shop.call('POST', path(token), { addressee })
const UNKNOWN = { status: 404, body: { error: 'record not found' } }

/** The numbers that the demo site has given out, in order. */
const numbers = async () => {
  const { rows } = await shop.db.read(db =>
    sql<{ number: number }>`select number from receipts where site_key = 'demo' order by number`.execute(db),
  )
  return rows.map(({ number }) => number)
}
const expectNoGap = async () => {
  const given = await numbers()
  expect(given).toEqual(given.map((_, index) => index + 1))
}

describe('E-05, E-06: a receipt', () => {
  test('S-14.05, S-14.06: is there once its addressee is entered, with number, issuer, lines and tax', async () => {
    const { token, number } = await shop.buy(2, { tea: 1 })
    expect(await read(token)).toEqual(UNKNOWN)
    const { status, body } = await issue(token, '髙﨑𠮷田 商店')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      receipt_number: expect.stringMatching(/^\d{4}-\d{6}$/),
      former_receipt_number: null,
      reservation_number: number,
      addressee: '髙﨑𠮷田 商店',
      reissue: false,
      price: 7200,
      tax: 654,
      tax_rate: 10,
      taxes: [{ tax_rate: 10, price: 7200, tax: 654 }],
      lines: [
        { name: '光の森', option_name: '大人', quantity: 2, unit_price: 3200, price: 6400, tax_rate: 10 },
        { name: '森のお茶', option_name: '', quantity: 1, unit_price: 800, price: 800, tax_rate: 10 },
      ],
      adjustments: [],
      payments: [{ price: 7200, payment_method_type: 'stripe' }],
      payment_method_name: 'クレジットカード',
      issuer: { registration_number: expect.stringMatching(/^T\d{13}$/) },
    })
  })

  test('S-14.06: an addressee has no signs that nobody sees, and is the same with and without them', async () => {
    const { token } = await shop.buy(1)
    const first = await issue(token, '\u202e山田\u200b商店\u2028東京')
    expect(first).toMatchObject({ status: 201, body: { addressee: '山田商店 東京' } })
    expect(await issue(token, '山田商店 東京\u2069')).toMatchObject({ status: 201, body: { reissue: true } })
  })

  test('S-14.06: says on every later view that it is issued again, and keeps its addressee', async () => {
    const { token } = await shop.buy(1)
    const { body: first } = await issue(token)
    const { body: second } = await read(token)
    expect(second).toEqual({ ...first, reissue: true, original_pass: null })
    expect(await issue(token, '別の会社')).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', fields: [{ field: 'addressee', rule: 'once' }] },
    })
    // Whoever lost the first answer asks once more, and gets the same receipt.
    expect(await issue(token)).toEqual({ status: 201, body: second })
    expect((await read(token)).body).toEqual(second)
  })

  test('S-8.07: one that waits for a move to end finds that its token is of before, and is not issued', async () => {
    const { token, orderId, reservationId } = await shop.buy(1)
    const [isLocked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const moving = shop.db.transaction(async tx => {
      await sql`select from orders where id = ${orderId}::uuid for update`.execute(tx)
      isLocked.resolve()
      await mayEnd.promise
      await sql`
        insert into former_reservation_tokens (token_hash, reservation_id, replaced_at)
        select token_hash, id, now() from reservations where id = ${reservationId}::uuid`.execute(tx)
      await sql`
        update reservations set token_hash = ${hashToken(`rsv_${reservationId}`)}
         where id = ${reservationId}::uuid`.execute(tx)
    })
    await isLocked.promise
    const answer = issue(token)
    await untilSomebodyWaits(shop.db)
    mayEnd.resolve()
    await moving
    expect(await answer).toMatchObject({ status: 410 })
  })

  test('is read in the language asked for', async () => {
    const { token } = await shop.buy(1)
    await issue(token)
    expect((await read(token, '?lang=en')).body).toMatchObject({
      lines: [{ name: 'Forest of Light', option_name: 'Adult' }],
      payment_method_name: 'Credit card',
    })
  })

  test.each([
    ['nothing', ''],
    ['blanks', '　 '],
    ['61 characters', 'あ'.repeat(61)],
    ['a line break', 'a\nb'],
    ['signs that nobody sees', '\u200b\u202e \u2066'],
  ])('E-06: an addressee of %s is refused, and takes no number', async (_, addressee) => {
    const { token } = await shop.buy(1)
    const before = await numbers()
    expect(await issue(token, addressee)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(await numbers()).toEqual(before)
  })

  test('E-06: sixty characters are counted as a reader does, also where each takes two units', async () => {
    const { token } = await shop.buy(1)
    expect((await issue(token, '𠮷'.repeat(60))).status).toBe(201)
  })

  test('S-14.07: there is none of a visit for which nothing was paid', async () => {
    const order = await shop.readyOrder(1)
    await shop.setPrice(order, 0)
    await shop.run(
      sql`update order_items set coupon_discount = unit_price * quantity where order_id = ${order.id}`,
    )
    const { body } = await shop.call('POST', `/api/v1/orders/checkout/${order.token}`, {
      payment_method_type: 'free',
    })
    const token = String(body['reservation_token'])
    expect((await shop.call('GET', `/api/v1/reservations/${token}`)).body).toMatchObject({
      permissions: { receipt: { allowed: false } },
    })
    expect(await issue(token)).toEqual(UNKNOWN)
    expect(await read(token)).toEqual(UNKNOWN)
  })

  test('S-14.05: numbers have no gaps when fifty are asked for at once, and each reservation has one', async () => {
    const bought = []
    for (let count = 0; count < 10; count += 1) {
      await shop.resetStock()
      bought.push(await shop.buy(1))
    }
    const asked = bought.flatMap(({ token }) => Array.from({ length: 5 }, () => token))
    const before = (await numbers()).length
    const answers = await Promise.all(asked.map(token => issue(token)))
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 201))
    expect((await numbers()).length).toBe(before + bought.length)
    await expectNoGap()
  })
})

describe('S-14.05: the PDF of a receipt', () => {
  const pdf = (token: string, query = '') => shop.app.inject({ url: `/receipts/${token}/pdf${query}` })

  test('S-14.06: is a file with its number; the original for an hour for the answer that issued it, and a reissue otherwise', async () => {
    const { token } = await shop.buy(1)
    expect((await pdf(token)).statusCode).toBe(404)
    const { body } = await issue(token)
    expect(body['has_pdf']).toBe(true)
    const later = await pdf(token)
    expect(later.statusCode).toBe(200)
    expect(later.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${String(body['receipt_number'])}.pdf"`,
      'cache-control': 'no-store',
    })
    expect(later.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    // The house's logo.
    expect(later.rawPayload.includes('/Subtype /Image')).toBe(true)
    const original = await pdf(token, `?original_pass=${String(body['original_pass'])}`)
    const hasStamp = (file: Buffer): boolean =>
      execFileSync('pdftotext', ['-', '-'], { input: file, encoding: 'utf8' }).includes('再発行')
    expect([hasStamp(later.rawPayload), hasStamp(original.rawPayload)]).toEqual([true, false])
    const forged = await pdf(token, '?original_pass=rcp_aaaaaaaaaaaaaaaaaaaaaaaa')
    expect(hasStamp(forged.rawPayload)).toBe(true)
    shop.clock.advance(3_600_001)
    const late = await pdf(token, `?original_pass=${String(body['original_pass'])}`)
    expect(hasStamp(late.rawPayload)).toBe(true)
  })

  test('is none where a character of the addressee has no face, and the receipt says so', async () => {
    const { token } = await shop.buy(1)
    const { body } = await issue(token, 'مرحبا')
    expect(body['has_pdf']).toBe(false)
    expect((await pdf(token)).statusCode).toBe(404)
  })
})

describe('a further receipt', () => {
  test('S-14.08: after a paid change names the former one, and shows the total and the difference', async () => {
    const { token } = await shop.buy(2)
    const { body: first } = await issue(token)
    const moved = await shop.move(token, shop.dear.span)
    expect(await read(token)).toMatchObject({ status: 410, body: { error: 'reservation url changed' } })
    const { body: second } = await read(moved)
    expect(second).toMatchObject({
      former_receipt_number: first['receipt_number'],
      addressee: '山田商店',
      price: 7000,
      tax: 636,
      lines: [{ unit_price: 3500, quantity: 2 }],
      payments: [{ price: 6400 }, { price: 600 }],
      adjustments: [],
    })
    const former = await read(moved, `?receipt_number=${String(first['receipt_number'])}`)
    expect(former.body).toEqual({
      ...first,
      reissue: true,
      original_pass: null,
      receipt_numbers: [first['receipt_number'], second['receipt_number']],
    })
    await expectNoGap()
  })

  test('S-14.08: after a change to a cheaper day says what went back, or what was kept', async () => {
    const { token } = await shop.buy(2)
    await issue(token)
    const moved = await shop.move(token, shop.cheap.span)
    const { body } = await read(moved)
    expect(body).toMatchObject({
      price: 6000,
      payments: [{ price: 6400 }, { price: -400, returned_for_change: true }],
      adjustments: [],
    })
    // What goes back for tickets afterwards is another thing.
    const reservationNumber = String(body['reservation_number'])
    await requestRefund(shop.deps, { siteKey: 'demo', reservationNumber, reason: 'ill', tickets: 'all' })
    const { body: refunded } = await read(moved)
    const { payments } = v.parse(readReceipt.response, refunded)
    expect(payments.map(({ price, returned_for_change: isForChange }) => [price, isForChange])).toEqual([
      [6400, undefined],
      [-400, true],
      [-6000, undefined],
    ])

    await shop.set('Time_Change_Refund', 'false')
    const other = await shop.buy(2)
    await issue(other.token)
    const kept = await read(await shop.move(other.token, shop.cheap.span))
    await shop.run(sql`delete from settings where site_key = 'demo' and key = 'Time_Change_Refund'`)
    expect(kept.body).toMatchObject({ price: 6400, adjustments: [{ kind: 'kept', price: 400 }] })
  })

  test('after tickets were given back, one and then all, and after a difference', async () => {
    const { token, number: reservationNumber } = await shop.buy(3)
    const { body: first } = await issue(token)
    const asked = { siteKey: 'demo', reservationNumber, reason: 'ill' }
    await requestRefund(shop.deps, { ...asked, tickets: [1] })
    expect((await read(token)).body).toMatchObject({
      former_receipt_number: first['receipt_number'],
      price: 6400,
      adjustments: [{ kind: 'refund', price: -3200 }],
    })
    await requestDifference(shop.deps, { ...asked, difference: 1000 })
    expect((await read(token)).body).toMatchObject({ price: 5400 })
    await requestRefund(shop.deps, { ...asked, tickets: 'all' })
    const { body: last } = await read(token)
    expect(last).toMatchObject({ price: 0, tax: 0, payments: [{ price: 9600 }, {}, {}, {}] })
    expect(last['receipt_numbers']).toHaveLength(4)
    await expectNoGap()
  })

  test('is not issued where there was no first one: the first one says how it stands', async () => {
    const { token } = await shop.buy(2)
    const moved = await shop.move(token, shop.dear.span)
    expect(await read(moved)).toEqual(UNKNOWN)
    expect((await issue(moved)).body).toMatchObject({
      former_receipt_number: null,
      price: 7000,
      payments: [{ price: 6400 }, { price: 600 }],
    })
  })

  test('a receipt that is asked for while tickets go back is followed by a further one, or says so itself', async () => {
    for (let round = 0; round < 8; round += 1) {
      await shop.resetStock()
      const { token, number: reservationNumber } = await shop.buy(2)
      const refund = { siteKey: 'demo', reservationNumber, reason: 'ill', tickets: [1] }
      await Promise.all([issue(token), requestRefund(shop.deps, refund)])
      expect((await read(token)).body).toMatchObject({ price: 3200 })
    }
    await expectNoGap()
  })
})
