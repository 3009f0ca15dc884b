import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import { TEST_TODAY } from '../../../test/test-today.ts'
import { hashToken } from '../../platform/tokens.ts'

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
const tickets = async (token: string) =>
  (await shop.call('GET', `/api/v1/reservations/${token}/tickets`)).body as unknown as ReadonlyArray<{
    readonly status: string
    readonly code: string
    readonly reservation_from: string
  }>
const firstSpan = () => shop.catalogue.spans[0]!

describe('a change of time', () => {
  test('S-11.01, E-12: is pending and holds the new places, while the reservation stays usable', async () => {
    const bought = await shop.buy(2)
    const [before, taken] = [await shop.takenOf(firstSpan()), await shop.takenOf(shop.dear.span)]
    const made = await shop.change(bought.token, shop.dear.span)
    expect(made).toMatchObject({
      status: 201,
      body: {
        status: 'pending',
        old_price: 6400,
        new_price: 7000,
        difference: 600,
        payment_required: true,
        refund: 0,
      },
    })
    expect(await shop.takenOf(firstSpan())).toBe(before)
    expect(await shop.takenOf(shop.dear.span)).toBe(taken + 2)
    expect((await tickets(bought.token)).map(({ status }) => status)).toEqual(['available', 'available'])
  })

  test('S-11.05, S-11.08–09, S-8.07, D-41, E-15: to a dearer day charges the difference, and everything is new but the number', async () => {
    const bought = await shop.buy(2, { tea: 1 })
    const old = await tickets(bought.token)
    const [before, taken] = [await shop.takenOf(firstSpan()), await shop.takenOf(shop.dear.span)]
    const change = await shop.changeToken(bought.token, shop.dear.span)
    const { body } = await shop.agree(change, '1112')
    expect(body).toMatchObject({ result: 'completed', time_change: true, reservation_number: bought.number })
    const token = String(body['reservation_token'])
    expect(token).not.toBe(bought.token)
    expect((await reservation(token)).body).toMatchObject({
      reservation_number: bought.number,
      price: 7900,
      main_product: { reservation_from: `${shop.dear.date}T10:00:00+09:00`, quantity: 2 },
      set_products: [{ add_cost: 900, quantity: 1 }],
    })
    expect(await reservation(bought.token)).toMatchObject({
      status: 410,
      body: { error: 'reservation url changed' },
    })
    const now = await tickets(token)
    expect(now.map(one => one.reservation_from)).toEqual(now.map(() => `${shop.dear.date}T10:00:00+09:00`))
    for (const { code } of now) expect(old.map(one => one.code)).not.toContain(code)
    expect(await shop.takenOf(firstSpan())).toBe(before - 2)
    expect(await shop.takenOf(shop.dear.span)).toBe(taken + 2)
  })

  test('WCAG 2.2.1, S-11.04: the new places are held longer on request, and not once their time is over', async () => {
    const bought = await shop.buy(1)
    const change = await shop.changeToken(bought.token, shop.same.span)
    const hold = () => shop.call('PUT', `/api/v1/orders/hold/${change}`)
    const shorten = (seconds: number) =>
      shop.run(sql`
        update orders set expires_at = now() + make_interval(secs => ${seconds})
         where token_hash = sha256(${change}::bytea)`)
    await shorten(60)
    expect((await shop.read(change)).body).toMatchObject({ extensions_left: 10 })
    const { status, body } = await hold()
    expect({ status, body }).toMatchObject({ status: 200, body: { extensions_left: 9 } })
    expect((await shop.read(change)).body).toMatchObject(body)
    await shorten(-1)
    expect(await hold()).toMatchObject({ status: 400, body: { error: 'time change expired' } })
  })

  test('S-11.04, D-77: the new places are held as those of an order whose address is proved', async () => {
    const bought = await shop.buy(1)
    const hash = hashToken(await shop.changeToken(bought.token, shop.dear.span))
    const { rows } = await shop.db.read(read =>
      sql`select extract(epoch from expires_at - created_at)::int as seconds from orders where token_hash = ${hash}`.execute(
        read,
      ),
    )
    expect(rows).toEqual([{ seconds: shop.deps.env.orderHoldSeconds }])
  })

  test('S-11.14: nobody holds a new time longer than the old one may be moved', async () => {
    const bought = await shop.buy(1)
    const change = await shop.changeToken(bought.token, shop.dear.span)
    const { startsAt } = await shop.db.read(read =>
      read
        .selectFrom('time_spans')
        .select('starts_at as startsAt')
        .where('id', '=', firstSpan())
        .executeTakeFirstOrThrow(),
    )
    // Ten minutes are left.
    const minutes = Math.round((startsAt.getTime() - shop.clock.now()) / 60_000) - 10
    await shop.set('Time_Change_Deadline_Minutes', String(minutes))
    await shop.run(sql`
      update orders set expires_at = now() + interval '1 minute' where token_hash = sha256(${change}::bytea)`)
    const { body } = await shop.call('PUT', `/api/v1/orders/hold/${change}`)
    const left = (until: unknown): number => (Date.parse(String(until)) - Date.now()) / 60_000
    expect(left(body['expires_at'])).toBeGreaterThan(8)
    expect(left(body['expires_at'])).toBeLessThanOrEqual(10.5)
    // A change that is made now, too, though a hold would be longer.
    const { body: made } = await shop.change(bought.token, shop.same.span)
    expect(left(made['expires_at'])).toBeGreaterThan(8)
    expect(left(made['expires_at'])).toBeLessThanOrEqual(10.5)
  })

  test('S-11.03: the places that a change under way holds are free for another choice of the same visitor', async () => {
    const bought = await shop.buy(1)
    await shop.run(sql`update time_spans set capacity = taken + 1 where id = ${shop.dear.span}`)
    // What is read for another range is younger than a second.
    const left = async (token: string, from: string) => {
      const range = `from=${from}&to=${shop.dear.date}&lang=ja`
      const { body } = await shop.call(
        'GET',
        `/api/v1/timechanges/products/search?reservation_token=${token}&${range}`,
      )
      return JSON.stringify(Array.isArray(body['days']) ? body['days'].at(-1) : body)
    }
    await shop.change(bought.token, shop.dear.span)
    const other = await shop.buy(1)
    expect(await left(bought.token, '2026-11-28')).toContain('"stock_count":1')
    expect(await left(other.token, '2026-11-29')).toContain('"stock_count":0')
    await shop.run(sql`update time_spans set capacity = capacity + 20 where id = ${shop.dear.span}`)
  })

  test('S-11.10: to a day at the same price completes by `free`', async () => {
    const bought = await shop.buy(1)
    const token = await shop.move(bought.token, shop.same.span)
    expect((await reservation(token)).body).toMatchObject({ price: 3200 })
  })

  test('S-11.11, D-41, E-13: to a cheaper day gives the difference back, and says so before', async () => {
    const bought = await shop.buy(2, { tea: 1 })
    const change = await shop.changeToken(bought.token, shop.cheap.span)
    expect((await shop.read(change)).body).toMatchObject({
      status: 'pending',
      old_price: 7200,
      new_price: 6700,
      difference: -500,
      refund: 500,
      lines: [
        { kind: 'ticket', quantity: 2, old_price: 6400, new_price: 6000 },
        { kind: 'set', quantity: 1, old_price: 800, new_price: 700 },
      ],
    })
    const { body } = await shop.agree(change)
    expect(body).toMatchObject({ result: 'completed', refund: { amount: 500, state: 'done' } })
    expect((await reservation(String(body['reservation_token']))).body).toMatchObject({ price: 6700 })
    expect((await shop.read(change)).body).toMatchObject({
      status: 'complete',
      reservation_token: body['reservation_token'],
      refund: 500,
      refund_state: 'done',
    })
  })

  test('S-11.11: where nothing is given back, moving back costs nothing', async () => {
    await shop.set('Time_Change_Refund', 'false')
    const bought = await shop.buy(2)
    const change = await shop.changeToken(bought.token, shop.cheap.span)
    expect((await shop.read(change)).body).toMatchObject({ difference: -400, refund: 0 })
    const cheap = String((await shop.agree(change)).body['reservation_token'])
    expect((await reservation(cheap)).body).toMatchObject({ price: 6400 })
    const back = await shop.change(cheap, shop.same.span)
    expect(back.body).toMatchObject({
      old_price: 6400,
      new_price: 6400,
      difference: 0,
      payment_required: false,
    })
    expect((await shop.read(String(back.body['timechange_token']))).body).toMatchObject({
      credit: 400,
      old: { price: 6000 },
      new: { price: 6400 },
    })
  })

  test('S-11.11: what was said before holds, though the site says otherwise since', async () => {
    const [kept, promised] = [await shop.buy(2), await shop.buy(2)]
    const cheaper = await shop.changeToken(promised.token, shop.cheap.span)
    await shop.set('Time_Change_Refund', 'false')
    const cheap = await shop.changeToken(kept.token, shop.cheap.span)
    expect((await shop.read(cheaper)).body).toMatchObject({ refund: 400 })
    expect((await shop.agree(cheaper)).body).toMatchObject({ refund: { amount: 400, state: 'done' } })
    await shop.set('Time_Change_Refund', 'true')
    await shop.agree(cheap)
    expect((await shop.read(cheap)).body).toMatchObject({ status: 'complete', refund: 0 })
  })

  test('S-11.03: replaces one that is not paid yet', async () => {
    const bought = await shop.buy(2)
    const taken = await shop.takenOf(shop.dear.span)
    const first = await shop.changeToken(bought.token, shop.dear.span)
    await shop.changeToken(bought.token, shop.cheap.span)
    expect(await shop.takenOf(shop.dear.span)).toBe(taken)
    expect((await shop.read(first)).body).toMatchObject({ status: 'cancelled' })
    expect((await shop.agree(first, '1112')).body).toMatchObject({
      error: 'time change status is not pending',
    })
  })

  test('S-11.02, R-8.68: can’t be replaced while it is being paid', async () => {
    const bought = await shop.buy(1)
    const change = await shop.changeToken(bought.token, shop.dear.span)
    const asked = await shop.agree(change, '3220')
    expect(asked.body).toMatchObject({ result: 'redirect' })
    expect((await shop.read(change)).body).toMatchObject({ status: 'waiting' })
    expect(await shop.change(bought.token, shop.cheap.span)).toMatchObject({
      status: 400,
      body: { error: 'waiting time change exists' },
    })
    expect((await shop.call('DELETE', `/api/v1/timechanges/${change}`)).body).toMatchObject({
      error: 'time change status is not pending',
    })
  })

  test('S-11.04, R-4.44, R-8.67: expires with its hold', async () => {
    const bought = await shop.buy(1)
    const change = await shop.changeToken(bought.token, shop.dear.span)
    const id = await idOf(change)
    await shop.endHold(id)
    for (const answer of [await shop.agree(change, '1112'), await shop.read(change)])
      expect(answer).toMatchObject({ status: 400, body: { error: 'time change expired' } })
    // The places are free at once, and the reservation may be moved again.
    await shop.changeToken(bought.token, shop.dear.span)
    expect((await reservation(bought.token)).status).toBe(200)
  })

  test('S-11.06, S-11.07, E-14, R-4.43, R-8.66: is given up by its buyer, and neither then nor complete agreed to again', async () => {
    const bought = await shop.buy(1)
    const taken = await shop.takenOf(shop.dear.span)
    const change = await shop.changeToken(bought.token, shop.dear.span)
    expect((await shop.call('DELETE', `/api/v1/timechanges/${change}`)).status).toBe(204)
    expect(await shop.takenOf(shop.dear.span)).toBe(taken)
    const done = await shop.changeToken(bought.token, shop.same.span)
    await shop.agree(done)
    for (const token of [change, done])
      expect((await shop.agree(token, '1112')).body).toMatchObject({
        error: 'time change status is not pending',
      })
  })

  test('S-11.16, R-8.35: to a full time is refused, and the one before is kept', async () => {
    const bought = await shop.buy(2)
    const kept = await shop.changeToken(bought.token, shop.dear.span)
    await shop.run(sql`update time_spans set capacity = taken + 1 where id = ${shop.same.span}`)
    expect(await shop.change(bought.token, shop.same.span)).toMatchObject({
      status: 400,
      body: { error: 'time_change_out_of_stock' },
    })
    expect((await shop.read(kept)).body).toMatchObject({ status: 'pending' })
    await shop.run(sql`update time_spans set capacity = 1000 where id = ${shop.same.span}`)
  })

  test('S-11.19: to the same time is refused', async () => {
    const bought = await shop.buy(1)
    expect((await shop.change(bought.token, firstSpan())).body).toEqual({ error: 'cannot change ticket' })
  })

  test('moved twice and back keeps number and payments, and every old token is known', async () => {
    const bought = await shop.buy(1)
    const dear = await shop.move(bought.token, shop.dear.span)
    const cheap = await shop.move(dear, shop.cheap.span)
    const back = await shop.move(cheap, firstSpan())
    for (const old of [bought.token, dear, cheap]) expect((await reservation(old)).status).toBe(410)
    expect((await reservation(back)).body).toMatchObject({ reservation_number: bought.number, price: 3200 })
  })
})

describe('a reservation can’t be moved (S-11.13, R-8.38)', () => {
  test.each([
    ['a ticket was used', sql`update tickets set used_at = now()`, 'used'],
    ['a ticket was handed on', sql`update tickets set handed_on_at = now()`, 'handed_on'],
    ['it was cancelled', sql`update reservations set status = 'cancelled'`, 'cancelled'],
  ])('because %s', async (_why, update, reason) => {
    const bought = await shop.buy(1)
    const key = reason === 'cancelled' ? sql`id` : sql`reservation_id`
    await shop.run(sql`${update} where ${key} = ${bought.reservationId}`)
    expect((await shop.change(bought.token, shop.dear.span)).body).toEqual({ error: 'cannot change ticket' })
    expect((await reservation(bought.token)).body).toMatchObject({
      permissions: { change: { allowed: false, reason } },
    })
  })

  test('S-11.14: after the deadline of the site', async () => {
    await shop.set('Time_Change_Deadline_Minutes', '60')
    const bought = await shop.buy(1)
    const until = '2026-12-01T09:00:00+09:00'
    expect((await reservation(bought.token)).body).toMatchObject({
      permissions: { change: { allowed: true, until } },
    })
    shop.clock.set('2026-12-01T08:59:59+09:00')
    await shop.changeToken(bought.token, shop.dear.span)
    shop.clock.set(until)
    expect((await shop.change(bought.token, shop.dear.span)).body).toEqual({ error: 'cannot change ticket' })
    shop.clock.set(`${TEST_TODAY}T10:00:00+09:00`)
  })

  test('S-11.14: more often than the site allows', async () => {
    await shop.set('Time_Change_Limit', '1')
    const bought = await shop.buy(1)
    const moved = await shop.move(bought.token, shop.same.span)
    expect((await shop.change(moved, shop.dear.span)).body).toEqual({ error: 'cannot change ticket' })
  })

  test('S-4.05, R-8.72: when the payment method took something off', async () => {
    await shop.list('stripe', { type: 'fixed', amount: 100 })
    const bought = await shop.buy(1)
    await shop.list('stripe')
    const code = 'cannot change ticket because payment method discount'
    expect((await shop.change(bought.token, shop.dear.span)).body).toEqual({ error: code })
    expect((await days(bought.token)).body).toEqual({ error: code })
  })

  test('S-11.20: when it was sold on site, unless the product permits it', async () => {
    const bought = await shop.buy(1)
    await shop.run(sql`update orders set channel = 'spot' where id = ${bought.orderId}`)
    expect((await shop.change(bought.token, shop.dear.span)).body).toEqual({ error: 'cannot change ticket' })
    await shop.run(sql`update products set time_changes = 'all' where id = ${shop.catalogue.productId}`)
    await shop.changeToken(bought.token, shop.dear.span)
    await shop.run(sql`update products set time_changes = 'not_spot' where id = ${shop.catalogue.productId}`)
  })
})

test('E-11: the calendar shows what each day costs more or less for the party and its set products', async () => {
  const bought = await shop.buy(2, { tea: 1 })
  const { body } = await days(bought.token)
  expect(body).toMatchObject({
    current: { date: '2026-12-01', time_span_id: firstSpan() },
    paid: 7200,
    refund: true,
    required_tickets: 2,
    required_set_products: [{ num: 1 }],
    change_until: '2026-12-01T10:00:00+09:00',
  })
  const differences = (body['days'] as ReadonlyArray<{ date: string; difference: number }>).map(
    ({ date, difference }) => [date, difference],
  )
  expect(differences).toEqual([
    ['2026-12-01', 0],
    [shop.same.date, 0],
    [shop.dear.date, 700],
    [shop.cheap.date, -500],
  ])
})

const days = (token: string) =>
  shop.call(
    'GET',
    `/api/v1/timechanges/products/search?reservation_token=${token}&from=2026-12-01&to=2026-12-10`,
  )

async function idOf(change: string): Promise<string> {
  const { rows } = await shop.db.read(read =>
    sql<{ id: string }>`select id from orders where token_hash = sha256(${change}::bytea)`.execute(read),
  )
  return rows[0]!.id
}
