import type { PaymentMethod } from '@kippu/domain/payment-method'
import { getPaymentMethods } from '@kippu/contract/site-content'
import { expect } from '@playwright/test'

import { test } from '../fixtures.ts'
import { callStore } from '../call-store.ts'
import { expectOneCharge } from '../ledger.ts'
import { STACK } from '../stack.ts'
import { applePay, card } from '../ways-to-pay.ts'

/** Scripts that the server names for a method. */
async function scriptsOf(method: PaymentMethod): Promise<readonly string[]> {
  const rows = await callStore(getPaymentMethods, { query: { lang: 'ja', channel: 'web' } })
  return rows.find(row => row.payment_method_type === method)?.client.scripts ?? []
}

test('a provider’s script is loaded when its method is chosen, once, and no other (R-7.74, R-7.75)', async ({
  visitor,
  orderToPay,
}) => {
  expect(orderToPay.price).toBeGreaterThan(0)
  const { page } = visitor
  const loaded: string[] = []
  page.on('request', request => {
    const isProviders = request.url().startsWith(STACK.simulators) && request.frame() === page.mainFrame()
    if (isProviders && request.resourceType() === 'script') loaded.push(request.url())
  })
  await page.reload()
  await visitor.sees('payment_title')
  await visitor.choosePayment('gmo_paypay')
  await expect(visitor.page.locator('main')).toContainText(visitor.t('payment_card_test'))
  // Beside the service that recognises devices, which belongs to the page.
  const own = (): string[] => loaded.filter(url => !url.includes('fingerprint'))
  expect(own()).toEqual([])
  const expected: string[] = []
  for (const method of ['gmo', 'softbank_credit', 'softbank_3ds', 'stripe_secure', 'adyen_credit'] as const) {
    for (const url of await scriptsOf(method)) if (!expected.includes(url)) expected.push(url)
    for (const again of [method, 'gmo_3ds'] as const) {
      await visitor.choosePayment(again)
      await expect(visitor.page.getByLabel(visitor.t('payment_card_loading'))).toHaveCount(0)
      await expect(visitor.page.getByLabel(visitor.t('payment_card_name')).first()).toBeVisible()
    }
    await expect.poll(own).toEqual(expected)
  }
})

for (const method of ['gmo', 'softbank_3ds', 'adyen_credit', 'stripe_secure'] as const) {
  test(`the script of ${method} does not come: the page says so, and another try pays (R-7.74, R-7.75)`, async ({
    visitor,
    orderToPay,
    watch,
    database,
  }) => {
    const { page, t } = visitor
    const scripts = await scriptsOf(method)
    for (const url of scripts) {
      watch.mayMiss(url)
      await page.route(url, route => route.abort())
    }
    await visitor.choosePayment(method)
    await expect(page.getByText(t('payment_card_unreachable_title'))).toBeVisible()
    await page.unrouteAll()
    await visitor.button('common_retry').click()
    await visitor.buyWith(card('1112', method))
    await expectOneCharge(database, orderToPay)
  })
}

test('Apple Pay is offered where the browser has it, or a script brings it, and nowhere else (R-7.57)', async ({
  visitor,
  orderToPay,
}) => {
  expect(orderToPay.price).toBeGreaterThan(0)
  const { page } = visitor
  const offer = page.locator(`input[value="${applePay.method}"]`)
  await expect(offer).toHaveCount(1)
  // As the server answers where nothing is simulated.
  await page.route(`**${getPaymentMethods.path}*`, async route => {
    const response = await route.fetch()
    const rows: { client: object }[] = await response.json()
    await route.fulfill({
      response,
      json: rows.map(row => ({ ...row, client: { ...row.client, scripts: [] } })),
    })
  })
  await page.reload()
  await expect(page.getByRole('radio').first()).toBeVisible()
  await expect(offer).toHaveCount(0)
})
