import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { DRIVERS } from '../../test/payment-methods/drivers.ts'
import { createMethodsApp, type MethodsApp } from '../../test/payment-methods/methods-app.ts'

let shop: MethodsApp

beforeAll(async () => {
  shop = await createMethodsApp()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.providers.disarm()
  await shop.providers.setClockAhead(0)
  await shop.resetStock()
})
afterEach(() => shop.compareBooks())

describe.each(DRIVERS)('$method', driver => {
  test('works end to end (R-7.53–69)', async () => {
    const order = await shop.orderFor(driver, 2)
    let { status, body } = await shop.buy(driver, order)
    if (body['result'] !== 'completed') {
      await shop.settle()
      ;({ status, body } = await shop.confirm(driver, body['payment_number']))
    }
    expect({ status, result: body['result'] }).toEqual({ status: 200, result: 'completed' })
    await shop.settle()
    expect(await shop.statusOf(order)).toBe('completed')
    expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'captured', operation: null }])
  })
})
