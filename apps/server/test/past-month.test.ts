import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { kippuAs } from './kippu.ts'
import { createShop, type StripeShop } from './shop/shop.ts'
import { chargeAtStripe } from '@kippu/demo/charge-past'
import { fillPastMonth } from '@kippu/demo/past-month'

let shop: StripeShop
beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())

interface Written {
  readonly number: string
  readonly attempt_id: string
  readonly price: number
}

test('a month of the past is written once, its books are whole, and a refund finds its payment at the simulator', async () => {
  const deps = { ...shop.deps, charge: await chargeAtStripe(shop.stripe.url) }
  const written = await fillPastMonth(deps, 'demo')
  expect(written).toBeGreaterThan(0)
  expect(await fillPastMonth(deps, 'demo')).toBe(0)
  await shop.compareBooks()
  const { rows } = await shop.db.read(read =>
    sql<Written>`
      select r.number, p.attempt_id, o.price from reservations r join orders o on o.id = r.order_id
        join reservation_payments p on p.reservation_id = r.id order by o.price limit 1`.execute(read),
  )
  const [old] = rows
  expect(old).toBeDefined()
  const number = old?.number ?? ''
  const refunded = await kippuAs(shop, undefined, ['refund', number, '--all', '--reason', 'ill', '--yes'])
  expect(refunded).toMatchObject({ code: 0 })
  await shop.reconcile()
  await shop.compareBooks()
  expect((await kippuAs(shop, undefined, ['order', 'demo', number])).text).toContain(
    `¥${old?.price.toLocaleString('en')}`,
  )
})
