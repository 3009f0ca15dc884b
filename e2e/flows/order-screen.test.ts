import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { daysOf, DIGITAL_FOREST } from '../visits.ts'
import { wordsIn } from '../words.ts'

test('a sold-out day says so and cannot be chosen, and a visitor who goes on without a choice is told what is missing, one by one', async ({
  visitor,
  visit,
}) => {
  const [date = ''] = await daysOf(DIGITAL_FOREST, 'sold_out')
  const missing = visitor.page.getByRole('alert')
  await visitor.openStore()
  await visitor.button('common_next').click()
  await expect(missing).toHaveText(visitor.t('order_missing_date'))
  await visitor.turnTo(date)
  const day = visitor.day(date)
  await expect(day).toHaveAccessibleName(new RegExp(visitor.t('calendar_state_sold_out')))
  await expect(day).toBeDisabled()
  // A visitor may press it all the same.
  await day.click({ force: true })
  await expect(day).toHaveAttribute('aria-pressed', 'false')
  await expect(visitor.choice('time')).toHaveAttribute('data-choice', 'later')
  await visitor.chooseDay(visit.date)
  await visitor.button('common_next').click()
  await expect(missing).toHaveText(visitor.t('order_missing_time'))
  await visitor.chooseTime(visit)
  await visitor.button('common_next').click()
  await expect(missing).toHaveText(visitor.t('order_missing_tickets'))
})

test('on a phone what is chosen folds to one line, the next choice has the focus, and a reload keeps all of it (R-4.07)', async ({
  visitor,
  visit,
}) => {
  const { page, t } = visitor
  const isIn = async (kind: 'date' | 'time' | 'tickets', state: 'open' | 'folded'): Promise<void> =>
    expect(visitor.choice(kind)).toHaveAttribute('data-choice', state)
  await visitor.openStore()
  await visitor.chooseDay(visit.date)
  await isIn('date', 'folded')
  await expect(visitor.day(visit.date)).toBeHidden()
  await expect(page.locator('#choose-time')).toBeFocused()
  await expect(page.locator('#choose-time')).toBeInViewport()
  await visitor.chooseTime(visit)
  await expect(page.locator('#choose-tickets')).toBeFocused()
  await visitor.chooseTickets(visit.product, 1)

  // To change the day opens the calendar again, and its time is asked for anew; the tickets stay.
  const change = `${t('common_change')} ${t('order_choose_date')}`
  await page.getByRole('button', { name: change, exact: true }).click()
  await expect(page.locator('#choose-date')).toBeFocused()
  await visitor.day(visit.date).click()
  await isIn('time', 'open')
  await isIn('tickets', 'folded')
  await visitor.chooseTime(visit)

  await page.reload()
  await isIn('date', 'folded')
  await isIn('time', 'folded')
  await isIn('tickets', 'open')
  await expect(visitor.count(visit.product, 0)).toHaveText('1')
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
    await expect(page.getByRole('heading', { level: 1 })).toContainText(t('order_title'))
  })
})
