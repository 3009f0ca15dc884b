import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type Shop } from '../../../test/shop/shop.ts'
import { claimForPayment } from '../../../test/claim-order.ts'
import { untilSomebodyWaits } from '../../../test/waiting-connections.ts'
import { giveUpPlaces } from './give-up-places.ts'
import { releaseExpired } from './release-expired.ts'

let shop: Shop

beforeAll(async () => {
  shop = await createShop({ variables: { ORDER_HOLD_SECONDS: '1800' } })
})

beforeEach(() => shop.renew())

afterAll(() => shop.close())

const extend = (token: string) => shop.call('PUT', `/api/v1/orders/hold/${token}`)

const endsOf = (orderId: string) =>
  shop.db.read(tx =>
    tx
      .selectFrom('orders')
      .innerJoin('holds', 'holds.order_id', 'orders.id')
      .select(['orders.expires_at as order', 'holds.expires_at as hold', 'orders.extensions'])
      .where('orders.id', '=', orderId)
      .execute(),
  )

const endSoon = (orderId: string) =>
  shop.db.transaction(async tx => {
    const expires_at = new Date(Date.now() + 60_000)
    await tx.updateTable('orders').set({ expires_at }).where('id', '=', orderId).execute()
    await tx.updateTable('holds').set({ expires_at }).where('order_id', '=', orderId).execute()
  })

/** Moves the creation of an order into the past; half a minute is left of it. */
const createdBefore = (orderId: string, minutes: number) =>
  shop.db.transaction(async tx => {
    const past = sql<Date>`created_at - make_interval(mins => ${minutes})`
    const expires_at = new Date(Date.now() + 30_000)
    await tx.updateTable('orders').set({ created_at: past, expires_at }).where('id', '=', orderId).execute()
    await tx.updateTable('holds').set({ expires_at }).where('order_id', '=', orderId).execute()
  })

/** From the creation of an order to its end. */
const minutesHeld = (orderId: string) =>
  shop.db.read(async read => {
    const { created_at, expires_at } = await read
      .selectFrom('orders')
      .select(['created_at', 'expires_at'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return (expires_at.getTime() - created_at.getTime()) / 60_000
  })

const minutesUntil = (body: Record<string, unknown>) =>
  (Date.parse(String(body['expires_at'])) - Date.now()) / 60_000

const setStatus = (orderId: string, status: string) =>
  shop.db.transaction(tx => tx.updateTable('orders').set({ status }).where('id', '=', orderId).execute())

test('once its day has less than a fifth left it is extended twice at most: the essential exception of WCAG 2.2.1', async () => {
  await shop.renew({ capacities: [5, 5] })
  const { token, id } = await shop.orderToken(5)
  await setStatus(id, 'ready_checkout')
  await endSoon(id)
  expect((await extend(token)).body).toMatchObject({ extensions_left: 9 })
  const [, second] = shop.catalogue.spans
  await shop.orderToken(3, { timeSpanId: second! })
  await endSoon(id)
  expect((await extend(token)).body).toMatchObject({ extensions_left: 8 })
  await shop.orderToken(1, { timeSpanId: second! })
  expect((await shop.call('GET', `/api/v1/orders/${token}`)).body).toMatchObject({ extensions_left: 0 })
  await endSoon(id)
  expect(await extend(token)).toEqual({ status: 400, body: { error: 'invalid order status' } })
})

describe('PUT orders/hold/{token} (WCAG 2.2.1)', () => {
  test('holds the order and everything in it as long as a new one from now on', async () => {
    const { token, id } = await shop.orderToken(2, { tea: 1 })
    await endSoon(id)
    const { status, body } = await extend(token)
    expect([status, body]).toEqual([
      200,
      { expires_at: expect.stringMatching(/\+09:00$/), extensions_left: 9 },
    ])
    expect(minutesUntil(body)).toBeGreaterThan(13)
    expect(minutesUntil(body)).toBeLessThanOrEqual(15)
    const ends = await endsOf(id)
    expect(ends).toHaveLength(2)
    for (const { order, hold } of ends) expect(hold).toEqual(order)
    expect((await shop.call('GET', `/api/v1/orders/${token}`)).body).toMatchObject({
      expires_at: body['expires_at'],
      extensions_left: 9,
    })
  })

  test('once its address is proved, half an hour', async () => {
    const { token, id } = await shop.orderToken(2)
    await setStatus(id, 'ready_checkout')
    const { body } = await extend(token)
    expect(minutesUntil(body)).toBeGreaterThan(28)
    expect(minutesUntil(body)).toBeLessThanOrEqual(30)
  })

  test('D-18: an hour in all while its address is not proved, of which the form has the last quarter', async () => {
    const { token, id } = await shop.orderToken(2)
    await createdBefore(id, 40)
    expect(await extend(token)).toMatchObject({ status: 200, body: { extensions_left: 0 } })
    expect(await minutesHeld(id)).toBeCloseTo(45, 3)
    expect(await extend(token)).toMatchObject({ status: 200, body: { extensions_left: 0 } })
    await setStatus(id, 'mail_sent')
    await createdBefore(id, 10)
    expect(await extend(token)).toMatchObject({ status: 200, body: { extensions_left: 0 } })
    expect(await minutesHeld(id)).toBeCloseTo(60, 3)
    await setStatus(id, 'ready_checkout')
    expect((await shop.call('GET', `/api/v1/orders/${token}`)).body).toMatchObject({ extensions_left: 8 })
    await createdBefore(id, 0)
    expect(minutesUntil((await extend(token)).body)).toBeGreaterThan(28)
  })

  test('an order that waits for its places is held open as long as any other', async () => {
    const { token, id } = await shop.orderToken(2)
    await shop.db.transaction(tx => giveUpPlaces(tx, id))
    await shop.db.transaction(tx =>
      tx
        .updateTable('orders')
        .set({ expires_at: new Date(Date.now() + 60_000) })
        .where('id', '=', id)
        .execute(),
    )
    const answer = await extend(token)
    expect(answer).toMatchObject({ status: 200, body: { extensions_left: 9 } })
    expect(minutesUntil(answer.body)).toBeGreaterThan(13)
  })

  test('ten times at most', async () => {
    const { token, id } = await shop.orderToken(2)
    await setStatus(id, 'ready_checkout')
    for (let left = 9; left >= 0; left -= 1) {
      await endSoon(id)
      expect(await extend(token)).toMatchObject({ status: 200, body: { extensions_left: left } })
    }
    await endSoon(id)
    expect(await extend(token)).toEqual({ status: 400, body: { error: 'invalid order status' } })
    expect(await endsOf(id)).toMatchObject([{ extensions: 10 }])
  })

  test('what gains less than a minute costs nothing and gains nothing, however many ask at once', async () => {
    const { token, id } = await shop.orderToken(2)
    const [before] = await endsOf(id)
    expect(await extend(token)).toMatchObject({ status: 200, body: { extensions_left: 10 } })
    expect(await endsOf(id)).toEqual([before])
    await endSoon(id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => extend(token)))
    expect(answers.map(({ status, body }) => [status, body['extensions_left']])).toEqual(
      answers.map(() => [200, 9]),
    )
    expect(new Set(answers.map(({ body }) => body['expires_at'])).size).toBe(1)
  })

  test('the sweeper, which comes when the first hold ends, leaves it alone and comes again when the longer one does', async () => {
    const { token, id } = await shop.orderToken(2)
    await endSoon(id)
    await extend(token)
    const looks = (): Promise<unknown> =>
      shop.db.read(async read => {
        const { rows } = await sql`
          select status, check_at < now() as "isDue", check_at = expires_at as "isAtEnd" from orders where id = ${id}`.execute(
          read,
        )
        return rows
      })
    await shop.db.transaction(tx =>
      sql`update orders set check_at = now() - interval '1 second' where id = ${id}`.execute(tx),
    )
    expect(await looks()).toEqual([{ status: 'temporary', isDue: true, isAtEnd: false }])
    expect(await releaseExpired(shop.deps)).toBe(0)
    expect(await looks()).toEqual([{ status: 'temporary', isDue: false, isAtEnd: true }])
    await shop.endHold(id)
    expect(await releaseExpired(shop.deps)).toBe(1)
    expect(await looks()).toEqual([{ status: 'expired', isDue: null, isAtEnd: null }])
  })

  test('what gains a minute counts', async () => {
    const { token, id } = await shop.orderToken(2)
    const gain = 60.5
    await shop.db.transaction(async tx => {
      const soon = sql<Date>`expires_at - make_interval(secs => ${gain})`
      await tx.updateTable('orders').set({ expires_at: soon }).where('id', '=', id).execute()
      await tx.updateTable('holds').set({ expires_at: soon }).where('order_id', '=', id).execute()
    })
    expect(await extend(token)).toMatchObject({ status: 200, body: { extensions_left: 9 } })
  })

  test('S-2.10: never beyond the end of the sale', async () => {
    const { token, id } = await shop.orderToken(2)
    await endSoon(id)
    shop.clock.set('2026-12-01T09:50:00+09:00')
    const { body } = await extend(token)
    const minutes = (Date.parse(String(body['expires_at'])) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(8)
    expect(minutes).toBeLessThanOrEqual(10)
    shop.clock.set('2026-12-01T10:00:00+09:00')
    expect(await extend(token)).toMatchObject({ status: 200, body })
  })

  test('an order whose payment left it more time does not lose it', async () => {
    const { token, id } = await shop.orderToken(2)
    const later = new Date(Date.now() + 3 * 3_600_000)
    await shop.db.transaction(async tx => {
      await tx.updateTable('orders').set({ expires_at: later }).where('id', '=', id).execute()
      await tx.updateTable('holds').set({ expires_at: later }).where('order_id', '=', id).execute()
    })
    expect(await extend(token)).toMatchObject({ status: 200 })
    expect(await endsOf(id)).toMatchObject([{ order: later, hold: later }])
  })

  test.each(['payment_pending', 'payment_3ds'])('is refused while the order is %s', async status => {
    const { token, id } = await shop.orderToken(2)
    await setStatus(id, status)
    expect(await extend(token)).toEqual({ status: 400, body: { error: 'order is being paid' } })
  })

  test('S-1.07: is refused once the hold has ended, swept or not', async () => {
    const { token, id } = await shop.orderToken(2)
    await shop.endHold(id)
    const over = { status: 400, body: { error: 'session_timeout' } }
    expect(await extend(token)).toEqual(over)
    await releaseExpired(shop.deps)
    expect(await extend(token)).toEqual(over)
  })

  test('in the last moment others may have been given a part of it: then it is over', async () => {
    const { token, id } = await shop.orderToken(2, { tea: 1 })
    await shop.db.transaction(async tx => {
      const tea = shop.catalogue.tea.spans[0]!
      await tx.deleteFrom('holds').where('order_id', '=', id).where('time_span_id', '=', tea).execute()
      await tx.updateTable('time_spans').set({ taken: 0 }).where('id', '=', tea).execute()
    })
    expect(await extend(token)).toEqual({ status: 400, body: { error: 'session_timeout' } })
    expect(await endsOf(id)).toMatchObject([{ extensions: 0 }])
  })

  test('one that was bought or given back is no longer held, and one that nobody made is not found', async () => {
    const { token, id } = await shop.orderToken(2)
    for (const status of ['completed', 'cancelled']) {
      await setStatus(id, status)
      expect(await extend(token)).toEqual({ status: 400, body: { error: 'invalid order status' } })
    }
    const unknown = await extend('ord_AAAAAAAAAAAAAAAAAAAAAAAA')
    expect(unknown).toEqual({ status: 404, body: { error: 'record not found' } })
  })

  test('an extension and a payment at once: what is being paid never ends by itself', async () => {
    const { token, id } = await shop.orderToken(2, { tea: 1 })
    await setStatus(id, 'ready_checkout')
    await endSoon(id)
    const extended = await shop.db.transaction(async tx => {
      expect(await claimForPayment(tx, { orderId: id })).toBe(true)
      const asked = extend(token)
      await untilSomebodyWaits(shop.db)
      return [asked]
    })
    expect(await Promise.all(extended)).toEqual([{ status: 400, body: { error: 'order is being paid' } }])
    const untouched = { hold: null, extensions: 0 }
    expect(await endsOf(id)).toMatchObject([untouched, untouched])
  })
})
