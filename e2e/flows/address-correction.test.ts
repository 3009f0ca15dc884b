import { correctAddress } from '@kippu/contract/reservations'
import { checkoutTimeChange } from '@kippu/contract/time-changes'
import { expect } from '@playwright/test'

import { choose } from '../../tools/test/proof-choice.ts'
import { callStore } from '../call-store.ts'
import { test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { waitForMail } from '../mailbox.ts'

for (const lang of choose(['ja', 'th'] as const, () => 'a language'))
  test.describe(lang, () => {
    test.use({ lang })

    test(`S-11.18, S-6.03, E-16, R-2.80, R-8.25: an address that the mail server refuses is corrected in the midst of a change, in ${lang}`, async ({
      visitor,
      visit,
      orderToPay,
      database,
      watch,
    }) => {
      expect(orderToPay.price).toBeGreaterThan(0)
      for (const call of [checkoutTimeChange, correctAddress]) watch.mayRefuse(call)
      const { t } = visitor
      await visitor.buys()
      const reservationToken = /\/(rsv_[\w-]+)/.exec(await visitor.takeLink('completion'))?.[1] ?? ''
      await database.refuseAddress(reservationToken)
      const { time_spans: spans } = await callStore('getStocks', {
        query: { date: visit.date, product_id: visit.product.uuid, lang },
      })
      const { timechange_token: changeToken } = await callStore('createTimeChange', {
        body: { reservation_token: reservationToken, time_span_id: spans[1]?.time_span_id ?? 0, lang },
      })

      const confirm = `/#/tickets/changedate/confirm/${reservationToken}/timechange/${changeToken}`
      await visitor.page.goto(confirm)
      await visitor.sees('change_confirm_title')
      await visitor.button('change_agree').click()
      const dialog = visitor.page.getByRole('alertdialog').or(visitor.page.getByRole('dialog'))
      await expect(dialog).toContainText(t('error_invalid_email_address_in_time_change_message'))
      await dialog.getByRole('button').click()

      await visitor.sees('correction_title')
      await expect(visitor.page).toHaveURL(/\/#\/tickets\/changedate\/email\/rsv_[\w-]+/)
      await expectGoodScreen(visitor, 'address-correction')
      const field = visitor.page.getByLabel(t('correction_email'))
      await field.fill('bounce@invalid.test')
      await visitor.button('correction_submit').click()
      await expect(visitor.page.getByText(t('correction_refused')).first()).toBeVisible()
      await expect(field).toBeFocused()
      await expectGoodScreen(visitor, 'address-correction-refused')

      const corrected = `corrected-${visitor.email}`
      await field.fill(corrected)
      await visitor.button('correction_submit').click()
      await visitor.sees('correction_done_title')
      await expectGoodScreen(visitor, 'address-correction-done')
      const mail = await waitForMail(corrected, { kind: 'completion' })
      expect(mail.text).toContain(reservationToken)

      await visitor.page.getByRole('link', { name: t('correction_to_change') }).click()
      await visitor.sees('change_confirm_title')
      await visitor.button('change_agree').click()
      await visitor.sees('change_complete_title')
      const moved = await waitForMail(corrected, { kind: 'completion', read: [mail.id] })
      expect(moved.text).not.toContain(reservationToken)
    })
  })
