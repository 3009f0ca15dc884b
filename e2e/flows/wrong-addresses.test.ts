import { readReservation, readTickets } from '@kippu/contract/reservations'
import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { expectGoodInEachLanguage } from '../good-screen.ts'

test('an address that leads nowhere says so and leads to the store: a route, one of the ticket page, and a path, with a status for machines (R-2.02, D-62)', async ({
  visitor,
  watch,
}) => {
  const { page, t } = visitor
  for (const address of ['/#/nowhere', `/tickets/#/id/rsv_${'x'.repeat(24)}/1/unknown`]) {
    await page.goto(address)
    await visitor.sees('not_found_title')
    await page.getByRole('link', { name: t('common_to_order') }).click()
    await visitor.sees('order_title')
  }
  // A mail program has opened the link without its end.
  await page.goto('/tickets/')
  await visitor.sees('link_cut_title')
  // The first way on is to the tickets.
  await expect(page.locator('main p > a').first()).toHaveText(t('common_inquiry'))
  const path = '/nowhere/at/all'
  watch.mayRefuse({ path })
  const response = await page.goto(path)
  expect(response?.status()).toBe(404)
  await visitor.sees('not_found_title')
})

test('a wrong ticket link says so', async ({ visitor, watch }) => {
  watch.mayRefuse(readReservation)
  watch.mayRefuse(readTickets)
  await visitor.page.goto(`/tickets/#/id/rsv_${'x'.repeat(24)}`)
  await visitor.sees('ticket_missing_title')
  // The page says it once, with the face of the house and whom to ask.
  await expect(visitor.page.getByRole('dialog')).toHaveCount(0)
  await expect(visitor.page.getByRole('heading', { name: visitor.t('error_contact_title') })).toBeVisible()
  await expectGoodInEachLanguage(visitor, 'ticket-missing')
})

test('a step of the purchase without an order leads to the store (R-2.10)', async ({ visitor }) => {
  for (const step of ['sign-in', 'sended-mail', 'payment', 'confirm', 'complete']) {
    await visitor.page.goto(`/#/${step}`)
    await expect(visitor.page).toHaveURL(/#\/order$/)
    await visitor.sees('order_title')
  }
})
