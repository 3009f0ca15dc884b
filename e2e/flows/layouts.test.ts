import { demoBasePrice, demoDay } from '@kippu/demo/stock'
import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { addSet, answersCaution, countOf, PICTURE_BOOK, POSTCARDS } from '../order-choices.ts'
import { originOf } from '../stack.ts'
import {
  DIGITAL_FOREST,
  lonelyVisit,
  nextDays,
  NIGHT_GARDEN,
  productOf,
  SEASON_PASS,
  seededVisit,
  seededVisitAtLeastPrice,
} from '../visits.ts'
import { card, wallet } from '../ways-to-pay.ts'
import { wordsIn } from '../words.ts'

const ARCHES = productOf('ruins', 'time')
const TERRACE = productOf('ruins', 'date')
const PASS = productOf('ruins', 'period')

test.describe('where the visitor chooses the day first', () => {
  test.use({ baseURL: originOf('ruins') })

  test('a visitor chooses the day, then a product of that day, its time and tickets, and pays (R-4.02, R-4.03)', async ({
    visitor,
    database,
  }) => {
    const { page, t } = visitor
    const visit = seededVisit('first the day', ARCHES)
    const products = page.getByRole('group', { name: t('order_choose_product') })
    await visitor.openStore()
    const titles = page.locator('main section h2')
    await expect(titles).toHaveText([
      t('order_choose_date'),
      t('order_choose_product'),
      t('order_choose_tickets'),
      t('order_summary_title'),
    ])
    await expect(visitor.choice('product')).toHaveAttribute('data-choice', 'later')
    await expect(products).toHaveCount(0)
    await visitor.chooseDay(visit.date)
    await expect(products.getByRole('radio')).toHaveCount([ARCHES, TERRACE, PASS].length)
    await expect(products.getByRole('radio', { checked: true })).toHaveCount(0)
    await visitor.chooseProduct(ARCHES)
    await visitor.chooseTime(visit)
    await visitor.chooseTickets(ARCHES, 2)
    await expect(page.getByText(t.price(visit.adultPrice * 2)).first()).toBeVisible()
    await visitor.goOn()
    const orderToken = await visitor.orderToken()
    await visitor.signInByMail()
    await visitor.buyWith(card('1112', 'gmo_3ds'))
    await expectOneCharge(database, { orderToken, price: visit.adultPrice * 2 })
  })

  test('a visitor who goes on without a choice is asked for the day first, then for the product; one that is sold out on the day says so and cannot be chosen, and the other is sold (R-4.02)', async ({
    visitor,
  }) => {
    const { page, t } = visitor
    const [date, gone, left] = oneGone()
    const missing = page.getByRole('alert')
    await visitor.openStore()
    await visitor.button('common_next').click()
    await expect(missing).toHaveText(t('order_missing_date'))
    await visitor.chooseDay(date)
    await visitor.button('common_next').click()
    await expect(missing).toHaveText(t('order_missing_product'))
    const products = page.getByRole('group', { name: t('order_choose_product') })
    const card = products.locator('label').filter({ hasText: gone.name.ja })
    await expect(card).toContainText(t('calendar_state_sold_out'))
    await expect(card.getByRole('radio')).toBeDisabled()
    await visitor.chooseProduct(left)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    inProof('days and their lowest prices are readable in the first view (R-4.02)', async ({ page }) => {
      const t = wordsIn('ja')
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(t('order_title'))
      // Without scripts the calendar cannot change the month: the visible one has to do.
      const days = page.locator('[data-date]').filter({ hasText: /\d,?\d{3}/ })
      const date = (await days.last().getAttribute('data-date')) ?? ''
      const open = [ARCHES, TERRACE].filter(({ uuid }) => /normal|few/.test(demoDay(uuid, date)))
      const left = open.length > 0 ? open : [ARCHES, TERRACE]
      const lowest = Math.min(...left.map(product => demoBasePrice(product, date)))
      await expect(days.last()).toContainText(lowest.toLocaleString('en'))
    })
  })
})

test.describe('where the visitor chooses the day first and set products go with the visit', () => {
  test.use({ baseURL: originOf('mori') })

  inProof(
    'postcards are offered with the visit, and are in the total and on the confirmation (R-4.02, R-7.07)',
    async ({ visitor }) => {
      const { t } = visitor
      const gallery = productOf('mori', 'time')
      const visit = seededVisit('postcards with it', gallery, [POSTCARDS])
      const total = visit.adultPrice + POSTCARDS.basePrice
      await visitor.openStore()
      await visitor.chooseDay(visit.date)
      await visitor.chooseProduct(gallery)
      await visitor.chooseTime(visit)
      await visitor.chooseTickets(gallery, 1)
      await addSet(visitor, POSTCARDS, 1)
      await expect(visitor.page.getByText(t.price(total)).first()).toBeVisible()
      await visitor.goOn()
      await visitor.signInByMail()
      await visitor.goOnWith(wallet('adyen_alipay'))
      await expect(visitor.page.getByText(`${POSTCARDS.name.ja} × 1`)).toBeVisible()
      await expect(visitor.button('confirm_pay')).toHaveText(t('confirm_pay', { price: t.price(total) }))
    },
  )
})

test('a pass is bought for a period, which is on its ticket (R-3.145, R-4.01)', async ({ visitor }) => {
  const { page, t } = visitor
  const visit = seededVisit('a pass', SEASON_PASS)
  const [from, to] = [t.date(visit.date), t.date(visit.to.slice(0, 10))]
  await visitor.openStore()
  await visitor.chooseProduct(SEASON_PASS)
  await expect(page.getByRole('heading', { name: t('order_choose_start_date'), exact: true })).toBeVisible()
  await visitor.chooseDay(visit.date)
  await expect(page.getByText(t('order_period', { from, to })).first()).toBeVisible()
  await visitor.chooseTickets(SEASON_PASS, 1)
  await visitor.goOn()
  await visitor.signInByMail()
  await visitor.buys()
  await visitor.followMailLink('completion')
  const facts = visitor.page.locator('main dl').first()
  await expect(facts).toContainText(t('common_period', { from, to }))
  await expect(facts).not.toContainText(t('ticket_entry'))
})

test.describe('a day without times', () => {
  test.use({ baseURL: originOf('mori') })

  inProof(
    'a walk is bought for a day, at any time: the ticket says the day alone (R-3.145)',
    async ({ visitor }) => {
      const { t } = visitor
      const walk = productOf('mori', 'date')
      const visit = seededVisit('a walk at dusk', walk)
      await visitor.openStore()
      await visitor.chooseDay(visit.date)
      await visitor.chooseProduct(walk)
      await visitor.chooseTickets(walk, 2)
      await visitor.goOn()
      await visitor.signInByMail()
      await visitor.buyWith(wallet('adyen_alipay'))
      await visitor.followMailLink('completion')
      const facts = visitor.page.locator('main dl').first()
      await expect(facts).toContainText(t.date(visit.date))
      await expect(facts).not.toContainText(t('ticket_entry'))
      await expect(facts).not.toContainText(/[–〜]/)
    },
  )
})

test('a visitor who goes on before the stock of the day has arrived is not told that a day is missing (R-2.09)', async ({
  visitor,
}) => {
  const visit = seededVisitAtLeastPrice('faster than the stock', NIGHT_GARDEN)
  await visitor.openStore()
  await visitor.chooseProduct(NIGHT_GARDEN)
  const gate = Promise.withResolvers<void>()
  await visitor.page.route('**/api/v1/products/stocks?**', async route => {
    await gate.promise
    await route.continue()
  })
  await visitor.chooseDay(visit.date)
  await visitor.chooseTickets(NIGHT_GARDEN, 1)
  await visitor.button('common_next').click()
  gate.resolve()
  await visitor.sees('sign_in_title')
})

inProof(
  'a kind of ticket with a caution is counted once the visitor has acknowledged it (R-2.08, D-53)',
  async ({ visitor, visit }) => {
    const child = DIGITAL_FOREST.ticketTypes[2]!
    const counter = countOf(visitor, child)
    const more = visitor.more(visit.product, 2)
    await visitor.openStore()
    await visitor.chooseDay(visit.date)
    // The times of the day push the tickets down when they arrive.
    await visitor.chooseTime(visit)
    await more.click()
    await answersCaution(visitor, child, 'common_cancel')
    await expect(counter).toHaveText('0')
    await expect(more).toBeFocused()
    await more.click()
    await answersCaution(visitor, child, 'order_caution_accept')
    await expect(counter).toHaveText('1')
    // The caution is known by now.
    await more.click()
    await expect(counter).toHaveText('2')
  },
)

inProof('one order has at most ten tickets over all kinds (R-9.06, D-01)', async ({ visitor, visit }) => {
  const { t } = visitor
  await visitor.openStore()
  await visitor.chooseDay(visit.date)
  await visitor.chooseTime(visit)
  await expect(visitor.page.getByText(t('order_max_tickets', { count: 10 }))).toBeVisible()
  await visitor.chooseTickets(visit.product, 7)
  await visitor.chooseTickets(visit.product, 3, 1)
  for (const kind of [0, 1]) {
    const more = visitor.more(visit.product, kind)
    await expect(more).toHaveAttribute('aria-disabled', 'true')
    // A visitor may press a disabled button.
    await more.click({ force: true })
  }
  await expect(visitor.count(visit.product, 0)).toHaveText('7')
  await expect(visitor.count(visit.product, 1)).toHaveText('3')
})

inProof(
  'more tickets than books need a confirmation: cancel stays, OK goes on (R-2.07, D-53)',
  async ({ visitor }) => {
    const { page, t } = visitor
    const visit = lonelyVisit(0)
    const dialog = page.getByRole('dialog', { name: t('order_difference_title'), exact: true })
    await visitor.openStore()
    await visitor.chooseVisit(visit, 3)
    await addSet(visitor, PICTURE_BOOK, 2)
    await visitor.button('common_next').click()
    const words = t('order_difference_sets', { name: PICTURE_BOOK.name.ja, count: 2, tickets: 3 })
    await expect(dialog).toContainText(words)
    await dialog.getByRole('button', { name: t('order_difference_cancel'), exact: true }).click()
    await expect(dialog).toBeHidden()
    await visitor.sees('order_title')
    await visitor.button('common_next').click()
    await dialog.getByRole('button', { name: t('order_difference_accept'), exact: true }).click()
    await visitor.sees('sign_in_title')
  },
)

/** A day on which one of the two products is sold out and the other is not. */
function oneGone(): readonly [date: string, gone: typeof ARCHES, left: typeof ARCHES] {
  for (const date of nextDays()) {
    const [arches, terrace] = [ARCHES, TERRACE].map(({ uuid }) => demoDay(uuid, date))
    if (arches === 'sold_out' && terrace === 'normal') return [date, ARCHES, TERRACE]
    if (arches === 'normal' && terrace === 'sold_out') return [date, TERRACE, ARCHES]
  }
  throw new Error('no day on which one of the two is gone')
}
