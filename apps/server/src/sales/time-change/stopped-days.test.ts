import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type OtherDaysShop } from '../../../test/shop/shop.ts'
import { OWNER } from '../../../test/owner.ts'
import { resumeSale, stopSale } from '../../stock/set-sale-state.ts'
import { keepOrRetakeHolds, lockSpansOfOrder } from '../../stock/held-stock.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

let shop: OtherDaysShop

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.resetStock()
  await setDay('2026-12-01', 'open')
  await setDay(shop.same.date, 'open')
  // All caches are of now.
  shop.clock.advance(2_000)
})

/** Nobody's cache hears of it: the clock stands still. */
const setDay = (date: string, state: 'open' | 'stopped') =>
  (state === 'open' ? resumeSale : stopSale)(byStaff(OWNER, shop.deps), {
    siteKey: 'demo',
    productUuid: null,
    from: date,
    to: date,
    time: null,
    reason: 'typhoon',
  })

test('nothing moves to a day that is stopped, whatever a cache says; a visit moves away from one', async () => {
  const bought = await shop.buy(2)
  const first = await shop.changeToken(bought.token, shop.dear.span)
  await setDay(shop.same.date, 'stopped')
  expect(await shop.change(bought.token, shop.same.span)).toMatchObject({
    body: { error: 'time_change_out_of_stock' },
  })
  // What it held before is as it was.
  expect((await shop.read(first)).body).toMatchObject({ status: 'pending' })
  await setDay('2026-12-01', 'stopped')
  expect((await shop.agree(first, '1112')).body).toMatchObject({ result: 'completed' })
  await shop.compareBooks()
})

test('a change that holds a stopped day may be paid, and is not made anew', async () => {
  const bought = await shop.buy(1)
  const token = await shop.changeToken(bought.token, shop.same.span)
  await setDay(shop.same.date, 'stopped')
  expect(await shop.change(bought.token, shop.same.span)).toMatchObject({
    body: { error: 'time_change_out_of_stock' },
  })
  expect((await shop.agree(token)).body).toMatchObject({ result: 'completed' })
  await shop.compareBooks()
})

test('an order that has given its places back gets none again of a stopped day, however it was paid (S-2.06)', async () => {
  const retake = async (id: string): Promise<boolean> =>
    shop.db.transaction(async tx => {
      await tx.deleteFrom('holds').where('order_id', '=', id).execute()
      await tx
        .updateTable('time_spans')
        .set(eb => ({ taken: eb('taken', '-', 1) }))
        .where('id', '=', shop.catalogue.spans[0]!)
        .execute()
      await lockSpansOfOrder(tx, id)
      return keepOrRetakeHolds(tx, id)
    })
  const [open, late] = [await shop.readyOrder(1), await shop.readyOrder(1)]
  expect(await retake(open.id)).toBe(true)
  await setDay('2026-12-01', 'stopped')
  expect(await retake(late.id)).toBe(false)
})
