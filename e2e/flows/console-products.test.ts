import { readFileSync } from 'node:fs'
import path from 'node:path'

import { uploadPictureCall } from '@kippu/contract/console/products'
import { readMe } from '@kippu/contract/console/sign-in'
import { expect } from '@playwright/test'

import { expectAccessible } from '../axe.ts'
import { test } from '../fixtures.ts'
import { enrol } from '../passkey-device.ts'
import { invite } from '../staff.ts'
import { DIGITAL_FOREST } from '../visits.ts'

test.use({ locale: 'en-GB' })

const PHOTOGRAPH = readFileSync(
  path.join(import.meta.dirname, '../../demo/sites/azabudai-borderless/hero.webp'),
)

test('a planner puts up a picture and a word beside the visitor’s card, sees what changes, and the store shows both; taken back, both are gone', async ({
  page,
  otherDevice,
  watch,
}) => {
  watch.mayRefuse(readMe)
  watch.mayRefuse(uploadPictureCall)
  await enrol(page, await invite('riku', 'planner'))
  await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.locator(`a[href$="/products/${DIGITAL_FOREST.uuid}"]`).click()
  const card = page.getByRole('region', { name: 'As visitors see it' })
  await page.getByLabel('Language').selectOption('th')
  await page.getByRole('textbox', { name: 'Description' }).fill('คืนแห่งแสง')
  await expect(card).toContainText('คืนแห่งแสง')
  const file = page.getByLabel('Choose a picture')
  const send = (buffer: Buffer) => file.setInputFiles({ name: 'night.png', mimeType: 'image/png', buffer })
  await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(64)))
  await expect(page.getByText('This is not a JPEG, PNG or WebP picture.')).toBeVisible()
  await send(PHOTOGRAPH)
  await page.getByLabel('From the left').fill('20')
  await page.getByLabel('From the top').fill('85')
  await expect(card.getByRole('presentation')).toHaveCSS('object-position', '20% 85%')
  await expectAccessible(page)
  // Rows that were typed and not sent are offered again; meanwhile the same words are changed elsewhere.
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(page.url())
  await expect(elsewhere.getByText('You have rows that were not sent (2)')).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Discard the rows' }).click()
  await elsewhere.getByLabel('Language').selectOption('th')
  await elsewhere.getByRole('textbox', { name: 'Description' }).fill('ป่า')
  await elsewhere.getByRole('button', { name: 'Show what changes' }).click()
  await elsewhere.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(elsewhere.getByText('(1 row)', { exact: false })).toBeVisible()
  await elsewhere.close()
  await page.getByRole('button', { name: 'Show what changes' }).click()
  const overtaken = page.getByRole('alert')
  await expect(overtaken).toContainText('riku, ')
  await expect(overtaken).toContainText('As it is now: ป่า')
  await expectAccessible(page)
  await overtaken.getByRole('button', { name: 'Replace it with yours' }).click()
  await page.getByRole('button', { name: 'Show what changes' }).click()
  const plan = page.getByRole('region', { name: 'What changes' })
  await expect(plan).toContainText('คืนแห่งแสง')
  await expect(plan).toContainText('.20-85.webp')
  await expectAccessible(page)
  await plan.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('Imported. Visitors see it within a second. (2 rows)')).toBeVisible()

  const guest = (await otherDevice()).page
  const shown = guest.locator('img[src*=".20-85.webp"]')
  await expect(async () => {
    await guest.goto('/?lang=th')
    await expect(shown.first()).toHaveCSS('object-position', '20% 85%')
    await expect(guest.getByText('คืนแห่งแสง').first()).toBeVisible()
  }).toPass()

  await page.getByRole('navigation').getByRole('link', { name: 'Sheets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take an import back' })
  for (const rows of ['2 rows', '1 row']) {
    // Others import beside this story.
    await page.getByRole('row', { name: 'riku' }).getByRole('button', { name: 'Take back…' }).first().click()
    await dialog.getByRole('button', { name: 'Take it back' }).click()
    await expect(dialog.getByRole('status')).toContainText(`Taken back. (${rows})`)
    await dialog.getByRole('button', { name: 'Close' }).click()
  }
  await expect(async () => {
    await guest.goto('/?lang=th')
    await expect(guest.locator('img[src^="/sites/demo/"]').first()).toBeVisible()
    await expect(shown).toHaveCount(0)
  }).toPass()
})
