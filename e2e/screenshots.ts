import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Page } from '@playwright/test'

import { test } from './fixtures.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'docs', 'pictures')
/** Maximum size of each picture: the README loads all of them. */
const MOST_BYTES = 150_000
const QUALITIES = [90, 82, 74, 66, 58, 50]

/** Saves the screen at the best quality that fits: `height` in CSS pixels from the top of the page. */
async function keepPicture(page: Page, name: string, height: number): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await page.waitForLoadState('networkidle')
  const width = page.viewportSize()?.width ?? 0
  const clip = { x: 0, y: 0, width, height }
  for (const quality of QUALITIES) {
    const picture = await page.screenshot({
      type: 'jpeg',
      quality,
      fullPage: true,
      clip,
      animations: 'disabled',
    })
    if (picture.byteLength > MOST_BYTES) continue
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(path.join(FOLDER, `${name}.jpg`), picture)
    return
  }
  throw new Error(`${name} is too rich for ${MOST_BYTES} bytes`)
}

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true, isMobile: true })

  test('order and ticket in Japanese', async ({ visitor, visit }) => {
    await visitor.openStore()
    await visitor.chooseDay(visit.date)
    await visitor.chooseTime(visit)
    await visitor.chooseTickets(visit.product, 2)
    await keepPicture(visitor.page, 'order-390-ja', 1500)
    await visitor.goOn()
    await visitor.signIn()
    await visitor.followMailLink()
    await visitor.choosePayment('stripe_secure')
    await visitor.enterCard('1112')
    await visitor.pay()
    await visitor.seesCompletionPage()
    await visitor.followMailLink('completion')
    const position = visitor.t('ticket_position', { current: 1, total: 2 })
    await visitor.page.getByLabel(visitor.t('ticket_qr_label', { position }), { exact: true }).waitFor()
    await keepPicture(visitor.page, 'ticket-390-ja', 900)
  })
})

test.describe('desktop', () => {
  test.use({ lang: 'en', viewport: { width: 1280, height: 900 } })

  test('order in English', async ({ visitor, visit }) => {
    await visitor.openStore()
    await visitor.chooseDay(visit.date)
    await visitor.chooseTime(visit)
    await visitor.chooseTickets(visit.product, 2)
    await keepPicture(visitor.page, 'order-1280-en', 1700)
  })
})
