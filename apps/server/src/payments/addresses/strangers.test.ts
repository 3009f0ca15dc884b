import { PAYMENT_PROVIDERS } from '@kippu/domain/payment-method'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { FORM_HEADERS } from '../../../test/form-body.ts'
import { DRIVERS } from '../../../test/payment-methods/drivers.ts'
import { createShop, type MethodsShop } from '../../../test/shop/shop.ts'

let shop: MethodsShop

beforeAll(async () => {
  shop = await createShop({ payments: 'all' })
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())

const countEvents = async () => {
  const query = shop.db.read(tx =>
    tx.selectFrom('provider_events').select(tx.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  )
  return (await query).count
}

/** Notifications of providers, as a stranger would forge them. */
const NOTIFICATIONS = [
  {
    type: 'application/json',
    payload: '{"type":"payment_intent.succeeded","data":{"object":{"id":"pi_1"}}}',
  },
  {
    type: 'application/json',
    payload:
      '{"notificationItems":[{"NotificationRequestItem":{"eventCode":"AUTHORISATION","success":"true"}}]}',
  },
  {
    type: 'application/json',
    payload: '{"notifyType":"PAYMENT_RESULT","paymentRequestId":"1","result":{"resultStatus":"S"}}',
  },
  {
    type: FORM_HEADERS['content-type'],
    payload:
      'ShopID=tshop00000001&OrderID=1&AccessID=1&Status=CAPTURE&merchant_id=1&res_result=OK&order_id=1',
  },
]

test.each(PAYMENT_PROVIDERS)(
  'a stranger’s notification of %s stores no row, however often it is sent (S-7.07)',
  async provider => {
    const before = await countEvents()
    for (const path of [provider, `${provider}/a-key-that-was-guessed`])
      for (const { type, payload } of NOTIFICATIONS) {
        const headers = { 'content-type': type }
        const url = `/payment-webhooks/${path}`
        const { statusCode } = await shop.app.inject({ method: 'POST', url, headers, payload })
        expect([401, 404]).toContain(statusCode)
      }
    expect(await countEvents()).toBe(before)
  },
)

test('a visitor who comes back again and again stores at most twenty rows for a payment', async () => {
  const driver = DRIVERS.find(({ method }) => method === 'gmo_paypay')!
  const order = await shop.orderFor(driver)
  const number = String((await shop.checkout(driver, order)).body['payment_number'])
  await shop.providers.untilHeard()
  const [attempt] = await shop.attemptsOf(order)
  const address = `/payment-return/gmo/${number}/${shop.deps.tokens.derive('return', attempt!.id)}`
  for (let times = 0; times < 25; times += 1) {
    const { statusCode } = await shop.app.inject({ url: `${address}?param=${times}` })
    expect(statusCode).toBe(303)
  }
  expect(await shop.eventsOf(order)).toHaveLength(20)
})
