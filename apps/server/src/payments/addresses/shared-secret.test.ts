import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { DRIVERS } from '../../../test/payment-methods/drivers.ts'
import { createShop, type MethodsShop } from '../../../test/shop/shop.ts'
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

let shop: MethodsShop
beforeAll(async () => {
  shop = await createShop({ payments: 'all', providers: changeable })
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

const ANSWERED = 'http.server.response.finish'
const ofWebhook = v.object({
  request: v.object({ url: v.pipe(v.string(), v.startsWith('/payment-webhooks/adyen')) }),
})

/** Resolves when the store has answered the next delivery of a webhook event, before another one can arrive. */
function deliveryAnswered(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listen = (message: unknown): void => {
    if (!v.is(ofWebhook, message)) return
    unsubscribe(ANSWERED, listen)
    resolve()
  }
  subscribe(ANSWERED, listen)
  return promise
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
  const refused = deliveryAnswered()
  const order = await payAfterTheChange()
  await refused
  expect(await shop.eventsOf(order)).toEqual([])
  // A server reads its accounts when it starts: they must not change in the middle of a delivery.
  await deliveryAnswered()
  hasOld = true
  await shop.settle()
  expect(await shop.eventsOf(order)).not.toEqual([])
  expect(await shop.statusOf(order)).toBe('completed')
  await shop.compareBooks()
})
