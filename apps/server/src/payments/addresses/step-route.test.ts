import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { DRIVERS } from '../../../test/payment-methods/drivers.ts'
import { createShop, type MethodsShop } from '../../../test/shop/shop.ts'

let shop: MethodsShop

beforeAll(async () => {
  shop = await createShop({ payments: 'all' })
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())

const driverOf = (name: string) => DRIVERS.find(({ method }) => method === name)!

async function begin(method: string) {
  const order = await shop.orderFor(driverOf(method))
  const { body } = await shop.checkout(driverOf(method), order)
  return { order, body, number: String(body['payment_number']) }
}

const open = (number: string, host = 'localhost') =>
  shop.app.inject({ url: `/payment-step/${number}`, headers: { host } })

const unescaped = (text = '') =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** The fields that a browser would send. */
function formIn(html: string) {
  const [, action, charset] =
    /<form method="post" action="([^"]*)" accept-charset="([^"]*)">/.exec(html) ?? []
  const fields = Array.from(
    html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g),
    ([, name, value]) => [unescaped(name), unescaped(value)],
  )
  return { action_url: unescaped(action), charset, fields }
}

describe.each(['gmo_paypay', 'gmo_d_pay', 'softbank_paypay', 'softbank_alipay'])(
  'the page that sends the form of %s',
  method => {
    test('has the form of the answer, without a cookie, however often it is requested (R-7.55, R-7.56, R-7.66, R-7.67)', async () => {
      const { body, number } = await begin(method)
      const { action_url, charset, fields } = body
      expect(fields).not.toEqual([])
      for (const page of [await open(number), await open(number)])
        expect(formIn(page.body)).toEqual({ action_url, charset, fields })
    })

    test('may send its form wherever that is redirected, and may do nothing else (S-15.04)', async () => {
      const { body, number } = await begin(method)
      const { headers, body: html } = await open(number)
      const nonce = /<script nonce="([^"]+)">/.exec(html)?.[1]
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; ` +
          `form-action https: ${new URL(String(body['action_url'])).origin}; base-uri 'none'; frame-ancestors 'none'; ` +
          `require-trusted-types-for 'script'; trusted-types 'none'; report-uri /csp-reports; report-to csp`,
      )
      expect(headers['reporting-endpoints']).toBe('csp="/csp-reports"')
    })
  },
)

test('the page that sends a form is in the language of its order', async () => {
  const { order, number } = await begin('gmo_paypay')
  await shop.db.transaction(tx =>
    tx.updateTable('orders').set({ lang: 'th' }).where('id', '=', order.id).execute(),
  )
  const { body } = await open(number)
  expect(body).toContain('<html lang="th">')
  expect(body).toContain('กำลังไปที่หน้าชำระเงิน')
})

test('a value from the provider cannot break out of an attribute of the form', async () => {
  const { order, number } = await begin('gmo_paypay')
  const fields = [['"><script>alert(1)</script>', `'"><b>&amp;`]]
  const step = { kind: 'form', url: 'https://provider.example/?a=1&b="', charset: 'UTF-8', fields }
  await shop.db.transaction(tx =>
    tx
      .updateTable('payment_attempts')
      .set({ browser_step: JSON.stringify(step) })
      .where('order_id', '=', order.id)
      .execute(),
  )
  const { body } = await open(number)
  expect(formIn(body)).toEqual({ action_url: step.url, charset: 'UTF-8', fields })
  expect(body.match(/<script/g)).toHaveLength(1)
})

test('a request for a payment that waits for no form is redirected to the page that tells the result', async () => {
  const { order, body, number } = await begin('gmo_paypay')
  await shop.goOn(driverOf('gmo_paypay'), order, { answer: { status: 200, body } })
  const answer = await open(number)
  expect(answer.statusCode).toBe(303)
  expect(answer.headers['location']).toBe(
    `${shop.origin}/#/payment-callback/gmo_paypay/success?time_change=false&payment_number=${number}&lang=ja`,
  )
})

test.each([
  ['while something of ours is under way', { operation: 'resume' }],
  [
    'when its step is not a form',
    { browser_step: JSON.stringify({ kind: 'redirect', url: 'https://x.example' }) },
  ],
  ['when it has no step', { browser_step: null }],
])('a payment has no form to send %s', async (_name, columns) => {
  const { order, number } = await begin('gmo_paypay')
  await shop.db.transaction(tx =>
    tx.updateTable('payment_attempts').set(columns).where('order_id', '=', order.id).execute(),
  )
  const answer = await open(number)
  expect(answer.statusCode).toBe(303)
  expect(answer.headers['location']).toContain('/#/payment-callback/gmo_paypay/success?')
})

test('an unknown payment, and one of another site, has no form', async () => {
  const { number } = await begin('gmo_paypay')
  for (const answer of [
    await open('x'),
    await open(`${number.slice(0, 4)}${randomUUID().replaceAll('-', '').slice(0, 24)}`),
    await open(number, 'ruins.localhost'),
  ]) {
    expect(answer.statusCode).toBe(303)
    expect(answer.headers['location']).toMatch(/\/#\/error$/)
  }
})
