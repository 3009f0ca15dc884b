import { readReceipt } from '@kippu/contract/receipts'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { buyAhead } from '../bought-ahead.ts'
import { test } from '../fixtures.ts'
import { expectGoodScreen, LOOKED_AT } from '../good-screen.ts'
import { TEA } from '../order-choices.ts'
import { DIGITAL_FOREST, seededVisit, visitOn } from '../visits.ts'

const ADDRESSEE = '髙﨑𠮷 商店'

/** Pages of paper that the browser prints. */
async function printedPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

for (const lang of LOOKED_AT) {
  test.describe(lang, () => {
    test.use({ lang })

    test(`a receipt is issued with the keyboard alone, once, printed on one page and saved as a file, and is a reissue afterwards, in ${lang} (R-1.11, R-2.46, S-14.05, S-14.06, E-05, E-06)`, async ({
      visitor,
      watch,
    }, { title }) => {
      const { date } = seededVisit(title, DIGITAL_FOREST, [TEA])
      const bought = await buyAhead(await visitOn(date, DIGITAL_FOREST), visitor, { tea: 1 })
      const { page, t } = visitor
      watch.mayRefuse(readReceipt)
      await page.goto(`/tickets/?lang=${lang}#/id/${bought.reservationToken}`)
      const link = page.getByRole('link', { name: t('ticket_receipt'), exact: true })
      await expect(link).toBeVisible()
      await visitor.tabTo(link)
      await page.keyboard.press('Enter')
      await visitor.sees('receipt_ask_title')
      await expect(page.getByText(t('receipt_ask_once'))).toBeVisible()
      const field = visitor.field('receipt_ask_addressee')
      await visitor.tabTo(field)
      await page.keyboard.type('あ'.repeat(61))
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('common_validate_max', { length: 60 }))).toBeVisible()
      await expect(field).toBeFocused()
      await expectGoodScreen(visitor, 'receipt-form')
      await field.fill(`${ADDRESSEE}　`)
      await page.keyboard.press('Enter')
      await visitor.sees('receipt_title')
      const sheet = page.getByRole('article')
      await expect(
        sheet.getByText(t('receipt_addressee', { name: ADDRESSEE }), { exact: true }),
      ).toBeVisible()
      await expect(sheet.getByText(t.price(bought.price)).first()).toBeVisible()
      await expect(sheet.getByText(t('receipt_reissue'), { exact: true })).toBeHidden()
      expect(await printedPages(page)).toBe(1)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: t('receipt_pdf') }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^receipt-\d{4}-\d{6}\.pdf$/)
      expect(await file.failure()).toBeNull()
      await page.reload()
      await expect(sheet.getByText(t('receipt_reissue'), { exact: true })).toBeVisible()
      await expectGoodScreen(visitor, 'receipt')
      await page.getByRole('link', { name: t('receipt_back') }).click()
      await expect(page.getByText(bought.reservationNumber)).toBeVisible()
      await page.goBack()
      await expect(sheet.getByText(t('receipt_reissue'), { exact: true })).toBeVisible()
    })
  })
}
