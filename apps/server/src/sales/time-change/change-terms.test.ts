import { addDays } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import { changeCoupon, insertCoupon, takenOfCoupon } from '../../../test/coupon-rows.ts'
import { TEST_TODAY } from '../../../test/test-today.ts'

let shop: OtherDaysShop

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())
afterEach(async () => {
  await shop.run(sql`delete from settings where site_key = 'demo' and key like 'Time\\_Change\\_%'`)
  await shop.compareBooks()
})

const reservation = (token: string) => shop.call('GET', `/api/v1/reservations/${token}`)

async function buyWith(code: string, quantity: number): Promise<string> {
  const order = await shop.readyOrder(quantity)
  const added = await shop.call('POST', `/api/v1/ordercoupons/${order.token}`, { coupon: code })
  expect(added.status).toBe(201)
  return tokenOf(order)
}

async function tokenOf(order: ReadyOrder): Promise<string> {
  return String((await shop.pay(order, '1112')).body['reservation_token'])
}

describe('coupons of a reservation go along (S-11.08)', () => {
  test.each([
    ['a fixed amount', { discount_amount: 500 }, 500, 500],
    ['a fixed amount a ticket', { discount_amount: 100, should_apply_per_ticket: true }, 200, 200],
    ['a percentage', { kind: 'fixed_rate', discount_type: 'percent', discount_amount: 10 }, 640, 700],
    ['an invitation', { kind: 'invitation', discount_amount: 0, usage_limit: 9 }, 3200, 3500],
    ['a campaign', { kind: 'campaign', discount_amount: 333 }, 333, 333],
  ])('%s takes off the new price what it takes off any', async (name, parts, before, after) => {
    const code = `GO${name.replaceAll(/\W/g, '').toUpperCase()}`
    await insertCoupon(shop.db, { code, ...parts })
    const token = await buyWith(code, 2)
    const used = await takenOfCoupon(shop.db, code)
    const change = await shop.changeToken(token, shop.dear.span)
    expect((await shop.read(change)).body).toMatchObject({
      old_price: 6400 - before,
      new_price: 7000 - after,
      coupons: [{ old_discount: before, new_discount: after }],
    })
    const moved = await shop.move(token, shop.dear.span)
    expect((await reservation(moved)).body).toMatchObject({ price: 7000 - after })
    // Its use is carried over, not taken again.
    expect(await takenOfCoupon(shop.db, code)).toBe(used)
  })

  test('S-11.15, R-8.64: one that has ended stops the change', async () => {
    await insertCoupon(shop.db, { code: 'ENDED' })
    const token = await buyWith('ENDED', 1)
    await changeCoupon(shop.db, 'ENDED', { ends_on: '2026-11-01' })
    expect((await shop.change(token, shop.dear.span)).body).toEqual({ error: 'time_change: expired coupon' })
    expect((await reservation(token)).body).toMatchObject({
      permissions: { change: { allowed: false, reason: 'coupon_expired' } },
    })
  })

  test('one that ends before the visit ends what ticket, search and mail promise, with its last day', async () => {
    await insertCoupon(shop.db, { code: 'SOON' })
    const token = await buyWith('SOON', 1)
    const untilOf = async () => {
      const { body } = await reservation(token)
      return v.parse(v.object({ permissions: v.object({ change: v.object({ until: v.string() }) }) }), body)
        .permissions.change.until
    }
    const start = await untilOf()
    const last = addDays(start.slice(0, 10), -2)
    await changeCoupon(shop.db, 'SOON', { ends_on: last })
    expect(await untilOf()).toBe(`${addDays(last, 1)}T00:00:00+09:00`)
    await changeCoupon(shop.db, 'SOON', { ends_on: addDays(start.slice(0, 10), 2) })
    expect(await untilOf()).toBe(start)
  })

  test('S-11.15, R-8.65: a day that one does not cover is refused, and said before', async () => {
    await insertCoupon(shop.db, { code: 'UNTIL2', visits_until: shop.same.date })
    const token = await buyWith('UNTIL2', 1)
    const code = 'time_change: out of coverage dates'
    expect((await shop.change(token, shop.dear.span)).body).toEqual({ error: code })
    const { body } = await shop.call(
      'GET',
      `/api/v1/timechanges/products/search?reservation_token=${token}&from=${shop.same.date}&to=${shop.dear.date}`,
    )
    expect(body['days']).toMatchObject([{ refusal: null }, { refusal: code }])
    await shop.changeToken(token, shop.same.span)
  })
})

describe('set products go along (S-11.17, D-05)', () => {
  test('where they need no stock they take none, and give back what they had', async () => {
    const { token } = await shop.buy(1, { tea: 2 })
    const [before, then] = [await shop.takenOf(firstTea()), await shop.takenOf(shop.dear.tea)]
    const moved = await shop.move(token, shop.dear.span)
    expect(await shop.takenOf(firstTea())).toBe(before - 2)
    expect(await shop.takenOf(shop.dear.tea)).toBe(then)
    expect((await reservation(moved)).body).toMatchObject({ set_products: [{ quantity: 2 }] })
  })

  test('where the site wants stock they hold it, and nobody moves without it', async () => {
    await shop.set('Time_Change_Set_Product_Stock', 'false')
    const { token } = await shop.buy(1, { tea: 2 })
    const then = await shop.takenOf(shop.dear.tea)
    await shop.run(sql`update time_spans set capacity = taken + 1 where id = ${shop.dear.tea}`)
    expect((await shop.change(token, shop.dear.span)).body).toEqual({ error: 'time_change_out_of_stock' })
    await shop.run(sql`update time_spans set capacity = 1000 where id = ${shop.dear.tea}`)
    await shop.move(token, shop.dear.span)
    expect(await shop.takenOf(shop.dear.tea)).toBe(then + 2)
  })

  test('one that keeps its time keeps its places, also when none is left', async () => {
    await shop.set('Time_Change_Set_Product_Stock', 'false')
    const { token } = await shop.buy(1, { tea: 2 })
    await shop.run(sql`update time_spans set capacity = taken where id = ${firstTea()}`)
    const later = await insertSpan(shop.catalogue.productId, '2026-12-01T10:02:00+09:00')
    const before = await shop.takenOf(firstTea())
    await shop.move(token, later)
    expect(await shop.takenOf(firstTea())).toBe(before)
  })

  test('a day on which one is not offered is refused', async () => {
    const { token } = await shop.buy(1, { tea: 1 })
    await shop.run(sql`update product_days set is_closed = true
      where product_id = ${shop.catalogue.tea.productId} and visit_date = ${shop.cheap.date}`)
    shop.clock.set(`${TEST_TODAY}T10:00:05+09:00`)
    expect((await shop.change(token, shop.cheap.span)).body).toEqual({ error: 'time_change_out_of_stock' })
    await shop.run(sql`update product_days set is_closed = false`)
    shop.clock.set(`${TEST_TODAY}T10:00:10+09:00`)
  })
})

describe('what can no longer be had', () => {
  const days = (token: string) =>
    shop.call(
      'GET',
      `/api/v1/timechanges/products/search?reservation_token=${token}&from=${shop.same.date}&to=${shop.dear.date}`,
    )

  test.each([
    ['a kind of ticket', () => sql`id = ${shop.catalogue.adult}`],
    ['an extra', () => sql`id = ${shop.catalogue.guide}`],
  ])('%s that left the catalogue keeps the visit where it is, and stops no page', async (_name, which) => {
    const { token } = await shop.buy(1, { guides: 1 })
    // It was sold, so that its row stays; but it is of another product now.
    const { rows } = await shop.db.read(read =>
      sql<{ option: number }>`select option_id as option from option_values where ${which()}`.execute(read),
    )
    await shop.run(sql`
      with other as (
        insert into product_options (product_id, type, position)
        values (${shop.catalogue.tea.productId}, 'ticket_type', (select count(*) from product_options)) returning id
      )
      update option_values set option_id = other.id from other where option_values.${which()}`)
    shop.clock.advance(1_001)
    const answers = [await days(token), await shop.change(token, shop.dear.span)]
    await shop.run(sql`update option_values set option_id = ${rows[0]!.option} where ${which()}`)
    shop.clock.advance(1_001)
    for (const answer of answers)
      expect(answer).toEqual({ status: 400, body: { error: 'cannot change ticket' } })
    await shop.changeToken(token, shop.dear.span)
  })
})

describe('set products that are named (E-12)', () => {
  test('one that the visit has not, that is named twice, or in another number, is refused', async () => {
    const { token } = await shop.buy(1, { tea: 2 })
    const uuid = shop.catalogue.tea.productUuid
    const tea = { uuid, time_span_id: shop.same.tea }
    for (const set_products of [
      [{ ...tea, uuid: shop.catalogue.productUuid }],
      [tea, tea],
      [{ ...tea, quantity: 1 }],
      [{ ...tea, quantity: 2_000_000_000 }],
    ])
      expect(await shop.change(token, shop.same.span, { set_products })).toEqual({
        status: 400,
        body: { error: 'invalid_request', fields: [{ field: 'set_products', rule: 'of_visit' }] },
      })
    for (const set_products of [[tea], [{ ...tea, quantity: 2 }]])
      expect((await shop.change(token, shop.same.span, { set_products })).status).toBe(201)
  })
})

describe('payments of a change', () => {
  test('S-7.09: one that fails leaves it pending, and says where to go on', async () => {
    const { token } = await shop.buy(1)
    const change = await shop.changeToken(token, shop.dear.span)
    expect(await shop.agree(change, '0002')).toMatchObject({
      status: 400,
      body: {
        error: 'payment_api_failure',
        can_retry: true,
        timechange_token: change,
        reservation_token: token,
      },
    })
    expect((await shop.read(change)).body).toMatchObject({ status: 'pending' })
    expect((await shop.agree(change, '1112')).body).toMatchObject({ result: 'completed' })
  })

  test('D-55: what costs something is not paid by `free`, and what costs nothing by nothing else', async () => {
    const { token } = await shop.buy(1)
    const dear = await shop.changeToken(token, shop.dear.span)
    expect((await shop.agree(dear)).body).toMatchObject({ error: 'invalid payment status' })
    const same = await shop.changeToken(token, shop.same.span)
    expect((await shop.agree(same, '1112')).body).toMatchObject({ error: 'invalid payment status' })
  })

  test('S-15.01, D-75: no other kind of token opens a change, and a change opens no order', async () => {
    const { token } = await shop.buy(1)
    const change = await shop.changeToken(token, shop.dear.span)
    const order = await shop.readyOrder(1)
    for (const [method, path] of [
      ['GET', `/api/v1/timechanges/${order.token}`],
      ['DELETE', `/api/v1/timechanges/${token}`],
      ['GET', `/api/v1/orders/${change}`],
      ['DELETE', `/api/v1/orders/${change}`],
      ['GET', `/api/v1/reservations/${change}`],
    ] as const)
      expect(await shop.call(method, path)).toMatchObject({
        status: 404,
        body: { error: 'record not found' },
      })
  })

  test('S-11.13: once a ticket is used in between, nothing is charged', async () => {
    const bought = await shop.buy(1)
    const change = await shop.changeToken(bought.token, shop.dear.span)
    await shop.run(sql`update tickets set used_at = now() where reservation_id = ${bought.reservationId}`)
    expect((await shop.agree(change, '1112')).body).toEqual({ error: 'cannot change ticket' })
  })

  test('S-11.12, D-73: a refused refund leaves the change complete and is for a person; an open one is told of', async () => {
    const first = await shop.buy(2)
    const change = await shop.changeToken(first.token, shop.cheap.span)
    await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
    expect((await shop.agree(change)).body).toMatchObject({
      error: 'critical refund error',
      can_retry: false,
    })
    expect((await shop.read(change)).body).toMatchObject({
      status: 'complete',
      refund: 400,
      refund_state: 'failed',
    })
    shop.expectPerson({ id: first.orderId })
    const second = await shop.buy(2)
    await shop.stripe.arm({ op: 'refund', mode: 'http_500' })
    const open = await shop.changeToken(second.token, shop.cheap.span)
    expect((await shop.agree(open)).body).toMatchObject({
      result: 'completed',
      refund: { amount: 400, state: 'pending' },
    })
    await shop.run(sql`update refunds set check_at = now() where check_at is not null`)
    await shop.reconcile()
    expect((await shop.read(open)).body).toMatchObject({ refund_state: 'done' })
  })

  test('S-6.02: a mail tells of the new visit, once', async () => {
    const { token } = await shop.buy(1)
    const count = async () => (await shop.queued()).filter(({ name }) => name === 'send-change-mail').length
    const before = await count()
    await shop.move(token, shop.dear.span)
    expect(await count()).toBe(before + 1)
  })
})

describe('of two at once', () => {
  test('S-11.02: two changes of one reservation never stand both', async () => {
    const { token } = await shop.buy(1)
    const [dear, cheap] = [await shop.takenOf(shop.dear.span), await shop.takenOf(shop.cheap.span)]
    const answers = await Promise.all([
      shop.change(token, shop.dear.span),
      shop.change(token, shop.cheap.span),
      shop.change(token, shop.same.span),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const read = await Promise.all(answers.map(({ body }) => shop.read(String(body['timechange_token']))))
    expect(read.filter(({ body }) => body['status'] === 'pending')).toHaveLength(1)
    const held = (await shop.takenOf(shop.dear.span)) + (await shop.takenOf(shop.cheap.span)) - dear - cheap
    expect(held).toBeLessThanOrEqual(1)
  })

  test('D-51: a change agreed to in two tabs is paid once', async () => {
    const { token } = await shop.buy(1)
    const change = await shop.changeToken(token, shop.dear.span)
    const answers = await Promise.all([shop.agree(change, '1112'), shop.agree(change, '1112')])
    expect(answers.some(({ body }) => body['result'] === 'completed')).toBe(true)
  })
})

const firstTea = () => shop.catalogue.tea.spans[0]!

async function insertSpan(productId: number, startsAt: string): Promise<number> {
  return shop.db.transaction(async tx => {
    const { id } = await tx
      .insertInto('time_spans')
      .values({
        site_key: 'demo',
        product_id: productId,
        visit_date: startsAt.slice(0, 10),
        starts_at: new Date(startsAt),
        ends_at: new Date(Date.parse(startsAt) + 3_600_000),
        capacity: 50,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}
