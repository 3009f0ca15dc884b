import { findReservation } from '@kippu/contract/reservations'
import { LANGUAGES } from '@kippu/domain/language'
import { expect } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { buyAhead } from '../bought-ahead.ts'
import { callStore } from '../call-store.ts'
import { inProof, test } from '../fixtures.ts'
import { expectGoodInEachLanguage, expectGoodScreen } from '../good-screen.ts'

/** As an input method for Japanese types it. */
function fullWidth(text: string): string {
  return text.replaceAll(/[!-~]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}

for (const lang of IS_WHOLE_PROOF ? LANGUAGES : (['ja'] as const)) {
  test.describe(lang, () => {
    test.use({ lang })

    test(`a lost ticket is found by address and number however they are written, and mailed again, in ${lang} (R-1.14, R-2.38, R-7.35, S-8.01, S-8.02, E-17)`, async ({
      visitor,
      visit,
      watch,
    }) => {
      const bought = await buyAhead(visit, visitor)
      const { page, t } = visitor
      await visitor.openStore()
      await page
        .locator('footer')
        .getByRole('link', { name: t('common_inquiry') })
        .click()
      await visitor.sees('common_inquiry')
      await visitor.field('inquiry_email').fill(visitor.email)
      await visitor.field('ticket_number').fill(`${bought.reservationNumber.slice(0, 9)}0`)
      await visitor.button('inquiry_submit').click()
      await expect(page.getByText(t('inquiry_number_mistakable')).first()).toBeVisible()
      await expectGoodScreen(visitor, 'inquiry')
      // Somebody else's number.
      watch.mayRefuse(findReservation)
      await visitor.field('ticket_number').fill('ABCDEFGH23')
      await visitor.button('inquiry_submit').click()
      await visitor.readsAtField(visitor.field('ticket_number'), t('inquiry_unknown_pair'))
      const { reservationNumber: number } = bought
      await visitor.field('inquiry_email').fill(` ${visitor.email.toUpperCase()}`)
      await visitor
        .field('ticket_number')
        .fill(fullWidth(`${number.slice(0, 5)} ${number.slice(5)}`.toLowerCase()))
      await page.keyboard.press('Enter')
      await expect(page.getByText(number)).toBeVisible()
      await visitor.takeLink('completion')
      await visitor.button('ticket_mail_again').click()
      await expect(page.getByText(t('ticket_mail_sent'))).toBeVisible()
      expect(await visitor.takeLink('completion')).toContain(bought.reservationToken)
    })
  })
}

test('after too many wrong pairs with an address the buyer is told how long to wait, and goes on with what was typed (S-8.01)', async ({
  visitor,
  watch,
  database,
}) => {
  watch.mayRefuse(findReservation)
  await database.spendInquiries(visitor.email)
  const { page } = visitor
  await page.goto('/#/reservation-inquiry')
  await visitor.field('inquiry_email').fill(visitor.email)
  await visitor.field('ticket_number').fill('ABCDEFGH23')
  await visitor.button('inquiry_submit').click()
  await expect(page.getByText(visitor.t('inquiry_wait', { minutes: '10' }))).toBeVisible()
  await expect(visitor.field('ticket_number')).toHaveValue('ABCDEFGH23')
  await expectGoodInEachLanguage(visitor, 'inquiry-too-many')
})

inProof(
  'after a move the inquiry opens the newest tickets, and back and reload keep to them (R-7.35, S-8.07)',
  async ({ visitor, visit }) => {
    const bought = await buyAhead(visit, visitor)
    const { time_spans: spans } = await callStore('getStocks', {
      query: { date: visit.date, product_id: visit.product.uuid, lang: 'ja' },
    })
    const other = spans.find(span => span.time_span_id !== visit.timeSpanId && span.stock_count >= 2)
    const { timechange_token: token } = await callStore('createTimeChange', {
      body: {
        reservation_token: bought.reservationToken,
        time_span_id: other?.time_span_id ?? 0,
        lang: 'ja',
      },
    })
    await callStore('checkoutTimeChange', {
      params: { timechange_token: token },
      body: { payment_method_type: 'free' },
    })
    const { page } = visitor
    await page.goto('/#/reservation-inquiry')
    await visitor.field('inquiry_email').fill(visitor.email)
    await visitor.field('ticket_number').fill(bought.reservationNumber)
    await visitor.button('inquiry_submit').click()
    await expect(page.getByText(bought.reservationNumber)).toBeVisible()
    expect(page.url()).not.toContain(bought.reservationToken)
    await page.reload()
    await expect(page.getByText(bought.reservationNumber)).toBeVisible()
  },
)
