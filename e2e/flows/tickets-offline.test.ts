import { getNotices } from '@kippu/contract/notices'
import { readReservation, readTickets } from '@kippu/contract/reservations'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { expectAccessible } from '../axe.ts'
import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { buyAhead } from '../bought-ahead.ts'
import { callStore } from '../call-store.ts'
import { test } from '../fixtures.ts'
import { openTimes, opensChange, seesMoved } from '../moving.ts'
import { readQrCode } from '../qr-code.ts'
import { STACK } from '../stack.ts'
import type { Visitor } from '../visitor.ts'

const PHONE = { width: 390, height: 844 }
const SMALLEST = { width: 320, height: 568 }
const DESKTOP = { width: 1280, height: 900 }
const A_DAY = 86_400_000

function qrOf({ page, t }: Visitor, current = 1): Locator {
  const position = t('ticket_position', { current, total: 2 })
  return page.getByLabel(t('ticket_qr_label', { position }), { exact: true })
}

function asOf({ page, t }: Visitor): Locator {
  return page.getByText(t.like('ticket_as_of'))
}

/** Opens the tickets with a connection, until the device has all that it needs without one. */
async function opensOnce(visitor: Visitor, reservationToken: string): Promise<void> {
  const { page, lang } = visitor
  await page.goto(`/tickets/?lang=${lang}#/id/${reservationToken}`)
  await expect(qrOf(visitor)).toBeVisible()
  await expect.poll(() => keptAnswers(page)).toBe(2)
}

function keptAnswers(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open('kippu-tickets-answers')).keys()).length)
}

const READERS = [
  ['ja', PHONE],
  ['en', DESKTOP],
  ['th', PHONE],
] as const

for (const [lang, size] of READERS.filter(([language]) => IS_WHOLE_PROOF || language === 'ja')) {
  test.describe(lang, () => {
    test.use({ lang, viewport: size })

    test(`in aeroplane mode tickets open again in ${lang} as they were, with their time; a day later they ask for a connection (R-2.42)`, async ({
      visitor,
      visit,
      context,
      watch,
    }) => {
      const { page, t } = visitor
      const { reservationToken, reservationNumber } = await buyAhead(visit, visitor)
      await opensOnce(visitor, reservationToken)
      await expect(asOf(visitor)).toBeHidden()
      const params = { reservation_token: reservationToken }
      const [ticket] = await callStore('readTickets', { params, query: { lang } })

      await context.setOffline(true)
      // A page that stays open for a moment asks for them.
      watch.mayMiss(`${STACK.store}${getNotices.path}`)
      await page.reload()
      expect(await readQrCode(qrOf(visitor))).toBe(ticket?.signed_code)
      await expect(asOf(visitor)).toHaveText(/\d\d:\d\d/)
      await expect(page.getByText(reservationNumber)).toBeVisible()
      await expect(page.getByText(t('ticket_offline_actions'))).toBeVisible()
      await expectAccessible(page)
      // The smallest phone has the whole first code, under the visit, without scrolling.
      await page.setViewportSize(SMALLEST)
      await expect(qrOf(visitor).locator('svg')).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
      await expect(page.getByText(t.date(visit.date)).first()).toBeInViewport({ ratio: 1 })
      await page.setViewportSize(size)

      await page.clock.setFixedTime(Date.now() + A_DAY)
      await page.reload()
      await expect(page.getByRole('alert')).toContainText(t('ticket_old_title'))
      await expect(qrOf(visitor)).toBeHidden()
      await context.setOffline(false)
      await visitor.button('common_retry').press('Enter')
      await expect(qrOf(visitor)).toBeVisible()
      await expect(asOf(visitor)).toBeHidden()
    })
  })
}

test('away and back without a connection, with the keyboard alone, shows one code for everybody (WCAG 2.1.1)', async ({
  visitor,
  visit,
  context,
}) => {
  const { page, t } = visitor
  const { reservationToken } = await buyAhead(visit, visitor)
  const params = { reservation_token: reservationToken }
  const [first, second] = await callStore('readTickets', { params, query: { lang: 'ja' } })
  await opensOnce(visitor, reservationToken)
  await context.setOffline(true)
  await page.goto('about:blank')
  await page.goBack()
  await expect(asOf(visitor)).toBeVisible()
  const everybody = page.getByRole('button', { name: t('ticket_view_party'), exact: true })
  await visitor.tabTo(everybody)
  await page.keyboard.press('Space')
  const party = page.getByLabel(t('ticket_party_qr_label'), { exact: true })
  expect(await readQrCode(party)).toBe(`party:${first?.code}.${second?.code.slice(-6)}`)
  await visitor.tabTo(visitor.button('ticket_enlarge'))
  await page.keyboard.press('Enter')
  const large = page.getByRole('dialog', { name: t('ticket_enlarge'), exact: true })
  await expect(large.getByLabel(t('ticket_party_qr_label'), { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
})

test('tickets that moved are forgotten by the device: it shows no former code, with a connection or without (S-8.07)', async ({
  visitor,
  visit,
  context,
  watch,
}) => {
  const { page } = visitor
  const { reservationToken } = await buyAhead(visit, visitor)
  await opensOnce(visitor, reservationToken)
  await opensChange(visitor, reservationToken)
  await openTimes(visitor).first().click()
  await visitor.button('change_next').click()
  await visitor.button('change_agree').click()
  await seesMoved(visitor)
  watch.mayRefuse(readReservation)
  watch.mayRefuse(readTickets)
  await page.goto(`/tickets/#/id/${reservationToken}`)
  await visitor.sees('change_url_title')
  expect(await keptAnswers(page)).toBe(0)
  await context.setOffline(true)
  for (const { path } of [readReservation, readTickets])
    watch.mayMiss(`${STACK.store}${path.replace('{reservation_token}', reservationToken)}?lang=ja`)
  await page.goto('about:blank')
  await page.goto(`/tickets/#/id/${reservationToken}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(qrOf(visitor)).toBeHidden()
})

test('tickets that were taken back meanwhile leave the screen of whoever had them, and the device (S-9.04, S-10.05)', async ({
  visitor,
  visit,
  otherDevice,
  watch,
}) => {
  const { reservationToken } = await buyAhead(visit, visitor)
  const { share_token: link } = await callStore('createShare', {
    query: { lang: 'ja' },
    body: { reservation_token: reservationToken, ticket_ids: [2] },
  })
  const { reservation_token: part } = await callStore('acceptShare', {
    params: { share_token: link },
    body: { acceptance_key: 'a key made up by a browser' },
  })
  const friend = await otherDevice()
  const { page, t } = friend
  await page.goto(`/tickets/?lang=ja#/id/${part}`)
  await expect(page.locator('figure')).toHaveCount(1)
  await expect.poll(() => keptAnswers(page)).toBe(2)
  await page.context().setOffline(true)
  await page.reload()
  await expect(asOf(friend)).toBeVisible()
  await expect(page.locator('figure')).toHaveCount(1)
  await callStore('takeBackShare', {
    params: { share_token: link },
    query: { reservation_token: reservationToken },
  })
  for (const call of [readReservation, readTickets]) watch.mayRefuse(call)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: t('shared_missing_title') })).toBeVisible()
  await expectAccessible(page)
  await expect(page.locator('figure')).toHaveCount(0)
  await expect.poll(() => keptAnswers(page)).toBe(0)
})
