import { afterAll, beforeAll, expect, test } from 'vitest'

import { DRIVERS } from '../../../test/payment-methods/drivers.ts'
import { createShop, type MethodsShop } from '../../../test/shop/shop.ts'

let shop: MethodsShop
beforeAll(async () => {
  shop = await createShop({ payments: 'all' })
})
afterAll(() => shop.close())

test.each(['alipay', 'gmo_paypay', 'softbank_alipay', 'd_pay'])(
  '%s: who paid in time and never came back has the tickets, though nobody looked before the deadline (S-2.06)',
  async method => {
    const driver = DRIVERS.find(one => one.method === method)!
    const order = await shop.orderFor(driver)
    const answer = await shop.checkout(driver, order)
    expect(await shop.leave(driver, order.token, { answer, act: 'pay_no_return' })).toBeUndefined()
    await shop.passDeadline()
    await shop.settle()
    expect(await shop.statusOf(order)).toBe('completed')
    const { net, captured, refunded } = await shop.moneyOf(order)
    expect({ captured, refunded, net }).toEqual({ captured: 3200, refunded: 0, net: 3200 })
    await shop.compareBooks()
  },
)
