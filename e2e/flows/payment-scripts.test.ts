import type { PaymentMethod } from '@kippu/domain/payment-method'
import { getPaymentMethods } from '@kippu/contract/site-content'
import { expect } from '@playwright/test'

import { choose } from '../../tools/test/proof-choice.ts'
import { callStore } from '../call-store.ts'
import { test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { STACK } from '../stack.ts'
import type { Visitor } from '../visitor.ts'
import { applePay, card } from '../ways-to-pay.ts'

/** The scripts that the server names for a method. */
async function scriptsOf(method: PaymentMethod): Promise<readonly string[]> {
  const rows = await callStore('getPaymentMethods', { query: { lang: 'ja', channel: 'web' } })
  return rows.find(row => row.payment_method_type === method)?.client.scripts ?? []
}

test('the payment page shows all methods; choosing one loads its provider’s script, once, and no other script; Apple Pay is offered only where the browser has it, or a script provides it (R-1.06, R-2.16, R-7.57, R-7.74, R-7.75)', async ({
  visitor,
  orderToPay,
}) => {
  expect(orderToPay.price).toBeGreaterThan(0)
  const { page } = visitor
  const offer = page.locator(`input[value="${applePay.method}"]`)
  await seesAllMethods(visitor)
  await expect(offer).toHaveCount(1)
  // What this page loads is not counted: the one after the reload is.
  await expect(page.frameLocator('iframe').getByRole('textbox').first()).toBeVisible()
  const loaded: string[] = []
  page.on('request', request => {
    const isProviders = request.url().startsWith(STACK.simulators) && request.frame() === page.mainFrame()
    if (isProviders && request.resourceType() === 'script') loaded.push(request.url())
  })
  await page.reload()
  await visitor.sees('payment_title')
  // The device-fingerprint service is not counted: it belongs to the page, not to a method.
  const own = (): string[] => loaded.filter(url => !url.includes('fingerprint'))
  // The card is chosen from the beginning; a wallet needs no script.
  const expected = [...(await scriptsOf('stripe_secure'))]
  await expect.poll(own).toEqual(expected)
  await visitor.choosePayment('gmo_paypay')
  await expect(visitor.page.locator('main')).toContainText(visitor.t('payment_card_test'))
  expect(own()).toEqual(expected)
  for (const method of ['gmo', 'softbank_credit', 'softbank_3ds', 'stripe_secure', 'adyen_credit'] as const) {
    for (const url of await scriptsOf(method)) if (!expected.includes(url)) expected.push(url)
    for (const again of [method, 'gmo_3ds'] as const) {
      await visitor.choosePayment(again)
      await expect(visitor.page.getByLabel(visitor.t('payment_card_loading'))).toHaveCount(0)
      await expect(visitor.page.getByLabel(visitor.t('payment_card_name')).first()).toBeVisible()
    }
    await expect.poll(own).toEqual(expected)
  }
  // The server's answer when nothing is simulated.
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

/** One of each kind is in sight; with the fold open the whole list is there. */
async function seesAllMethods({ page, t }: Visitor): Promise<void> {
  const radios = page.getByRole('radio')
  await expect(radios).toHaveCount(6)
  await page.getByText(t('payment_more')).click()
  const rows = await callStore('getPaymentMethods', { query: { lang: 'ja', channel: 'web' } })
  await expect(radios).toHaveCount(rows.length)
  const values = await radios.evaluateAll(nodes => nodes.map(node => node.getAttribute('value') ?? ''))
  expect(values.toSorted()).toEqual(rows.map(row => row.payment_method_type).toSorted())
}

/** Each is loaded by the same code, whether the fields are the provider's frame or ours, which its script reads. */
const WITH_SCRIPTS = ['gmo', 'softbank_3ds', 'adyen_credit', 'stripe_secure'] as const

for (const method of choose(WITH_SCRIPTS, () => 'a script')) {
  test(`when the script of ${method} does not load, the page says so, and after a retry the visitor pays (R-7.74, R-7.75)`, async ({
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
    // The card in sight has loaded its script already.
    await page.reload()
    await visitor.choosePayment(method)
    await expect(page.getByText(t('payment_card_unreachable_title'))).toBeVisible()
    await page.unrouteAll()
    await visitor.button('common_retry').click()
    await visitor.buyWith(card('1112', method))
    await expectOneCharge(database, orderToPay)
  })
}
