import { confirmCheckout } from '@kippu/contract/payments'
import { expect } from '@playwright/test'

import { armFault, clearFaults } from '../faults.ts'
import { test } from '../fixtures.ts'
import { chargesOf, expectOneCharge } from '../ledger.ts'
import { card } from '../ways-to-pay.ts'

test.afterEach(clearFaults)

test('the store waits for a slow provider, and the button says so meanwhile', async ({
  visitor,
  orderToPay,
  database,
}) => {
  await armFault({ provider: 'gmo', op: 'execute', mode: 'delay_ms', value: 3000 })
  await visitor.payWith(card('1112', 'gmo'))
  await expect(visitor.button('confirm_paying')).toBeVisible()
  await visitor.seesCompletionPage()
  await expectOneCharge(database, orderToPay)
})

test('a payment that bought nothing and cannot be refunded leads to a page that says whom to ask (R-8.05, S-1.10, S-7.15)', async ({
  visitor,
  orderToPay,
  watch,
  database,
}) => {
  watch.mayRefuse(confirmCheckout)
  const { page } = visitor
  await visitor.payWith({ method: 'alipay' })
  await page.locator('button[value="pay"]').waitFor()
  await database.stealPlaces(orderToPay.orderToken)
  await armFault({ provider: 'alipay', op: 'refund', mode: 'refuse' })
  await visitor.answersWallet('pay')
  await visitor.sees('payment_error_inquiry_title')
  await expect(page).toHaveURL(/#\/payment-error\?time_change=false&additional_info=inquiry$/)
  const { captured, net } = await chargesOf(database, orderToPay.orderToken)
  expect([captured, net]).toEqual([orderToPay.price, orderToPay.price])
})
