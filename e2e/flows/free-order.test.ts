import { expect } from '@playwright/test'

import { inProof } from '../fixtures.ts'
import { orderAhead } from '../order-ahead.ts'
import { STACK } from '../stack.ts'
import { dayFor, NIGHT_GARDEN, visitOn } from '../visits.ts'

inProof(
  'an order of nothing needs no card and no provider, and loads no device-fingerprint service (R-7.73, D-55)',
  async ({ visitor, database }) => {
    const { t } = visitor
    const date = await dayFor('free of charge', NIGHT_GARDEN)
    await database.makeFree(NIGHT_GARDEN.uuid, date)
    // Prices on the page and in the order may be a second old.
    await expect.poll(async () => (await visitOn(date, NIGHT_GARDEN)).adultPrice).toBe(0)
    const visit = await visitOn(date, NIGHT_GARDEN)
    const toProvider: string[] = []
    visitor.page.context().on('request', request => {
      const { origin, pathname } = new URL(request.url())
      if (origin === STACK.simulators) toProvider.push(pathname)
    })

    const order = await orderAhead(visit, visitor)
    expect(order.price).toBe(0)
    await visitor.followMailLink()
    await expect(visitor.page.getByText(t('payment_free_title'))).toBeVisible()
    await visitor.button('payment_next').click()
    await visitor.sees('confirm_title')
    await visitor.button('confirm_pay_free').click()
    await visitor.seesCompletionPage()
    expect(toProvider).toEqual([])

    await visitor.followMailLink('completion')
    await expect(visitor.page.getByText(t('ticket_position', { current: 1, total: 2 })).first()).toBeVisible()
  },
)
