import { confirmCheckout } from '@kippu/contract/payments'
import { expect } from '@playwright/test'

import { armFault } from '../faults.ts'
import { test } from '../fixtures.ts'
import { chargesOf } from '../ledger.ts'

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
  // Nobody else is given back a payment by Alipay: this story may run beside others.
  await armFault({ provider: 'alipay', op: 'refund', mode: 'refuse' })
  await visitor.answersWallet('pay')
  await visitor.sees('payment_error_inquiry_title')
  await expect(page).toHaveURL(/#\/payment-error\?time_change=false&additional_info=inquiry$/)
  const { captured, net } = await chargesOf(database, orderToPay.orderToken)
  expect([captured, net]).toEqual([orderToPay.price, orderToPay.price])
})
