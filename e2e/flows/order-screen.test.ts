import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { daysOf, DIGITAL_FOREST } from '../visits.ts'
import { wordsIn } from '../words.ts'

test('a sold-out day says so and cannot be chosen', async ({ visitor }) => {
  const [date = ''] = await daysOf(DIGITAL_FOREST, 'sold_out')
  await visitor.openStore()
  await visitor.turnTo(date)
  const day = visitor.day(date)
  await expect(day).toHaveAccessibleName(new RegExp(visitor.t('calendar_state_sold_out')))
  await expect(day).toBeDisabled()
  // Pressed all the same: fingers do not read.
  await day.click({ force: true })
  await expect(day).toHaveAttribute('aria-pressed', 'false')
  await expect(visitor.page.getByText(visitor.t('order_choose_date_first'))).toBeVisible()
})

test('whoever goes on without a choice is told what is missing, one by one', async ({ visitor, visit }) => {
  await visitor.openStore()
  const missing = visitor.page.getByRole('alert')
  await visitor.button('common_next').click()
  await expect(missing).toHaveText(visitor.t('order_missing_date'))
  await visitor.chooseDay(visit.date)
  await visitor.button('common_next').click()
  await expect(missing).toHaveText(visitor.t('order_missing_time'))
  await visitor.chooseTime(visit)
  await visitor.button('common_next').click()
  await expect(missing).toHaveText(visitor.t('order_missing_tickets'))
})

test('everything can be chosen with the keyboard alone', async ({ visitor, visit }) => {
  const { page } = visitor
  await visitor.openStore()
  await visitor.tabTo(page.getByRole('grid').locator('[tabindex="0"]'))
  const focused = page.locator('[data-date]:focus')
  // By weeks, then by days.
  for (let date = await focused.getAttribute('data-date'); date !== visit.date;) {
    const left = (Date.parse(visit.date) - Date.parse(date ?? '')) / 86_400_000
    await page.keyboard.press(left >= 7 ? 'ArrowDown' : left > 0 ? 'ArrowRight' : 'ArrowLeft')
    await expect(focused).not.toHaveAttribute('data-date', date ?? '')
    date = await focused.getAttribute('data-date')
  }
  await page.keyboard.press('Enter')
  await expect(visitor.day(visit.date)).toHaveAttribute('aria-pressed', 'true')

  await expect(visitor.time(visit)).toBeAttached()
  await visitor.tabTo(visitor.time(visit))
  await page.keyboard.press('Space')
  await expect(visitor.time(visit)).toBeChecked()
  await visitor.tabTo(visitor.more(visit.product, 0))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await visitor.tabTo(visitor.button('common_next'))
  await page.keyboard.press('Enter')
  await visitor.sees('sign_in_title')
  await expect(visitor.heading('sign_in_title')).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('days and prices are readable in the first view (design §7)', async ({ page }) => {
    const t = wordsIn('ja')
    await page.goto('/')
    const [first = ''] = await daysOf(DIGITAL_FOREST, 'normal')
    const day = page.locator(`[data-date="${first}"]`)
    await expect(day).toBeVisible()
    await expect(day).toContainText(/\d,\d{3}/)
    await expect(page.getByText(t('order_price_from', { price: t.price(1000) })).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('order_title'))
  })
})
