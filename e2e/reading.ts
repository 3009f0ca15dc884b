import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { testCardNumber } from '@kippu/simulators/core/test-cards'
import { expect } from '@playwright/test'

import { chooseDay, press, type } from './by-keyboard.ts'
import { test } from './fixtures.ts'
import { listen, readingOf } from './heard.ts'
import type { Visitor } from './visitor.ts'
import type { Visit } from './visits.ts'

/** Where the logs are kept. */
const FOLDER = process.env['READING_DIR'] ?? path.join(import.meta.dirname, '..', 'test-results', 'reading')

/** Writes down the screen under a heading, after what was said on the way there. */
type Look = (name: string) => Promise<void>

for (const lang of ['ja', 'en', 'th'] as const) {
  test.describe(lang, () => {
    test.use({ lang })

    test(`a purchase with the keyboard alone, as it is heard in ${lang}`, async ({
      visitor,
      visit,
    }, testInfo) => {
      const look = await logInto(path.join(FOLDER, `${testInfo.project.name}-${lang}.txt`), visitor)
      await chooses(visitor, visit, look)
      await proves(visitor, look)
      await pays(visitor, look)
      await opensTickets(visitor, look)
    })
  })
}

async function logInto(file: string, visitor: Visitor): Promise<Look> {
  const log: string[] = []
  const heard: string[] = []
  await listen(visitor.page, line => heard.push(`> ${line}`))
  mkdirSync(path.dirname(file), { recursive: true })
  return async name => {
    await visitor.page.waitForLoadState('networkidle')
    const title = await visitor.page.title()
    log.push(`## ${name} “${title}”`, '', ...heard.splice(0), '', ...(await readingOf(visitor.page)), '')
    writeFileSync(file, log.join('\n'))
  }
}

async function chooses(visitor: Visitor, visit: Visit, look: Look): Promise<void> {
  await visitor.openStore()
  await look('the store')
  await chooseDay(visitor, visit.date)
  await expect(visitor.time(visit)).toBeAttached()
  await look('a day is chosen')
  await visitor.tabTo(visitor.time(visit))
  await visitor.page.keyboard.press('Space')
  await press(visitor, visitor.more(visit.product, 0))
  await press(visitor, visitor.more(visit.product, 2))
  await expect(visitor.page.getByRole('dialog')).toBeVisible()
  await look('the caution of a child’s ticket')
  await visitor.page.keyboard.press('Enter')
  await expect(visitor.count(visit.product, 2)).toHaveText('1')
  await look('day, time and tickets are chosen')
  await press(visitor, visitor.button('common_next'))
  await visitor.sees('sign_in_title')
}

async function proves(visitor: Visitor, look: Look): Promise<void> {
  await look('the form')
  await press(visitor, visitor.button('sign_in_submit'))
  await expect(visitor.errorSummary()).toBeFocused()
  await look('the form with errors')
  await type(visitor, visitor.page.locator('#buyer-name'), 'Kippu Taro')
  await type(visitor, visitor.page.locator('#buyer-email'), visitor.email)
  await type(visitor, visitor.page.locator('#buyer-emailAgain'), visitor.email)
  await press(visitor, visitor.page.locator('#buyer-termsAccepted'), 'Space')
  await press(visitor, visitor.button('sign_in_submit'))
  await visitor.sees('mail_sent_title')
  await look('the proof by mail')
  await visitor.followMailLink()
}

async function pays(visitor: Visitor, look: Look): Promise<void> {
  const { page } = visitor
  await expect(page.locator('[value="stripe_secure"]')).toBeChecked()
  const [number, expiry, code] = [0, 1, 2].map(place =>
    page.frameLocator('iframe').getByRole('textbox').nth(place),
  )
  if (number === undefined || expiry === undefined || code === undefined) throw new Error('no card fields')
  await expect(code).toBeVisible()
  await look('the payment')
  await type(visitor, number, testCardNumber('1112'))
  await type(visitor, expiry, '1240')
  await type(visitor, code, '123')
  await press(visitor, visitor.button('payment_next'))
  await visitor.sees('confirm_title')
  await look('the confirmation')
  await press(visitor, visitor.button('confirm_pay'))
  await visitor.seesCompletionPage()
  await look('the completion')
}

async function opensTickets(visitor: Visitor, look: Look): Promise<void> {
  const { page, t } = visitor
  await press(visitor, page.getByRole('link', { name: t('complete_to_ticket') }))
  const label = t('ticket_qr_label', { position: t('ticket_position', { current: 1, total: 2 }) })
  await page.getByLabel(label, { exact: true }).waitFor()
  await look('the tickets')
  await press(visitor, visitor.button('ticket_next'))
  await press(visitor, visitor.button('ticket_enlarge').last())
  await expect(page.getByRole('dialog', { name: t('ticket_enlarge'), exact: true })).toBeVisible()
  await look('the code alone')
}
