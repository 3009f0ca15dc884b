import { draftWordsCall } from '@kippu/contract/console/words'
import { readMe } from '@kippu/contract/console/sign-in'
import { expect } from '@playwright/test'

import { expectAccessible } from '../axe.ts'
import { test } from '../fixtures.ts'
import { invite } from '../staff.ts'
import { enrol } from '../passkey-device.ts'

test.use({ locale: 'en-GB' })

test('words are drafted, seen in the mail, published and taken back', async ({ page, watch }) => {
  watch.mayRefuse(readMe)
  watch.mayRefuse(draftWordsCall)
  await enrol(page, await invite('sumi', 'marketing'))
  await page.getByRole('navigation').getByRole('link', { name: 'Words' }).click()
  await expect(page.getByRole('heading', { name: 'Words', level: 1 })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await page.getByRole('searchbox').fill('mail_complete_greeting')
  await page.getByRole('button', { name: 'mail_complete_greeting: Edit' }).click()
  await dialog.getByLabel('English').fill('Welcome')
  await dialog.getByRole('button', { name: 'Keep as a draft' }).click()
  await expect(dialog.getByText('{name}').last()).toBeVisible()
  await dialog.getByLabel('English').fill('Welcome, {name}!')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep as a draft' }).click()
  await expect(dialog.getByRole('status')).toContainText('Kept as a draft')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Look at a mail' }).click()
  await expect(dialog.frameLocator('iframe').getByText('Welcome, ', { exact: false }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Publish (1)' }).click()
  await dialog.getByLabel('Reason').fill('winter')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByRole('status')).toContainText('Published')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'mail_complete_greeting English: Take back' }).click()
  await dialog.getByLabel('Reason').fill('over')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog.getByRole('status')).toContainText('Taken back')
})
