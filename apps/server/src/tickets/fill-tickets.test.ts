import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createPaymentsApp, type PaymentsApp } from '../../test/payments-app.ts'
import { rowsOfOrder } from '../../test/rows-of-order.ts'
import { countUnfilledPayments, countUnfilledTickets, fillPayments, fillTickets } from './fill-tickets.ts'

let shop: PaymentsApp

beforeAll(async () => {
  shop = await createPaymentsApp()
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())

/** Two visitors and a tea, bought: tickets 1 and 2 are for the visit, 3 for the tea. */
const buy = async (): Promise<string> => (await shop.buy(2, { tea: 1 })).orderId

const run = (query: ReturnType<typeof sql>) =>
  shop.db.transaction(async tx => {
    await query.execute(tx)
  })

const forgetTickets = (orderId: string, columns: ReturnType<typeof sql>) =>
  run(
    sql`update tickets t set ${columns} from reservations r where r.id = t.reservation_id and r.order_id = ${orderId}`,
  )

const forgetPayments = (orderId: string) =>
  run(
    sql`delete from reservation_payments p using reservations r where r.id = p.reservation_id and r.order_id = ${orderId}`,
  )

describe('tickets that an older program issued', () => {
  test('get the product and the time of their order; set products keep their own', async () => {
    const orderId = await buy()
    const issued = await rowsOfOrder(shop.db, orderId)
    await forgetTickets(
      orderId,
      sql`product_id = null, time_span_id = case when type = 'set' then time_span_id end`,
    )
    expect(await shop.db.read(countUnfilledTickets)).toBe(3)
    expect(await shop.db.transaction(tx => fillTickets(tx, 10))).toBe(3)
    expect(await shop.db.read(countUnfilledTickets)).toBe(0)
    expect(await rowsOfOrder(shop.db, orderId)).toEqual(issued)
  })

  test.each([
    ['uid', sql`uid = null`],
    ['product', sql`product_id = null`],
    ['time', sql`time_span_id = case when type = 'set' then time_span_id end`],
  ])('are found by a missing %s alone', async (_name, columns) => {
    const orderId = await buy()
    await forgetTickets(orderId, columns)
    expect(await shop.db.read(countUnfilledTickets)).toBeGreaterThan(0)
    await shop.db.transaction(tx => fillTickets(tx, 10))
    expect(await shop.db.read(countUnfilledTickets)).toBe(0)
  })

  test('are filled as many as asked for, and none that had all', async () => {
    const [old, other] = [await buy(), await buy()]
    const before = await rowsOfOrder(shop.db, other)
    await forgetTickets(old, sql`uid = null`)
    expect(await shop.db.transaction(tx => fillTickets(tx, 2))).toBe(2)
    expect(await shop.db.read(countUnfilledTickets)).toBe(1)
    expect(await shop.db.transaction(tx => fillTickets(tx, 2))).toBe(1)
    expect(await shop.db.transaction(tx => fillTickets(tx, 2))).toBe(0)
    expect(await rowsOfOrder(shop.db, other)).toEqual(before)
  })
})

describe('payments that an older program wrote down with the reservation alone', () => {
  const paymentsOf = async (orderId: string) => {
    const { rows } = await shop.db.read(read =>
      sql`select p.attempt_id, p.amount, p.created_at = r.created_at as "isOfItsTime"
          from reservation_payments p join reservations r on r.id = p.reservation_id
          where r.order_id = ${orderId}`.execute(read),
    )
    return rows
  }

  test('become those of the reservation, each once; others stay as they are', async () => {
    const [old, other] = [await buy(), await buy()]
    const before = await rowsOfOrder(shop.db, other)
    await forgetPayments(old)
    expect(await shop.db.read(countUnfilledPayments)).toBe(1)
    expect(await shop.db.transaction(tx => fillPayments(tx, 10))).toBe(1)
    expect(await shop.db.read(countUnfilledPayments)).toBe(0)
    expect(await shop.db.transaction(tx => fillPayments(tx, 10))).toBe(0)
    const [attempt] = await shop.attemptsOf({ id: old })
    expect(await paymentsOf(old)).toEqual([{ attempt_id: attempt!.id, amount: 7200, isOfItsTime: true }])
    expect(await rowsOfOrder(shop.db, other)).toEqual(before)
  })

  test('are filled as many as asked for', async () => {
    await forgetPayments(await buy())
    await forgetPayments(await buy())
    expect(await shop.db.transaction(tx => fillPayments(tx, 1))).toBe(1)
    expect(await shop.db.read(countUnfilledPayments)).toBe(1)
    await shop.db.transaction(tx => fillPayments(tx, 1))
    expect(await shop.db.read(countUnfilledPayments)).toBe(0)
  })

  test('are nothing for a reservation that names no attempt', async () => {
    const orderId = await buy()
    await forgetPayments(orderId)
    await run(sql`update reservations set attempt_id = null where order_id = ${orderId}`)
    expect(await shop.db.read(countUnfilledPayments)).toBe(0)
    expect(await shop.db.transaction(tx => fillPayments(tx, 10))).toBe(0)
  })
})
