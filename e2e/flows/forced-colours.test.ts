import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { choose } from '../../tools/test/proof-choice.ts'
import { callStore } from '../call-store.ts'
import { test } from '../fixtures.ts'
import { keepScreen } from '../good-screen.ts'
import { readQrCode } from '../qr-code.ts'
import type { Visitor } from '../visitor.ts'
import { daysOf, DIGITAL_FOREST } from '../visits.ts'

// A desktop shows all choices at once, with what is chosen among what is not.
test.use({ forcedColors: 'active', viewport: { width: 1280, height: 900 } })

/** What forced colours leave of a control: its edge, its ring, and its own and its text's colour. */
function edgesOf(of: Locator): Promise<Readonly<Record<string, string>>> {
  return of.evaluate(element => {
    const style = getComputedStyle(element)
    return {
      border: `${style.borderTopWidth} ${style.borderTopStyle} ${style.borderTopColor}`,
      outline: style.outlineStyle === 'none' ? 'none' : `${style.outlineWidth} ${style.outlineColor}`,
      background: style.backgroundColor,
      color: style.color,
    }
  })
}

async function expectApart(some: Locator, other: Locator, what: string): Promise<void> {
  await expect(some).toBeVisible()
  await expect(other).toBeVisible()
  expect(await edgesOf(some), what).not.toEqual(await edgesOf(other))
}

/** The element that has the focus has a ring, itself or on what stands for it. */
async function expectRing(page: Page): Promise<void> {
  const ring = await page.evaluate(() => {
    for (let at = document.activeElement; at !== null && at !== document.body; at = at.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      if (outlineStyle !== 'none') return parseFloat(outlineWidth)
    }
    return 0
  })
  expect(ring).toBeGreaterThanOrEqual(2)
}

/** The system's colours take the place of those of a scheme, but for what the opening draws: the whole way is gone in one of them. */
const SCHEMES = ['light', 'dark'] as const

for (const colorScheme of choose(SCHEMES, () => 'a scheme')) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test(`with forced colours, ${colorScheme}, the mark of the house stands out, its name is readable, and what is chosen, in focus, greyed out or sold out is told apart from the first screen to the ticket (WCAG 1.4.1, 1.4.11)`, async ({
      visitor,
      visit,
    }) => {
      await visitor.openStore()
      await expectReadableOpening(visitor.page, colorScheme)
      await choosesApart(visitor, visit)
      const { t } = visitor
      const look = (name: string): Promise<void> => keepScreen(visitor.page, `forced-${name}-${colorScheme}`)
      await look('1-order')
      await visitor.goOn()
      await visitor.button('sign_in_submit').click()
      await expect(visitor.errorSummary()).toBeFocused()
      await look('2-sign-in-errors')
      await visitor.signInByMail()
      await visitor.choosePayment('gmo_paypay')
      const methods = visitor.page.locator('label:has([name="payment-method"])')
      await expectApart(
        methods.filter({ has: visitor.page.locator(':checked') }),
        methods.filter({ hasNot: visitor.page.locator(':checked') }).first(),
        'a method that is chosen',
      )
      await visitor.choosePayment('stripe_secure')
      await look('3-payment')
      await visitor.enterCard('1112')
      await expect(visitor.button('confirm_pay')).toHaveCSS('border-top-width', '3px')
      await look('4-confirm')
      await visitor.pay()
      await visitor.seesCompletionPage()
      await look('5-complete')
      await visitor.followMailLink('completion')
      const code = visitor.page
        .getByLabel(t('ticket_qr_label', { position: t('ticket_position', { current: 1, total: 2 }) }), {
          exact: true,
        })
        .first()
      await expect(code).toBeVisible()
      const params = { reservation_token: /\/id\/([\w-]+)/.exec(visitor.page.url())?.[1] ?? '' }
      const [ticket] = await callStore('readTickets', { params, query: { lang: visitor.lang } })
      expect(await readQrCode(code)).toBe(ticket?.signed_code)
      await expect(code.locator('path').first()).toHaveCSS('fill', 'rgb(0, 0, 0)')
      const view = visitor.page.getByRole('group', { name: t('ticket_view') }).getByRole('button')
      await expectApart(view.first(), view.last(), 'the view that is open')
      await keepScreen(visitor.page, `forced-6-ticket-${colorScheme}`)
      await visitor.button('ticket_enlarge').first().click()
      await expect(visitor.page.getByRole('dialog')).toBeVisible()
      await keepScreen(visitor.page, `forced-7-code-${colorScheme}`)
    })
  })
}

/** The mark of the house stands out, and no line of the opening hides another behind its ground. */
async function expectReadableOpening(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const logo = page.locator('header picture img')
  await expect(logo).toHaveCSS('filter', colorScheme === 'light' ? 'brightness(0)' : 'none')
  const hidden = await page.locator('h1').evaluate(heading => {
    const [above, below] = [...heading.children].map(line => {
      const range = document.createRange()
      range.selectNodeContents(line)
      return range.getBoundingClientRect()
    })
    return (above?.bottom ?? 0) - (below?.top ?? 0)
  })
  expect(hidden).toBeLessThanOrEqual(0)
  const day = page.locator('[data-date][data-state="normal"]:visible').first()
  const { color } = await edgesOf(day)
  expect(await edgesOf(day.locator('svg').first())).toMatchObject({ color })
}

/** The order screen: kind of visit, day, time, quantity. */
async function choosesApart(visitor: Visitor, visit: Parameters<Visitor['chooseVisit']>[0]): Promise<void> {
  const { page } = visitor
  const [gone = ''] = await daysOf(DIGITAL_FOREST, 'sold_out')
  const cards = page.getByRole('group', { name: visitor.t('order_choose_product') }).locator('label')
  await expectApart(cards.first(), cards.nth(1), 'the product that is chosen')
  await visitor.turnTo(gone)
  const open = page.locator('[data-date][data-state="normal"]:visible')
  await expectApart(visitor.day(gone), open.first(), 'a day that is sold out')
  await visitor.chooseDay(visit.date)
  const free = page.locator('[data-date][data-state="normal"][aria-pressed="false"]:visible')
  await expectApart(visitor.day(visit.date), free.first(), 'the day that is chosen')
  await page.keyboard.press('ArrowRight')
  await expectRing(page)
  await visitor.chooseTime(visit)
  const times = visitor.choice('time').locator('label')
  await expectApart(
    times.filter({ has: page.locator(':checked') }),
    times.filter({ has: page.locator(':enabled:not(:checked)') }).first(),
    'the time that is chosen',
  )
  const fewer = page
    .getByRole('group', { name: visit.product.ticketTypes[0]?.name[visitor.lang] ?? '', exact: true })
    .getByRole('button')
  await expectApart(fewer.first(), fewer.last(), 'a quantity at its end')
  await visitor.chooseTickets(visit.product, 2)
  await expect(visitor.button('common_next')).toHaveCSS('border-top-width', '3px')
}
