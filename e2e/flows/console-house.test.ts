import { putHouseCall } from '@kippu/contract/console/house'
import { readMe } from '@kippu/contract/console/sign-in'
import { expect } from '@playwright/test'

import { expectAccessible } from '../axe.ts'
import { test } from '../fixtures.ts'
import { enrol } from '../passkey-device.ts'
import { invite } from '../staff.ts'

test.use({ locale: 'en-GB' })

test('a planner changes today’s hours and the telephone, and the store says so; the seller wants a second person', async ({
  page,
  otherDevice,
  watch,
}) => {
  watch.mayRefuse(readMe)
  watch.mayRefuse(putHouseCall)
  await enrol(page, await invite('mika', 'planner'))
  await page.getByRole('navigation').getByRole('link', { name: 'House' }).click()
  await expect(page.getByRole('heading', { name: 'House', level: 1 })).toBeVisible()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  const save = async (reason: string) => {
    await dialog.getByLabel('Reason').fill(reason)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await page.getByRole('button', { name: 'Change today’s hours' }).click()
  await dialog.getByLabel('Hours').fill('all day')
  await save('a storm')
  await expect(dialog.getByText('is not hours such as', { exact: false })).toBeVisible()
  await dialog.getByLabel('Hours').fill('11:11-15:15')
  await save('a storm')
  await expect(dialog.getByRole('status')).toContainText('Saved.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Telephone: Change', exact: true }).click()
  await dialog.getByLabel('Telephone').fill('03-1234-9876')
  await save('a new line')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '03-1234-9876' })).toContainText('Changed here')

  // What was announced is what the store says.
  const guest = (await otherDevice()).page
  await expect(async () => {
    await guest.goto('/?lang=en#/visiting')
    await expect(guest.getByText('11:11', { exact: false }).first()).toBeVisible()
  }).toPass()
  await expect(guest.getByText('03-1234-9876').first()).toBeVisible()

  // Taken back, and the seller is asked for.
  await page.getByRole('button', { name: 'Telephone: Change', exact: true }).click()
  await dialog.getByRole('button', { name: 'Undo the change' }).click()
  await save('the old line')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('03-1234-9876')).toHaveCount(0)
  await page.getByRole('button', { name: 'Issuer of receipts: Change' }).click()
  await dialog.getByLabel('Issuer of receipts').fill('Mizube Light K.K.')
  await dialog.getByLabel('Reason').fill('a new name')
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(dialog.getByRole('status')).toContainText('Nothing has changed yet')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('region', { name: 'Changes that need a second person' })).toContainText('mika')

  // The settings: a value and its rule, and the bounds that owners set.
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expectAccessible(page)
  const early = page.getByRole('listitem').filter({ hasText: 'Entry, minutes before the time' })
  await early.getByRole('button').click()
  await dialog.getByLabel('Value').fill('１０分')
  await expect(dialog.getByLabel('Value')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Value').fill('１５')
  await save('a cold morning')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(early).toContainText('15')
  await expect(early).toContainText('mika')
  await expect(page.getByRole('listitem').filter({ hasText: 'Guest tickets in a day' })).toContainText(
    'Owners change it',
  )
})
