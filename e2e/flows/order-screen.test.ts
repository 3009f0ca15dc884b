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
  // A visitor may press it all the same.
  await day.click({ force: true })
  await expect(day).toHaveAttribute('aria-pressed', 'false')
  await expect(visitor.choice('time')).toHaveAttribute('data-choice', 'later')
})

test('a visitor who goes on without a choice is told what is missing, one by one', async ({
  visitor,
  visit,
}) => {
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('days and prices are readable in the first view', async ({ page }) => {
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
