import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPaymentsApp, type PaymentsApp } from '../../../test/payments-app.ts'
import { requestDifference, requestVoid } from './request-refund.ts'

let shop: PaymentsApp
let orderId: string
let attemptId: string
let number: string

beforeAll(async () => {
  shop = await createPaymentsApp()
  const order = await shop.readyOrder(2)
  const { body } = await shop.pay(order, '1112')
  orderId = order.id
  attemptId = (await shop.attemptsOf(order))[0]!.id
  number = String(body['reservation_number'])
})
afterAll(() => shop.close())

const of = () => ({ siteKey: 'demo', reservationNumber: number })

test.each([
  ['payment', () => sql`select from payment_attempts where id = ${attemptId} for no key update`],
  ['places', () => sql`select from time_spans where id = ${shop.catalogue.spans[0]} for no key update`],
  ['order', () => sql`select from orders where id = ${orderId} for no key update`],
  ['tickets', () => sql`select from tickets for no key update`],
])('a refund waits for whoever changes the %s of its visit', async (_name, lock) => {
  const steps: string[] = []
  const [isLocked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locked = shop.db.transaction(async tx => {
    await lock().execute(tx)
    isLocked.resolve()
    await mayEnd.promise
  })
  await isLocked.promise
  const asked = requestDifference(shop.deps, { ...of(), difference: 100, reason: 'cheaper day' })
  const answered = asked.then(() => steps.push('answered'))
  await expect.poll(async () => steps.length + (await countWaiting())).toBeGreaterThan(0)
  steps.push('changed')
  mayEnd.resolve()
  await Promise.all([locked, answered])
  expect(steps).toEqual(['changed', 'answered'])
  expect(await asked).toMatchObject({ kind: 'refund', amount: 100 })
})

test('a visit that no payment stands behind is neither given back nor released', async () => {
  const { id } = await shop.orderToken()
  await shop.db.transaction(async tx => {
    await sql`delete from reservation_payments`.execute(tx)
    await sql`update reservations set attempt_id = null, order_id = ${id} where order_id = ${orderId}`.execute(
      tx,
    )
  })
  const refused = { kind: 'refused', why: 'nothing was paid' }
  expect(await requestDifference(shop.deps, { ...of(), difference: 1, reason: 'r' })).toEqual(refused)
  expect(await requestVoid(shop.deps, of())).toEqual(refused)
})

/** Connections of this shop that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await shop.db.read(read =>
    sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(read),
  )
  return rows.length
}
