import { afterAll, beforeAll, expect, test } from 'vitest'

import { DRIVERS } from '../../../test/payment-methods/drivers.ts'
import { createMethodsApp, type MethodsApp } from '../../../test/payment-methods/methods-app.ts'
import { replacedPayments } from '../../../test/scripted-payments.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'

/** Switches the site from its first account at Adyen to another one that signs with the same secret. */
let isChanged = false
let hasOld = true

function changeable(usual: PaymentProviders): PaymentProviders {
  const changed = replacedPayments(usual, provider =>
    provider.id === 'adyen' ? { ...provider, account: 'Another' } : provider,
  )
  return {
    of: siteKey => (isChanged ? changed : usual).of(siteKey),
    get all() {
      if (!isChanged) return usual.all
      return [...changed.all, ...usual.all.filter(({ id }) => hasOld || id !== 'adyen')]
    },
  }
}

let shop: MethodsApp
beforeAll(async () => {
  shop = await createMethodsApp({ payments: changeable })
})
afterAll(() => shop.close())

const driver = DRIVERS.find(({ method }) => method === 'adyen_alipay')!

async function payAfterTheChange() {
  isChanged = false
  const order = await shop.orderFor(driver)
  const answer = await shop.checkout(driver, order)
  isChanged = true
  await shop.leave(driver, order.token, { answer, act: 'pay_no_return' })
  return order
}

test('a webhook event that two accounts can verify belongs to the account of its payment (S-7.07)', async () => {
  const order = await payAfterTheChange()
  await shop.providers.untilHeard()
  expect(await shop.eventsOf(order)).not.toEqual([])
  await shop.settle()
  expect(await shop.statusOf(order)).toBe('completed')
  await shop.compareBooks()
})

test('a webhook event of a payment whose account has no keys is refused, so that it is delivered again later (S-7.07)', async () => {
  hasOld = false
  const order = await payAfterTheChange()
  // The keys come back between two deliveries: while one is read, no account changes.
  const isRefused = () => shop.logged.some(line => line.includes('is not configured'))
  await expect.poll(isRefused, { interval: 5 }).toBe(true)
  expect(await shop.eventsOf(order)).toEqual([])
  hasOld = true
  await shop.settle()
  expect(await shop.eventsOf(order)).not.toEqual([])
  expect(await shop.statusOf(order)).toBe('completed')
  await shop.compareBooks()
})
