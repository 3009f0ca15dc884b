import { readMe } from '@kippu/contract/console/sign-in'
import { expect } from '@playwright/test'

import { expectAccessible } from '../axe.ts'
import { test } from '../fixtures.ts'
import { enrol } from '../passkey-device.ts'
import { invite } from '../staff.ts'

test.use({ locale: 'en-GB' })

test('ten thousand codes are made, downloaded, and one of them is paused; a method says whom it would touch', async ({
  page,
  watch,
}) => {
  watch.mayRefuse(readMe)
  await enrol(page, await invite('nagi', 'planner'))
  const dialog = page.getByRole('dialog')
  await page.getByRole('navigation').getByRole('link', { name: 'Coupons' }).click()
  await page.getByRole('button', { name: 'Make coupons' }).click()
  await dialog.getByLabel('How many').fill('10000')
  await dialog.getByLabel('Beginning of the codes').fill('NAGI')
  await dialog.getByLabel('Amount').fill('500')
  await dialog.getByLabel('Name (Japanese)').fill('春の割引')
  await dialog.getByLabel('Name (English)').fill('Spring')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'See what is made' }).click()
  await expect(dialog).toContainText('NAGI… × 10,000')
  await dialog.getByRole('button', { name: 'Make coupons' }).click()
  await expect(page.getByText('10,000 found')).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the list' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('coupons.csv')
  await page
    .getByRole('button', { name: /^NAGI\w{10}: Pause$/ })
    .first()
    .click()
  await expect(dialog).toContainText('Nobody can use it any more')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: /: Resume$/ })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('navigation').getByRole('link', { name: 'House' }).click()
  await page.getByRole('button', { name: 'Methods of payment: Online: Change' }).click()
  await dialog.getByRole('checkbox', { name: 'Alipay', exact: true }).uncheck()
  await expect(dialog).toContainText('New payments cannot choose it any more, within a second: Alipay.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Notices' }).click()
  await page.getByRole('button', { name: 'New notice' }).click()
  await dialog.getByLabel('English (needed)').fill('We close early.')
  await dialog.getByLabel('Language of the preview').selectOption('th')
  await expect(dialog.getByRole('region', { name: 'As visitors see it' })).toContainText('We close early.')
  await expectAccessible(page)
})
