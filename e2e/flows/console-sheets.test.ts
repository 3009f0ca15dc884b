import { readFileSync } from 'node:fs'

import { previewSheet } from '@kippu/contract/console/sheets'
import { readMe } from '@kippu/contract/console/sign-in'
import { expect } from '@playwright/test'

import { expectAccessible } from '../axe.ts'
import { callStore } from '../call-store.ts'
import { test } from '../fixtures.ts'
import { enrol } from '../passkey-device.ts'
import { invite } from '../staff.ts'
import { DIGITAL_FOREST, lonelyVisit } from '../visits.ts'

test.use({ locale: 'en-GB' })

test('a planner sends a sheet with a fault, mends it, imports it as it was seen, sees it sold, and takes it back', async ({
  page,
  watch,
}) => {
  watch.mayRefuse(readMe)
  const { date, adultPrice } = lonelyVisit(10)
  const priceInShop = async () => {
    const query = { from: date, to: date, product_uuid: DIGITAL_FOREST.uuid }
    return (await callStore('getStocksStatuses', { query }))[0]?.display_price ?? 0
  }
  const before = await priceInShop()
  await enrol(page, await invite('nao', 'planner'))
  await page.getByRole('navigation').getByRole('link', { name: 'Sheets' }).click()
  await expect(page.getByRole('heading', { name: 'Sheets', level: 1 })).toBeVisible()
  await expectAccessible(page)
  // The sheet as it is now, with one price changed: first in a way that nobody can read.
  await page.getByLabel('Kind of sheet').selectOption('days')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download it as it is now (CSV)' }).click()
  const now = readFileSync(await (await downloading).path(), 'utf8')
  const line = new RegExp(`^([^,\n]+,${date}),${adultPrice},`, 'mu')
  expect(now).toMatch(line)
  // Others import beside this story: its file has the row that it changes, and no other.
  const [heading = ''] = now.split('\n')
  const own = now.split('\n').find(one => line.test(one)) ?? ''
  const withPrice = (price: string) => ({
    name: 'days.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${heading}\n${own.replace(line, `$1,${price},`)}\n`),
  })
  const file = page.getByLabel('File with the sheet')
  await file.setInputFiles(withPrice('cheap'))
  await expect(page.getByText('“cheap” is not a whole number')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /days\.csv, line \d+, base_price/ })).toBeVisible()
  await expectAccessible(page)
  await file.setInputFiles(withPrice(String(adultPrice + 100)))
  const plan = page.getByRole('region', { name: 'What changes' })
  await expect(plan.getByRole('row', { name: new RegExp(`Digital Forest ${date}`) })).toContainText(
    `base_price ${adultPrice} → ${adultPrice + 100}`,
  )
  await expectAccessible(page)
  await plan.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('Imported. Visitors see it within a second. (1 row)')).toBeVisible()
  await expect.poll(priceInShop).toBe(before + 100)
  await page.getByRole('row', { name: 'nao' }).getByRole('button', { name: 'Take back…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Take an import back' })
  await expect(dialog.getByRole('row', { name: new RegExp(date) })).toContainText(`→ ${adultPrice}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await expect(dialog.getByRole('status')).toContainText('Taken back. (1 row)')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(priceInShop).toBe(before)

  // Rows out of a spreadsheet; the session ends before they are sent, and they are offered again.
  await page.getByRole('button', { name: 'Type or paste rows' }).click()
  // A row that names no product says so where it would be named.
  await page.getByLabel('date 1', { exact: true }).fill(date)
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await expect(page.getByLabel('product 1', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('product 1', { exact: true }).focus()
  const rows = `product\tdate\tbase_price\n${DIGITAL_FOREST.uuid}\t${date}\t28`
  await page.evaluate(text => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, rows)
  await expect(page.getByLabel('base_price 1', { exact: true })).toHaveValue('28')
  await expectAccessible(page)
  watch.mayRefuse(previewSheet)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('You have rows that were not sent')).toBeVisible()
  await page.getByRole('button', { name: 'Go on with them' }).click()
  await page.getByRole('button', { name: 'Show what changes' }).click()
  // A price that nobody means is typed once more before it is imported.
  await expect(page.getByRole('region', { name: 'Are these prices meant?' })).toContainText('¥28')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Import' })).toBeDisabled()
  await page.getByLabel('Type the new price once more: ¥28').fill('28')
  await expect(page.getByRole('button', { name: 'Import' })).toBeEnabled()
  await page.getByRole('button', { name: 'Discard the rows' }).click()
  await expect(page.getByLabel('product 1', { exact: true })).toHaveCount(0)
})
