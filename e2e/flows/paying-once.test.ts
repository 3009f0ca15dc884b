import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'

inProof(
  'a visitor goes back from the confirmation to the payment page, then pays once',
  async ({ visitor, orderToPay, database }) => {
    await visitor.choosePayment('stripe_secure')
    await visitor.enterCard('1112')
    await visitor.page.goBack()
    await visitor.sees('payment_title')
    await visitor.button('payment_next').click()
    await visitor.sees('confirm_title')
    await visitor.pay()
    await visitor.seesCompletionPage()
    await expectOneCharge(database, orderToPay)
  },
)

test('two presses pay once, and the button says that the payment is on its way; a visitor who goes back from the bank presses again and pays once', async ({
  visitor,
  orderToPay,
  database,
}) => {
  const answer = Promise.withResolvers<void>()
  await visitor.page.route('**/api/v1/orders/checkout/*', async route => {
    await answer.promise
    await route.continue()
  })
  await visitor.choosePayment('stripe_secure')
  await visitor.enterCard('3220')
  await visitor.button('confirm_pay').dblclick()
  await expect(visitor.button('confirm_paying')).toBeVisible()
  answer.resolve()
  await visitor.seesBankPage()
  await visitor.page.goBack()
  await visitor.sees('confirm_title')
  await visitor.pay()
  await visitor.passChallenge()
  await visitor.seesCompletionPage()
  await expectOneCharge(database, orderToPay)
})

test('two tabs that pay one order at once get one reservation; a visitor who goes back from the completion page finds nothing to pay again', async ({
  visitor,
  orderToPay,
  database,
}) => {
  const second = visitor.as({ page: await visitor.page.context().newPage() })
  await second.page.goto(visitor.mailLink())
  await second.provesAddress()
  for (const tab of [visitor, second]) {
    await tab.page.bringToFront()
    await tab.choosePayment('stripe_secure')
    await tab.enterCard('1112')
  }
  await Promise.all([visitor.pay(), second.pay()])
  const numbers = await Promise.all([visitor.seesCompletionPage(), second.seesCompletionPage()])
  expect(new Set(numbers).size).toBe(1)
  await visitor.page.goBack()
  await visitor.sees('order_title')
  await expectOneCharge(database, orderToPay)
})
