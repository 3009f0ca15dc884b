import { readOrder } from '@kippu/contract/orders'
import { expect } from '@playwright/test'

import { inProof } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { turnsScreen } from '../turns-screen.ts'

inProof(
  'details changed at the confirmation are stored without another mail, and the purchase goes on (S-1.11)',
  async ({ visitor, orderToPay, database }) => {
    await visitor.choosePayment('stripe_secure')
    await visitor.enterCard('1112')
    const change = visitor.t('confirm_change', { name: visitor.t('confirm_buyer') })
    await visitor.page.getByRole('link', { name: change, exact: true }).click()
    await visitor.sees('sign_in_title')
    await expect(visitor.page.locator('#buyer-email')).not.toBeEditable()
    await visitor.page.locator('#buyer-name').fill('Kippu Hanako')
    await visitor.page.getByRole('checkbox', { name: visitor.t('sign_in_terms_agree') }).check()
    await visitor.button('common_next').click()
    await visitor.sees('confirm_title')
    await expect(visitor.page.getByText('Kippu Hanako')).toBeVisible()
    await visitor.pay()
    await visitor.seesCompletionPage()
    await expectOneCharge(database, orderToPay)
  },
)

inProof(
  'a purchase that ended on another device is finished on the first one, without a dialog (R-2.14)',
  async ({ visitor, visit, otherDevice, watch }) => {
    watch.mayRefuse(readOrder)
    await visitor.openStore()
    await visitor.orderVisit(visit)
    await visitor.signIn()
    await turnsScreen(visitor, 'hidden')
    const there = await otherDevice()
    await there.followMailLink()
    await there.payWithCard('1112')
    await there.seesCompletionPage()
    await turnsScreen(visitor, 'visible')
    await visitor.sees('mail_sent_finished_title')
    await expect(visitor.page.getByRole('dialog')).toHaveCount(0)
  },
)

inProof('a visitor whose browser blocks site data can buy all the same', async ({ visitor, visit }) => {
  await visitor.page.context().addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    }
  })
  await visitor.openStore()
  await visitor.orderVisit(visit)
  await visitor.signInByMail()
  await visitor.payWithCard('1112')
  await visitor.seesCompletionPage()
})
