import { afterAll, beforeAll, expect, test } from 'vitest'

import { DRIVERS } from '../../../test/payment-methods/drivers.ts'
import { createShop, type MethodsShop } from '../../../test/shop/shop.ts'
import { replacedPayments } from '../../../test/scripted-payments.ts'

const driverOf = (wanted: string) => DRIVERS.find(({ method }) => method === wanted)!

let shop: MethodsShop
beforeAll(async () => {
  /** Events that are on their way arrive before the answer. */
  const afterEvents = async <Outcome>(outcome: Promise<Outcome>): Promise<Outcome> => {
    const answer = await outcome
    await shop.providers.untilHeard()
    return answer
  }
  shop = await createShop({
    payments: 'all',
    providers: usual =>
      replacedPayments(usual, provider => ({
        ...provider,
        cancelAuthorization: attempt => afterEvents(provider.cancelAuthorization(attempt)),
        resume: (attempt, start) => afterEvents(provider.resume(attempt, start)),
      })),
  })
})
afterAll(() => shop.close())

test('news of the money that comes while the payment is being ended is looked at: tickets or the money back (S-1.09, S-2.06)', async () => {
  const driver = driverOf('adyen_we_chat_pay')
  const order = await shop.orderFor(driver)
  const answer = await shop.checkout(driver, order)
  await shop.providers.arm({ provider: 'adyen', op: 'notice', mode: 'late_notice', value: 500 })
  await shop.leave(driver, order.token, { answer, act: 'pay' })
  await shop.passDeadline()
  // The deadline is over and nobody knows of the money: the payment is ended, and its news comes meanwhile.
  await shop.confirm(driver, answer.body['payment_number'])
  await shop.settle()
  const status = await shop.statusOf(order)
  expect(status).toMatch(/^(completed|refunded)$/)
  const { captured, net } = await shop.moneyOf(order)
  expect({ captured, net }).toEqual({ captured: 3200, net: status === 'completed' ? 3200 : 0 })
  await shop.compareBooks()
})

test('a visitor whose payment is confirmed by the provider while we ask about it has the tickets at once (S-1.06)', async () => {
  const driver = driverOf('softbank_paypay')
  const order = await shop.orderFor(driver)
  const answer = await shop.checkout(driver, order)
  await shop.providers.arm({ provider: 'softbank', op: 'notice', mode: 'late_notice', value: 500 })
  await shop.leave(driver, order.token, { answer, act: 'pay' })
  // The inquiry knows of the payment, and only the notice knows its amount.
  const { body } = await shop.confirm(driver, answer.body['payment_number'])
  expect(body).toMatchObject({ result: 'completed' })
})
