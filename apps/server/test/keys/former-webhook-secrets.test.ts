import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPaymentProviders } from '../../src/payments/accounts/providers.ts'
import type { PaymentProviders } from '../../src/payments/port/payment-providers.ts'
import { testEnv } from '../shop/test-env.ts'
import { createShop, type MethodsShop } from '../shop/shop.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'

let shop: MethodsShop
/** The server's current configuration. */
let payments: PaymentProviders

beforeAll(async () => {
  shop = await createShop({
    payments: 'all',
    providers: usual => {
      payments = usual
      return {
        of: siteKey => payments.of(siteKey),
        get all() {
          return payments.all
        },
      }
    },
  })
})
afterAll(() => shop.close())

/** Restarts the server, with these variables besides its usual ones. */
function configure(change: Readonly<Record<string, string>>): void {
  payments = createPaymentProviders(testEnv({ ...shop.providers.variables, ...change }))
}

/** The variables of one account as they were, under `FORMER__`. */
function formerAccount(prefix: string): Record<string, string> {
  const own = Object.entries(shop.providers.variables).filter(([name]) => name.startsWith(`${prefix}_`))
  return Object.fromEntries(own.map(([name, value]) => [`FORMER__${name}`, value]))
}

test.each([
  ['stripe', 'STRIPE', 'STRIPE_WEBHOOK_SECRET', 'whsec_the_next_one'],
  ['adyen_alipay', 'ADYEN', 'ADYEN_HMAC_KEY', 'AB'.repeat(32)],
  ['gmo_paypay', 'GMO', 'GMO_NOTIFICATION_KEY', 'the-next-key-of-notices'],
])(
  'events of %s that are signed with the former secret of the same account complete orders (S-7.07)',
  async (method, prefix, name, next) => {
    configure({})
    const driver = DRIVERS.find(one => one.method === method)!
    const order = await shop.orderFor(driver)
    await shop.providers.holdNotices(true)
    const answer = await shop.checkout(driver, order, driver.takesCard ? 'challenge' : 'paid')
    await shop.leave(driver, order.token, { answer, act: 'pay_no_return' })
    expect(await shop.eventsOf(order)).toEqual([])

    configure({ ...formerAccount(prefix), [name]: next })
    await shop.providers.holdNotices(false)
    await shop.providers.untilHeard()
    expect(await shop.eventsOf(order)).not.toEqual([])
    await shop.settle()
    expect(await shop.statusOf(order)).toBe('completed')
    await shop.compareBooks()
  },
)

test.each([
  ['stripe', 'STRIPE_WEBHOOK_SECRET', 'whsec_the_next_one'],
  ['adyen', 'ADYEN_HMAC_KEY', 'AB'.repeat(32)],
  ['gmo', 'GMO_NOTIFICATION_KEY', 'the-next-key-of-notices'],
])('without its former secret an event of %s is not accepted (S-7.07)', async (provider, name, next) => {
  const notices = await shop.providers.notices()
  const sent = notices.find(notice => notice.provider === provider)!
  configure({ [name]: next })
  const answer = await shop.app.inject({
    method: 'POST',
    url: new URL(sent.url, shop.origin).pathname,
    headers: sent.headers,
    payload: Buffer.from(sent.body, 'base64'),
  })
  expect(answer.statusCode).toBe(401)
})
