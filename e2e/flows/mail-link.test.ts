import { confirmOrderMail } from '@kippu/contract/order-mails'
import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'

test('the link of the mail is opened on another device, where the purchase is completed', async ({
  visitor,
  visit,
  otherDevice,
  database,
}) => {
  await visitor.openStore()
  await visitor.orderVisit(visit)
  await visitor.signIn()
  const orderToken = await visitor.orderToken()

  const there = await otherDevice()
  await there.followMailLink()
  await there.payWithCard('1112')
  await there.seesCompletionPage()
  await expectOneCharge(database, { orderToken, price: visit.adultPrice * 2 })
})

test('the first device finds out that the address was confirmed on the other', async ({
  visitor,
  visit,
  otherDevice,
}) => {
  await visitor.openStore()
  await visitor.orderVisit(visit)
  await visitor.signIn()
  await (await otherDevice()).followMailLink()
  await visitor.page.reload()
  await expect(visitor.page.getByText(visitor.t('mail_sent_confirmed'))).toBeVisible()
  await visitor.page.getByRole('link', { name: visitor.t('common_next'), exact: true }).click()
  await visitor.sees('payment_title')
})

test('a link that is wrong says so and leads to the store', async ({ visitor, watch }) => {
  watch.mayRefuse(confirmOrderMail)
  await visitor.page.goto(`/#/mail-confirm?mail_token=eml_${'x'.repeat(24)}`)
  await visitor.readsDialog('error_record_not_found_title')
  await visitor.sees('mail_link_failed')
  await visitor.page.getByRole('link', { name: visitor.t('common_to_order') }).click()
  await visitor.sees('order_title')
})
