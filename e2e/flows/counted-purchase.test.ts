import { formatTimeRange } from '@kippu/domain/date-format'
import { LANGUAGES } from '@kippu/domain/language'
import type { Language } from '@kippu/domain/language'
import { testCardNumber } from '@kippu/simulators/core/test-cards'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { choose, IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { Counting } from '../counting.ts'
import { test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { BUYER } from '../planted.ts'
import { figuresOf } from '../purchase-figures.ts'
import type { Visitor } from '../visitor.ts'
import type { Visit } from '../visits.ts'
import { wordsIn } from '../words.ts'

/** How far a screen may be from `docs/evidence/purchase-counted.md`: faces and data differ a little. */
const TOLERANCE = 0.1

for (const lang of choose(['ja', 'en'] as const, () => 'a language')) {
  test.describe(lang, () => {
    test.use({ lang })

    test(`two adults buy with a card in ${lang}: at most 10 taps and 7 typed fields, and what docs/evidence/purchase-counted.md says`, async ({
      visitor,
      visit,
    }) => {
      const counting = await Counting.over(visitor)
      await goToPayment(visitor, { visit, counting })
      // Waits until the frame of the card is there, and types into it only when it has the focus.
      const number = visitor.page.frameLocator('iframe').getByRole('textbox').first()
      await number.waitFor()
      await expect(visitor.field('payment_card_name')).toHaveValue(BUYER.name)
      await number.tap()
      await expect(number).toBeFocused()
      await typeOn(visitor, [testCardNumber('1112'), '1240', '123'])
      await counting.read('Payment')
      // The key of the phone that sends a form.
      await visitor.page.keyboard.press('Enter')
      await visitor.sees('confirm_title')
      await counting.read('Review')
      await visitor.button('confirm_pay').tap()
      await visitor.seesCompletionPage()
      // The page loads its visit after it is shown.
      await visitor.page.getByText(visitor.t('ticket_share'), { exact: true }).waitFor()
      await counting.read('Completion')
      expectCounted(counting, 0)
      expect(counting.taps).toBeLessThanOrEqual(10)
      expect(counting.fields).toBeLessThanOrEqual(7)

      await visitor.followMailLink('completion')
      await seesWholeTicket(visitor)
      await counting.read('Ticket')
      await expectWholeCode(visitor)
      // A language that is not that of the page is chosen first.
      const loads = lang === 'ja' ? 'Page loads of the store' : 'Page loads, with a choice of the language'
      expect(counting.loads).toBe(figuresOf(loads)[0]?.now)
      expectRead(counting, lang)
    })

    test(`two adults buy by the sheet of Apple Pay on the order page in ${lang}: at most 7 taps and no typed field (decision 117)`, async ({
      visitor,
      visit,
    }) => {
      const counting = await Counting.over(visitor)
      const { page, email } = visitor
      await page.context().addInitScript(emailAddress => {
        Object.assign(globalThis, { simulatedOwner: { emailAddress } })
      }, email)
      await chooseTickets(visitor, { visit, counting })
      const sheet = sheetIn(page, lang)
      const button = sheet.getByRole('button')
      await button.waitFor()
      // The bar of a phone leads there.
      await page.locator('[data-way]').getByRole('button').press('Enter')
      await expect(sheet.getByRole('heading').first()).toBeFocused()
      // The law's terms stand above the button.
      const words = await sheet.innerText()
      for (const key of ['sign_in_terms_refund', 'confirm_law_delivery_text', 'wallet_first_agree'] as const)
        expect(words).toContain(visitor.t(key))
      await expectGoodSheet(visitor)
      await button.tap()
      await page.getByRole('dialog', { name: 'Apple Pay' }).getByRole('button', { name: 'Pay' }).tap()
      await visitor.seesCompletionPage()
      expectCounted(counting, 2)
      expect(counting.taps).toBeLessThanOrEqual(7)
      expect(counting.fields).toBe(0)
      await visitor.followMailLink('completion')
      await visitor.button('ticket_next').waitFor()
    })

    if (IS_WHOLE_PROOF)
      test(`two adults buy with a wallet in ${lang}: at most 10 taps, the first time and from then on, without that on its own page (decision 87)`, async ({
        visitor,
        visit,
      }) => {
        const counting = await Counting.over(visitor)
        await goToPayment(visitor, { visit, counting })
        // The mail's link opens a tab of its own.
        const wallet = () => visitor.page.locator('[value="gmo_paypay"]')
        await visitor.page.locator('label').filter({ has: wallet() }).tap()
        await payByWallet(visitor)
        expectCounted(counting, 1)
        expect(counting.taps).toBeLessThanOrEqual(10)

        const { taps } = counting
        await goToPayment(visitor, { visit, counting })
        await expect(wallet()).toBeChecked()
        await visitor.button('payment_next').tap()
        await payByWallet(visitor)
        expect(counting.taps - taps).toBeLessThanOrEqual(10)
      })
  })
}

const sheetIn = (page: Page, lang: Language): Locator =>
  page.getByRole('region', { name: wordsIn(lang)('wallet_first_title', { method: 'Apple Pay' }) })

/** In the proof in each language, once; the choices stay. */
async function expectGoodSheet(visitor: Visitor): Promise<void> {
  const { page, lang } = visitor
  for (const read of IS_WHOLE_PROOF && lang === 'ja' ? LANGUAGES : [lang]) {
    await visitor.chooseLanguage(read)
    await sheetIn(page, read).getByRole('button').waitFor()
    await expectGoodScreen({ page, lang: read }, 'wallet first')
  }
  await visitor.chooseLanguage(lang)
}

/** From the review to the completion page. */
async function payByWallet(visitor: Visitor): Promise<void> {
  await visitor.sees('confirm_title')
  await visitor.button('confirm_pay').tap()
  await visitor.page.locator('button[name="answer"][value="pay"]').tap()
  await visitor.seesCompletionPage()
}

/** The page says what was done. @param column 0 by card, 1 by wallet, 2 by the sheet on the order page. */
function expectCounted({ taps, fields, tapsElsewhere }: Counting, column: 0 | 1 | 2): void {
  const now = (name: string): number | undefined => figuresOf(name)[column]?.now
  expect({ taps, fields, tapsElsewhere }).toEqual({
    taps: now('Taps'),
    fields: now('Typed fields'),
    tapsElsewhere: now("Taps on the provider's own page"),
  })
}

/** Every screen is as long as the page says. */
function expectRead({ screens }: Counting, lang: 'ja' | 'en'): void {
  const wrong = screens.flatMap(({ name, words, height }) => {
    const [ja, en, high] = figuresOf(name)
    const pairs =
      lang === 'ja'
        ? ([
            [words, ja],
            [height, high],
          ] as const)
        : ([[words, en]] as const)
    const isKept = pairs.every(([counted, figure]) => {
      if (figure === undefined) return false
      const { before, now } = figure
      // The order page has fewer weeks at the end of a month.
      if (Number.isNaN(now)) return true
      return name.startsWith('Order') ? counted < before : Math.abs(counted / now - 1) <= TOLERANCE
    })
    return isKept ? [] : [{ name, words, height }]
  })
  expect(wrong, JSON.stringify(screens)).toEqual([])
}

/** What is loaded after the ticket itself is there, too. */
async function seesWholeTicket(visitor: Visitor): Promise<void> {
  await visitor.button('ticket_next').waitFor()
  await visitor.button('ticket_mail_again').waitFor()
  await visitor.page.getByText(visitor.t('wallet_google'), { exact: true }).waitFor()
  await visitor.page.getByRole('heading', { name: visitor.t('ticket_conditions'), exact: true }).waitFor()
}

/** On a small phone the ticket opens with its whole code in sight; it is at least 240 pixels wide on any. */
async function expectWholeCode({ page }: Visitor): Promise<void> {
  const code = async () => page.locator('main figure svg').first().boundingBox()
  // The smallest, with the bars of a browser above and below.
  await page.setViewportSize({ width: 320, height: 454 })
  expect((await code())?.width).toBeGreaterThanOrEqual(240)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.evaluate(() => scrollTo(0, 0))
  const { y, width, height } = (await code()) ?? { y: Infinity, width: 0, height: 0 }
  expect(width).toBeGreaterThanOrEqual(240)
  expect(y + height).toBeLessThanOrEqual(640)
}

interface CountedVisit {
  readonly visit: Visit
  readonly counting: Counting
}

/** Day, time and two adults on the start page. */
async function chooseTickets(visitor: Visitor, { visit, counting }: CountedVisit): Promise<void> {
  const { page } = visitor
  await visitor.openStore()
  await counting.read('Order')
  // The day of this story may be in a later month; a visitor buys in the one that the page shows.
  await visitor.turnTo(visit.date)
  await visitor.day(visit.date).tap()
  const time = formatTimeRange(visit.from, visit.to, visitor.lang)
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: time }) })
    .tap()
  const adult = visit.product.ticketTypes[0]?.name[visitor.lang] ?? ''
  await page.getByRole('button', { name: new RegExp(`^${RegExp.escape(adult)} 2`) }).tap()
  await expect(visitor.count(visit.product, 0)).toHaveText('2')
  await counting.read('Order, chosen')
}

/** From the start page to the payment page: a finger wherever the page needs one, and the keyboard's own key to the next field. */
async function goToPayment(visitor: Visitor, { visit, counting }: CountedVisit): Promise<void> {
  const { page, t } = visitor
  await chooseTickets(visitor, { visit, counting })
  await visitor.button('common_next').tap()
  await visitor.field('sign_in_field_fullname').waitFor()
  await counting.read('Details')
  await visitor.field('sign_in_field_fullname').tap()
  await typeOn(visitor, [BUYER.name, visitor.email, visitor.email])
  await page.getByRole('checkbox', { name: t('sign_in_terms_agree') }).tap()
  await visitor.button('sign_in_submit').tap()
  await visitor.mailCode().waitFor()
  await counting.read('Mail sent')
  await counting.followMailLink()
}

/** Types into the field that has the focus, and into those after it: phones have a key for the next field. */
async function typeOn({ page }: Visitor, [first = '', ...rest]: readonly string[]): Promise<void> {
  await page.keyboard.type(first)
  for (const answer of rest) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(answer)
  }
}
