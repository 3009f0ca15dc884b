import { confirmCheckout } from '@kippu/contract/payments'
import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { expectGoodScreen, LOOKED_AT } from '../good-screen.ts'

for (const lang of LOOKED_AT) {
  test.describe(lang, () => {
    test.use({ lang })

    test(`every screen of every payment method is good in ${lang} (R-2.16–19, R-2.23, S-7.13)`, async ({
      visitor,
      orderToPay,
      watch,
    }) => {
      watch.mayRefuse(confirmCheckout)
      expect(orderToPay.price).toBeGreaterThan(0)
      const { page } = visitor
      const look = (name: string): Promise<void> => expectGoodScreen(visitor, name)

      await visitor.choosePayment('gmo')
      await visitor.field('payment_card_number').fill('1')
      await visitor.button('payment_next').press('Enter')
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(3)
      await look('payment-card-errors')

      await visitor.goOnWith({ method: 'gmo_apple_pay' })
      await page.getByRole('button', { name: visitor.t('confirm_pay_apple'), exact: true }).waitFor()
      await look('confirm-apple-pay')

      await page.goBack()
      await visitor.payWith({ method: 'alipay', answer: tab => tab.answersWallet('cancel') })
      await visitor.sees('payment_open_title')
      await look('payment-open')
      await visitor.button('payment_other_way').click()

      await visitor.payWith({ method: 'd_pay', answer: tab => tab.answersWallet('login') })
      await visitor.sees('d_pay_confirm_title')
      await look('d-pay-confirm')

      await page.goto('/#/payment')
      await visitor.payWith({ method: 'adyen_we_chat_pay' })
      await visitor.sees('payment_code_title')
      await look('payment-code')
    })
  })
}
