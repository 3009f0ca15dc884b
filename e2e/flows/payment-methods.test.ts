import { getPaymentMethods } from '@kippu/contract/site-content'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import { SITE_KEYS } from '@kippu/demo/demo-sites'
import { expect } from '@playwright/test'

import { choose, IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { cardNumbersIn } from '../card-numbers.ts'
import { test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import { originOf, STACK } from '../stack.ts'
import type { Visitor } from '../visitor.ts'
import { applePay, card, challengedCard, dPay, wallet, weChatPay } from '../ways-to-pay.ts'
import type { WayToPay } from '../ways-to-pay.ts'

/** Each method, and the callback route through which its browser comes back; null when it never left. */
const WAYS: readonly (readonly [row: string, way: WayToPay, route: RegExp | null])[] = [
  ['R-7.53', card('1112', 'gmo'), null],
  ['R-7.54, R-2.28', challengedCard('gmo_3ds'), /#\/payment-callback\/gmo3ds\?/],
  ['R-7.55, R-2.25', wallet('gmo_paypay'), /#\/payment-callback\/gmo_paypay\/success\?/],
  ['R-7.56', wallet('gmo_d_pay'), /#\/payment-callback\/gmo_d_pay\/success\?/],
  ['R-7.57', applePay, null],
  ['R-7.58, R-2.31', challengedCard('adyen_credit'), /#\/adyen-callback\?/],
  ['R-7.59, R-2.31', wallet('adyen_alipay'), /#\/adyen-callback\?/],
  ['R-7.60, S-7.13', weChatPay, /#\/payment-callback\/adyen_we_chat_pay\/success\?/],
  ['R-7.61', wallet('alipay'), /#\/payment-callback\/alipay\/success\?/],
  ['R-7.62', card('1112', 'stripe'), null],
  ['R-7.63', challengedCard('stripe_secure'), /#\/payment-callback\/stripe_secure\/success\?/],
  ['R-7.64', card('1112', 'softbank_credit'), null],
  ['R-7.65, R-2.29', challengedCard('softbank_3ds'), /#\/payment-callback\/sbps3ds\?/],
  ['R-7.66', wallet('softbank_alipay'), /#\/payment-callback\/softbank_alipay\/success\?/],
  ['R-7.67', wallet('softbank_paypay'), /#\/payment-callback\/softbank_paypay\/success\?/],
  ['R-7.68, R-2.23, R-2.30, R-7.76', dPay, /#\/payment-callback\/d_pay\/success\?/],
]

/** Whose page has nothing but a button. */
const PLAIN_WALLETS: ReadonlySet<PaymentMethod> = new Set([
  'gmo_paypay',
  'gmo_d_pay',
  'adyen_alipay',
  'alipay',
  'softbank_alipay',
  'softbank_paypay',
])

/** The demo's method discounts, in yen (S-4.01). */
const DISCOUNTS: Partial<Record<PaymentMethod, number>> = { gmo_d_pay: 200 }

/** Cards with and without 3-D Secure are typed into the same fields; challenges have stories of their own. */
const SAME_FIELDS: Partial<Record<PaymentMethod, PaymentMethod>> = {
  gmo_3ds: 'gmo',
  stripe_secure: 'stripe',
  softbank_3ds: 'softbank_credit',
}

/** Other stories buy by these: `payment-scripts`, `keyboard`, `payment-returns`, `time-change`. */
const TOLD_ELSEWHERE: ReadonlySet<PaymentMethod> = new Set([
  'gmo',
  'stripe',
  'stripe_secure',
  'gmo_apple_pay',
  'adyen_we_chat_pay',
  'd_pay',
])

/** Wallets differ by their page and by what their servers tell ours, which the tests of the server try with every method. */
const TRIED = choose(WAYS, ([, { method }]) =>
  PLAIN_WALLETS.has(method) ? 'wallet' : (SAME_FIELDS[method] ?? method),
).filter(([, { method }]) => IS_WHOLE_PROOF || !TOLD_ELSEWHERE.has(method))

for (const [row, way, route] of TRIED) {
  test(`${way.method} buys two tickets, is charged once, and leaves no digit of a card behind (R-1.06, ${row}, S-4.01, S-4.03, S-7.11)`, async ({
    visitor,
    orderToPay,
    database,
  }) => {
    const passed: string[] = []
    visitor.page.on('framenavigated', frame => passed.push(frame.url()))
    const off = DISCOUNTS[way.method] ?? 0
    const price = orderToPay.price - off
    if (off > 0) await seesDiscount(visitor, { method: way.method, off, price })
    await visitor.goOnWith(way)
    if (off > 0) await expect(visitor.button('confirm_pay')).toContainText(visitor.t.price(price))
    await expectNoCardKept(visitor)
    await visitor.payBy(way)
    await visitor.seesCompletionPage()
    await expectNoCardKept(visitor)
    if (route !== null)
      expect(
        passed.some(url => route.test(url)),
        passed.join('\n'),
      ).toBe(true)
    await expectOneCharge(database, { ...orderToPay, price })
  })
}

interface Discounted {
  readonly method: PaymentMethod
  readonly off: number
  readonly price: number
}

/** The discount of a method is said at the method, and is off the total once that is chosen (S-4.01, S-4.03). */
async function seesDiscount(visitor: Visitor, { method, off, price }: Discounted): Promise<void> {
  const { page, t } = visitor
  const tile = page.locator('label').filter({ has: page.locator(`[value="${method}"]`) })
  await expect(tile).toContainText(t('payment_method_discount', { price: t.price(off) }))
  await visitor.choosePayment(method)
  await expect(visitor.total()).toHaveText(t.price(price))
}

/**
 * Nothing that the browser stores for the store contains the number of a card (S-7.11). Every story checks what it
 * sends.
 */
async function expectNoCardKept({ page }: Visitor): Promise<void> {
  const kept = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      history.state,
      location.href,
    ]),
  )
  const cookies = JSON.stringify(await page.context().cookies(STACK.store))
  expect(cardNumbersIn(kept + cookies)).toEqual([])
}

/** The required methods of each site; `free` pays an order of nothing, and no site lists it (D-55). */
const METHODS: Readonly<Record<string, readonly PaymentMethod[]>> = {
  'lab-exhibition': ['gmo', 'gmo_3ds'],
  demo: WAYS.map(([, { method }]) => method),
  ruins: ['gmo_3ds', 'gmo_paypay'],
  izura: ['gmo_3ds', 'gmo_paypay'],
  cancanfactory: ['stripe_secure'],
  mori: ['adyen_credit', 'adyen_alipay', 'adyen_we_chat_pay'],
  softbank: ['softbank_credit', 'softbank_3ds', 'softbank_alipay', 'softbank_paypay'],
  nishinippon: ['gmo_3ds', 'd_pay'],
  nagai: ['gmo_3ds', 'gmo_d_pay'],
  'azabudai-borderless': ['adyen_credit', 'stripe_secure', 'gmo_apple_pay'],
  okinawa: ['gmo_3ds', 'alipay'],
  gaprao: ['gmo'],
  opam: ['gmo_3ds'],
  ishikawa: ['gmo_3ds'],
  boc: ['stripe'],
}

test('each site lists exactly its own payment methods (R-1.06, R-7.09)', async ({ request }) => {
  for (const key of SITE_KEYS) {
    const response = await request.get(`${STACK.store}${getPaymentMethods.path}?lang=ja&channel=web`, {
      headers: { host: new URL(originOf(key)).host },
    })
    const rows: { payment_method_type: string }[] = await response.json()
    const listed = rows.map(({ payment_method_type: type }) => type)
    expect(listed.toSorted(), key).toEqual(METHODS[key]?.toSorted())
  }
})
