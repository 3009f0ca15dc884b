import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Bought } from '../../../test/shop/stripe.ts'
import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import { countWaiting } from '../../../test/waiting-connections.ts'
import { requestDifference } from './request-difference.ts'
import { requestVoid } from './request-void.ts'

let shop: StripeShop
let visit: Bought

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  visit = await shop.buy(2)
})
afterAll(() => shop.close())

const of = () => ({ siteKey: 'demo', reservationNumber: visit.number })

test.each([
  ['payment', () => sql`select from payment_attempts where id = ${visit.attemptId} for no key update`],
  ['places', () => sql`select from time_spans where id = ${shop.catalogue.spans[0]} for no key update`],
  ['order', () => sql`select from orders where id = ${visit.orderId} for no key update`],
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
  await expect.poll(async () => steps.length + (await countWaiting(shop.db))).toBeGreaterThan(0)
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
    await sql`update reservations set order_id = ${id} where order_id = ${visit.orderId}`.execute(tx)
  })
  const refused = { kind: 'refused', why: 'nothing was paid' }
  expect(await requestDifference(shop.deps, { ...of(), difference: 1, reason: 'r' })).toEqual(refused)
  expect(await requestVoid(shop.deps, of())).toEqual(refused)
})
