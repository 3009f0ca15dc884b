import { bcp47Of } from '@kippu/domain/language'
import { FIELDS_TEXTS } from '@kippu/simulators/core/card-fields/fields-texts'
import { testCardNumber } from '@kippu/simulators/core/test-cards'
import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'

import { chooseDay, press, type } from '../by-keyboard.ts'
import { callStore } from '../call-store.ts'
import { test, WITH_MOTION } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { readQrCode } from '../qr-code.ts'

test.use({ ...WITH_MOTION, lang: 'en' })

test('a visitor far from Japan and without an account buys with the keyboard alone, from the first screen through caution, form, card and 3-D Secure to the codes of the tickets (R-1.01, R-1.48, R-2.01, R-4.37, R-4.39, WCAG 2.1.1)', async ({
  visitor,
  visit,
  database,
}) => {
  const { t, lang } = visitor
  await visitor.openStore()
  await expect(visitor.page.locator('html')).toHaveAttribute('lang', bcp47Of(lang))
  await chooseDay(visitor, visit.date)
  await expect(visitor.time(visit)).toBeAttached()
  await visitor.tabTo(visitor.time(visit))
  await visitor.page.keyboard.press('Space')
  await press(visitor, visitor.more(visit.product, 0))
  // The caution of a child's ticket: its button takes the focus, and gives it back.
  await press(visitor, visitor.more(visit.product, 2))
  await expect(visitor.page.getByRole('dialog')).toBeVisible()
  await visitor.page.keyboard.press('Enter')
  await expect(visitor.count(visit.product, 2)).toHaveText('1')
  await expect(visitor.more(visit.product, 2)).toBeFocused()
  const price = visit.adultPrice * 2 + visit.product.ticketTypes[2]!.addCost
  await expect(visitor.page.getByText(t.price(price), { exact: true }).first()).toBeVisible()
  await press(visitor, visitor.button('common_next'))

  await visitor.sees('sign_in_title')
  await expect(visitor.heading('sign_in_title')).toBeFocused()
  const orderToken = await visitor.orderToken()
  await press(visitor, visitor.button('sign_in_submit'))
  await expect(visitor.errorSummary()).toBeFocused()
  await type(visitor, visitor.page.locator('#buyer-name'), 'Kippu Taro')
  await type(visitor, visitor.page.locator('#buyer-email'), visitor.email)
  await type(visitor, visitor.page.locator('#buyer-emailAgain'), visitor.email)
  const survey = visitor.page.getByText(t('sign_in_optional'), { exact: true })
  await press(visitor, survey)
  await visitor.tabTo(visitor.page.locator('#buyer-age'))
  await visitor.page.keyboard.press('ArrowDown')
  await expect(visitor.page.locator('#buyer-age')).not.toHaveValue('')
  await press(visitor, visitor.page.locator('#buyer-termsAccepted'), 'Space')
  await press(visitor, visitor.button('sign_in_submit'))
  await visitor.sees('mail_sent_title')
  await expect(visitor.page.getByText(visitor.email)).toBeVisible()

  await visitor.followMailLink()
  const { page } = visitor
  const words = FIELDS_TEXTS[lang]!
  const fields = page.frameLocator('iframe')
  // The card is chosen already, and its form is open.
  const method = page.locator('[value="stripe_secure"]')
  await visitor.tabTo(method)
  await expect(method).toBeChecked()
  await expect(fields.getByLabel(words.number, { exact: true })).toBeVisible()
  await type(visitor, fields.getByLabel(words.number, { exact: true }), testCardNumber('3220'))
  await type(visitor, fields.getByLabel(words.expiry, { exact: true }), '1240')
  await type(visitor, fields.getByLabel(words.cvc, { exact: true }), '123')
  await press(visitor, visitor.button('payment_next'))
  await visitor.sees('confirm_title')
  await press(visitor, visitor.button('confirm_pay'))
  await visitor.seesBankPage()
  await press(visitor, page.getByRole('button', { name: 'Authenticate' }))
  const number = await visitor.seesCompletionPage()
  await expectOneCharge(database, { orderToken, price })

  await press(visitor, page.getByRole('link', { name: t('complete_to_ticket') }))
  await expect(page.getByRole('heading', { level: 1, name: visit.product.name[lang] })).toBeVisible()
  await expect(page.getByText(number)).toBeVisible()
  const params = { reservation_token: /\/id\/([\w-]+)/.exec(page.url())?.[1] ?? '' }
  const reservation = await callStore('readReservation', { params, query: { lang } })
  expect(reservation).toMatchObject({ reservation_number: number, price })
  const tickets = await callStore('readTickets', { params, query: { lang } })
  expect(tickets).toHaveLength(2)
  const position = (current: number): string => t('ticket_position', { current, total: 2 })
  const code = (current: number): Locator =>
    page.getByLabel(t('ticket_qr_label', { position: position(current) }), { exact: true })
  expect(await readQrCode(code(1))).toBe(tickets[0]?.signed_code)
  await press(visitor, visitor.button('ticket_next'))
  await expect(code(2)).toBeInViewport()
  expect(await readQrCode(code(2))).toBe(tickets[1]?.signed_code)
  await press(visitor, visitor.button('ticket_enlarge').last())
  const large = page.getByRole('dialog', { name: t('ticket_enlarge'), exact: true })
  await expect(
    large.getByLabel(t('ticket_qr_label', { position: position(2) }), { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
})
