import { expect } from '@playwright/test'

import { choose } from '../../tools/test/proof-choice.ts'
import { buyAhead } from '../bought-ahead.ts'
import { test } from '../fixtures.ts'
import { STACK } from '../stack.ts'

test('the order screen is at / and at /order, and going between them loads no document (R-2.03, R-2.04, R-2.67)', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.goto('/#/')
  await visitor.sees('order_title')
  await page.evaluate(() => document.body.setAttribute('data-mark', 'here'))
  await page.evaluate(() => location.assign('#/order'))
  await visitor.sees('order_title')
  await expect(page).toHaveURL(`${STACK.store}/#/order`)
  await expect(page.locator('body')).toHaveAttribute('data-mark', 'here')
})

test('an older ticket link leads to the ticket page of the other document (R-2.41, R-2.65, D-11)', async ({
  visitor,
  visit,
}) => {
  const { reservationToken: token } = await buyAhead(visit, visitor)
  await visitor.page.goto(`/#/tickets/${token}`)
  await expect(visitor.page).toHaveURL(`${STACK.store}/tickets/#/id/${token}`)
  await expect(
    visitor.page.getByText(visitor.t('ticket_position', { current: 1, total: 2 })).first(),
  ).toBeVisible()
})

const OLD_BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)',
]

for (const agent of choose(OLD_BROWSERS, () => 'an old browser')) {
  test.describe(agent, () => {
    test.use({ userAgent: agent })

    test('a visitor with an old Internet Explorer reads that it is not supported, and nothing starts (R-1.54, D-13)', async ({
      page,
    }) => {
      const asked: string[] = []
      page.on('request', request => asked.push(new URL(request.url()).pathname))
      await page.goto('/', { waitUntil: 'networkidle' })
      await expect(page.locator('#old-browser')).toBeVisible()
      await expect(page.locator('#root')).toBeHidden()
      expect(asked.filter(path => path.startsWith('/api/'))).toEqual([])
    })
  })
}
