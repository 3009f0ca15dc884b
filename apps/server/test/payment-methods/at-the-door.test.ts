import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { buyInTheEnd } from './conformance-case.ts'
import { DRIVERS } from './drivers.ts'
import { createShop, type MethodsShop } from '../shop/shop.ts'

/** Each is a purchase to its end; not a promise of speed. */
const PATIENCE_MS = 60_000

let shop: MethodsShop

beforeAll(async () => {
  shop = await createShop({ payments: 'all' })
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())
afterEach(() => shop.compareBooks())

test.each(DRIVERS)(
  '$method sells at the door to somebody who has said nothing: one charge, tickets, and no mail until asked (R-1.17, R-8.09, S-12.04, S-12.05)',
  { timeout: PATIENCE_MS },
  async driver => {
    const isFree = driver.method === 'free'
    const order = await shop.doorOrderFor(driver)
    const first = await shop.checkout(driver, order)
    expect(first.body).toMatchObject({ spot: true, time_change: false })
    const { body } = await buyInTheEnd({ shop, driver }, order)
    expect(body).toMatchObject({ result: 'completed', spot: true, time_change: false })
    await shop.settle()
    const price = isFree ? 0 : 3200
    expect(await shop.moneyOf(order)).toMatchObject({ captured: price, refunded: 0, net: price })
    const reservation = await shop.call('GET', `/api/v1/reservations/${String(body['reservation_token'])}`)
    expect(reservation.body).toMatchObject({ sales_channel: 'spot', price })
    expect((await shop.queued()).filter(({ name }) => name === 'send-completion-mail')).toEqual([])
  },
)
