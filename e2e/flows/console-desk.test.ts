import { readFileSync } from 'node:fs'

import { readMe } from '@kippu/contract/console/sign-in'
import { invitationFileOf } from '@kippu/demo/invitation-file'
import { expect } from '@playwright/test'

import { expectAccessible } from '../axe.ts'
import { buyAhead } from '../bought-ahead.ts'
import { test } from '../fixtures.ts'
import { givePasskeyDevice } from '../passkey-device.ts'

test.use({ locale: 'en-GB' })

test('a visit is moved, and given back, by keyboard alone', async ({ page, visitor, visit, watch }) => {
  watch.mayRefuse(readMe)
  const { reservationNumber } = await buyAhead(visit, visitor)
  await givePasskeyDevice(page)
  await page.goto(readFileSync(invitationFileOf(process.env['E2E_DATA_DIR'] ?? ''), 'utf8'))
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await press('Create passkey')
  await press('I have saved them')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.goto(new URL(`/sites/demo/orders/${reservationNumber}`, page.url()).href)
  await press('Move…')
  const moving = page.getByRole('dialog', { name: 'Move the visit' })
  await moving.getByRole('radio', { disabled: false }).last().focus()
  await page.keyboard.press('Space')
  await moving.getByLabel('Reason').focus()
  await page.keyboard.type('a later train')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(moving.getByRole('status')).toContainText('Moved.')
  await press('Close')
  await press('Give money back…')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('they are ill')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('who is told by email', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Give it back/ }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('The money is back.')
  await press('Close')
  await expect(page.getByText('Given back', { exact: true })).toBeVisible()
})
