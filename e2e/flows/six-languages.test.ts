import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { expectGoodScreen, LOOKED_AT } from '../good-screen.ts'

/**
 * A purchase from the first screen to the ticket in each language (R-1.41–46, R-2.63); each screen on the way is
 * checked at every width and in every colour scheme. `npm test` reads the one that needs the most room, the proof all six.
 */
for (const lang of LOOKED_AT) {
  test.describe(lang, () => {
    test.use({ lang })

    test(`a visitor who reads ${lang} buys two tickets, and every screen on the way is good`, async ({
      visitor,
      visit,
    }) => {
      const look = (name: string): Promise<void> => expectGoodScreen(visitor, name)
      await visitor.openStore()
      await visitor.chooseVisit(visit)
      await look('1-order')
      await visitor.goOn()
      await look('2-sign-in')
      await visitor.button('sign_in_submit').click()
      await expect(visitor.errorSummary()).toBeVisible()
      await look('2-sign-in-errors')
      await visitor.signIn()
      await look('3-sended-mail')
      await visitor.followMailLink()
      await visitor.choosePayment('stripe_secure')
      await look('4-payment')
      await visitor.enterCard('1112')
      await look('5-confirm')
      await visitor.pay()
      await visitor.seesCompletionPage()
      await look('6-complete')
      await visitor.followMailLink('completion')
      await expect(
        visitor.page.getByText(visitor.t('ticket_position', { current: 1, total: 2 })).first(),
      ).toBeVisible()
      await look('7-ticket')
    })
  })
}
