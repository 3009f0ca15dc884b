import { afterAll, beforeAll, expect, test } from 'vitest'

import { DRIVERS } from '../../../test/payment-methods/drivers.ts'
import type { MethodDriver } from '../../../test/payment-methods/method-driver.ts'
import type { BuyerOrder } from '../../../test/shop/all-methods.ts'
import { createShop, type MethodsShop } from '../../../test/shop/shop.ts'
import { type Script, scriptedPayments } from '../../../test/scripted-payments.ts'
import type { OperationOutcome } from '../port/port.ts'

const script: Script = {}
let shop: MethodsShop
beforeAll(async () => {
  shop = await createShop({ payments: 'all', providers: usual => scriptedPayments(usual, script) })
})
afterAll(() => shop.close())

const driverOf = (method: MethodDriver['method']): MethodDriver => DRIVERS.find(one => one.method === method)!
const SILENT = driverOf('gmo')
const QUICK = driverOf('stripe')

test.each(['capture', 'refund'] as const)(
  'a provider that never answers a %s holds up none of another provider',
  async operation => {
    const orders: BuyerOrder[] = []
    for (const driver of [SILENT, QUICK]) {
      const order = await shop.orderFor(driver)
      const isCapture = operation === 'capture'
      if (!isCapture) await shop.buy(driver, order)
      await shop.providers.arm({
        provider: String(driver.provider),
        op: operation,
        mode: 'drop_before',
        value: 2,
      })
      await (isCapture ? shop.buy(driver, order) : shop.refund(order, 'all'))
      await shop.providers.disarm()
      orders.push(order)
    }
    const isDone = async (index: number): Promise<boolean> => {
      const { captured, refunded } = await shop.moneyOf(orders[index]!)
      return (operation === 'capture' ? captured : refunded) > 0
    }
    const { promise, resolve } = Promise.withResolvers<OperationOutcome>()
    Object.assign(script, { provider: 'gmo', [operation]: promise })
    const looking = shop.reconcile()
    await expect.poll(() => isDone(1), { timeout: 20_000 }).toBe(true)
    expect(await isDone(0)).toBe(false)
    delete script[operation]
    resolve({ kind: 'unknown', reason: 'at last' })
    await looking
    await shop.settle()
    expect(await isDone(0)).toBe(true)
    await shop.compareBooks()
  },
)
