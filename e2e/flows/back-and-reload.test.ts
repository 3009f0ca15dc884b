import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { addSet, countOf, PICTURE_BOOK } from '../order-choices.ts'
import { BUYER } from '../planted.ts'
import type { Visitor } from '../visitor.ts'
import { DIGITAL_FOREST, lonelyVisit, seededVisit } from '../visits.ts'
import type { SeenVisit } from '../visits.ts'

/** The order page as it was left: day, time and two tickets. */
async function seesChoices(visitor: Visitor, visit: SeenVisit): Promise<void> {
  await visitor.sees('order_title')
  await expect(visitor.day(visit.date)).toHaveAttribute('aria-pressed', 'true')
  await expect(visitor.time(visit)).toBeChecked()
  await expect(visitor.count(visit.product, 0)).toHaveText('2')
}

/** The steps that this tab has saved. */
async function stepsOf(visitor: Visitor): Promise<string[]> {
  const steps = ['demo:savedOrder', 'demo:savedSignIn', 'demo:savedPayment', 'demo:completeData']
  const pieces = await visitor.storedPieces()
  return steps.filter(step => pieces.includes(step))
}

inProof(
  'a reload of the order page loses no choice, not even of extras and set products (R-4.07)',
  async ({ visitor }) => {
    const visit = lonelyVisit(0)
    await visitor.openStore()
    await visitor.chooseVisit(visit)
    await addSet(visitor, PICTURE_BOOK, 2)
    await visitor.page.reload()
    // The calendar opens at the month of the chosen day.
    await seesChoices(visitor, visit)
    await expect(countOf(visitor, PICTURE_BOOK)).toHaveText('2')
    await visitor.goOn()
  },
)

test('each step saves its input in turn, and each page comes back as it was; other tickets on the order page are another order, and the first ones are given back (R-4.07–4.11, S-1.17)', async ({
  visitor,
  visit,
  database,
}) => {
  const { page } = visitor
  await visitor.openStore()
  await visitor.chooseVisit(visit)
  expect(await stepsOf(visitor)).toEqual([])
  await visitor.goOn()
  expect(await stepsOf(visitor)).toEqual(['demo:savedOrder'])
  const first = await visitor.orderToken()

  // Back to the order page and on: the same order, with the same choices.
  await page.goBack()
  await seesChoices(visitor, visit)
  await visitor.goOn()
  expect(await visitor.orderToken()).toBe(first)

  // Back once more for another ticket: another order.
  await page.goBack()
  await visitor.sees('order_title')
  await visitor.more(visit.product, 0).click()
  await expect(visitor.count(visit.product, 0)).toHaveText('3')
  await visitor.goOn()
  const orderToken = await visitor.orderToken()
  expect(orderToken).not.toBe(first)
  await expect(page.getByText(visitor.t.price(visit.adultPrice * 3)).first()).toBeAttached()

  // What is typed lies in the tab until it is sent. Answers that identify a person are not stored then: they are read from the order.
  const news = page.getByRole('checkbox', { name: visitor.t('sign_in_field_mail_magazine'), exact: true })
  await news.uncheck()
  await page.getByText(visitor.t('sign_in_optional'), { exact: true }).click()
  await page.locator('#buyer-phone').fill(BUYER.phone)
  await page.reload()
  await expect(page.locator('#buyer-phone')).toHaveValue(BUYER.phone)
  await expect(news).not.toBeChecked()
  await visitor.signIn()
  expect(await stepsOf(visitor)).toEqual(['demo:savedOrder', 'demo:savedSignIn'])
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
  )
  expect(stored).not.toContain(visitor.email)
  expect(stored).not.toContain('Kippu Taro')
  await page.reload()
  await expect(page.getByText(visitor.email, { exact: true })).toBeVisible()
  await page.goBack()
  await seesForm(visitor)
  await page.reload()
  await seesForm(visitor)
  await expect(news).not.toBeChecked()
  await page.goForward()
  await visitor.sees('mail_sent_title')
  await visitor.followMailLink()
  await pays(visitor)
  await expectOneCharge(database, { orderToken, price: visit.adultPrice * 3 })
})

async function seesForm({ page, email }: Visitor): Promise<void> {
  const fields = { name: BUYER.name, email, emailAgain: email, phone: BUYER.phone }
  for (const [field, value] of Object.entries(fields))
    await expect(page.locator(`#buyer-${field}`)).toHaveValue(value)
  await expect(page.locator('#buyer-termsAccepted')).toBeChecked()
}

/** Reloads and returns to payment, confirmation and completion page, of which the last forgets the order. */
async function pays(visitor: Visitor): Promise<void> {
  const { page, t } = visitor
  await visitor.choosePayment('stripe_secure')
  await visitor.enterCard('1112')
  expect(await stepsOf(visitor)).toContain('demo:savedPayment')
  const card = page.getByText(/1112/).first()
  await expect(card).toBeVisible()
  await page.reload()
  await visitor.sees('confirm_title')
  await expect(card).toBeVisible()
  await page.goBack()
  await visitor.sees('payment_title')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
  await expect(card).toBeVisible()
  await page.reload()
  await visitor.sees('payment_title')
  await expect(card).toBeVisible()
  await visitor.button('payment_next').click()
  await visitor.sees('confirm_title')
  await visitor.pay()
  const number = await visitor.seesCompletionPage()
  expect(await stepsOf(visitor)).toEqual(['demo:completeData'])
  await page.reload()
  expect(await visitor.seesCompletionPage()).toBe(number)
  await expect(page.getByText(t('complete_mail_unnamed'))).toBeVisible()
  expect((await visitor.storedPieces()).toSorted()).toEqual(['demo:completeData', 'demo:mailToken'])
}

inProof(
  'a reload of the buyer form, and a way back to it, keep the order that is held (R-4.08)',
  async ({ visitor, visit }) => {
    const { page } = visitor
    await visitor.openStore()
    await visitor.orderVisit(visit)
    const orderToken = await visitor.orderToken()
    await page.reload()
    await visitor.sees('sign_in_title')
    expect(await visitor.orderToken()).toBe(orderToken)
    await page.goBack()
    await visitor.sees('order_title')
    await page.goForward()
    await visitor.sees('sign_in_title')
    expect(await visitor.orderToken()).toBe(orderToken)
  },
)

test('two tabs are two separate purchases (R-4.07, D-52)', async ({ visitor, visit }) => {
  const other = seededVisit('the other tab', DIGITAL_FOREST)
  await visitor.openStore()
  await visitor.orderVisit(visit)
  const second = visitor.as({ page: await visitor.page.context().newPage() })
  await second.openStore()
  await expect(second.count(visit.product, 0)).toHaveText('0')
  await second.orderVisit(other)
  expect(await second.orderToken()).not.toBe(await visitor.orderToken())
  await visitor.page.bringToFront()
  await visitor.page.goBack()
  await seesChoices(visitor, visit)
  await second.page.bringToFront()
  await second.page.goBack()
  await seesChoices(second, other)
})
