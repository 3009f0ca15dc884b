import { readMe } from '@kippu/contract/console/sign-in'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { expect } from '@playwright/test'

import { expectAccessible } from '../axe.ts'
import { test } from '../fixtures.ts'
import { enrol } from '../passkey-device.ts'
import { invite } from '../staff.ts'

test.use({ locale: 'en-GB' })

test('a rule stays: what a planner set by hand is marked and survives its change, and what it does not want any longer goes', async ({
  page,
  watch,
}) => {
  watch.mayRefuse(readMe)
  // Days that no other story visits.
  const [first, last] = [500, 502].map(days => addDays(jstDateOf(Date.now()), days))
  await enrol(page, await invite('rei', 'planner'))
  const dialog = page.getByRole('dialog')
  const plan = dialog.getByRole('region', { name: 'What changes' })
  const rules = async () => page.getByRole('navigation').getByRole('link', { name: 'Rules' }).click()
  await rules()
  await page.getByRole('button', { name: 'Make a rule' }).click()
  await dialog.getByLabel('Name of the rule').fill('1 nights')
  await dialog.getByLabel('First day').fill(first ?? '')
  await dialog.getByLabel(/^Last day/).fill('2099-12-31')
  await dialog.getByLabel('First start').fill('22:00')
  await dialog.getByLabel('Last start').fill('23:00')
  await dialog.getByLabel('Minutes from one start to the next').fill('60')
  await dialog.getByLabel('Minutes that it lasts').fill('30')
  await dialog.getByLabel('Capacity').fill('20')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog.getByLabel(/^Last day/)).toHaveAccessibleDescription(
    'a rule is for three years at most',
  )
  await dialog.getByLabel(/^Last day/).fill(last ?? '')
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await expect(plan.getByRole('row', { name: /^spans 6 0 0 / })).toBeVisible()
  await expectAccessible(page)
  await plan.getByRole('button', { name: 'Make a rule' }).click()
  await expect(page.getByRole('row', { name: /^1 nights/ })).toContainText('22:00–23:00 / 60 min (30 min)')

  await page.goto(new URL(`/sites/demo/calendar/${first}`, page.url()).href)
  await page.getByRole('gridcell', { name: / 22:00, .* of 20/ }).click()
  await page.getByRole('button', { name: 'Set capacity…' }).click()
  await dialog.getByRole('spinbutton').fill('7')
  await dialog.getByRole('button', { name: 'Set it' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('gridcell', { name: /of 7, .*Edited by hand/ })).toBeVisible()
  await expectAccessible(page)

  await rules()
  await page.getByRole('button', { name: '1 nights: Change' }).click()
  await dialog.getByLabel('Capacity').fill('25')
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await expect(plan.getByRole('row', { name: /^spans 0 5 0 / })).toBeVisible()
  await expect(plan.getByRole('listitem').filter({ hasText: '22:00' })).toContainText(
    'it was edited by hand: capacity 7, by the rule 25',
  )
  await expectAccessible(page)
  await plan.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: '1 nights: End' }).click()
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await expect(plan.getByRole('row', { name: /^spans 0 0 5 / })).toBeVisible()
  await plan.getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('Done. The calendar has it.')).toBeVisible()
  await expectAccessible(page)
})
