import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { running, type RunningSimulators } from '../../test/running.ts'
import { storeEndpoint } from '../../test/store-endpoint.ts'
import { CLIENT_ID, openAlipayKeys } from './account.ts'
import { isSigned, signatureOf } from './signature.ts'

/** The order reference of this attempt: its UUID in base 36. */
const ATTEMPT = '7d0c8f3e-58a4-4b0e-9a3c-0d3c3f1f5a11'
const ORDER = BigInt(`0x${ATTEMPT.replaceAll('-', '')}`).toString(36)

interface SignedAnswer {
  readonly result: { readonly resultStatus: string; readonly resultCode: string }
  readonly [field: string]: unknown
}

/** Sends a call as the store signs it, and checks the signature of the answer. */
async function call(
  simulators: RunningSimulators,
  name: string,
  request: object,
  key?: string,
): Promise<SignedAnswer> {
  const keys = openAlipayKeys(join(simulators.dataDir, 'simulators'))
  const path = `/ams/api/v1/payments/${name}`
  const time = new Date().toISOString()
  const body = JSON.stringify(request)
  const signature = signatureOf({ path, clientId: CLIENT_ID, time, body }, key ?? keys.store.privateKey)
  const response = await fetch(`${simulators.url}/alipay${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'client-id': CLIENT_ID, 'request-time': time, signature },
    body,
  })
  const text = await response.text()
  const signed = { path, clientId: CLIENT_ID, time: response.headers.get('response-time') ?? '', body: text }
  expect(isSigned(signed, response.headers.get('signature') ?? '', keys.alipay.publicKey)).toBe(true)
  return JSON.parse(text)
}

const amount = { currency: 'JPY', value: '3200' }

function payRequest(notifyUrl = 'http://localhost:3000/payment-webhooks/alipay') {
  return {
    productCode: 'CASHIER_PAYMENT',
    paymentRequestId: ORDER,
    order: { referenceOrderId: ORDER, orderDescription: 'Digital Forest', orderAmount: amount },
    paymentAmount: amount,
    paymentMethod: { paymentMethodType: 'ALIPAY_CN' },
    paymentExpiryTime: new Date(Date.now() + 600_000).toISOString(),
    paymentRedirectUrl: 'http://localhost:3000/payment-return/alipay/pay_1/ret_1',
    paymentNotifyUrl: notifyUrl,
    env: { terminalType: 'WEB' },
  }
}

async function openPage(simulators: RunningSimulators, notifyUrl?: string): Promise<string> {
  const opened = await call(simulators, 'pay', payRequest(notifyUrl))
  expect(opened.result).toMatchObject({ resultStatus: 'U', resultCode: 'PAYMENT_IN_PROCESS' })
  return String(opened['normalUrl'])
}

const answer = (page: string, given: string) =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ answer: given }), redirect: 'manual' })

const inquire = async (simulators: RunningSimulators) =>
  (await call(simulators, 'inquiryPayment', { paymentRequestId: ORDER }))['paymentStatus']

describe('Alipay', () => {
  test('shows the merchant and the amount, and captures the money once', async () => {
    const simulators = await running()
    const page = await openPage(simulators)
    const shown = await (await fetch(page)).text()
    for (const words of ['TEST', 'Digital Forest', '¥3,200', 'テスト・請求はありません'])
      expect(shown).toContain(words)
    for (const _ of [1, 2]) {
      const answered = await answer(page, 'pay')
      expect(answered.status).toBe(303)
      expect(answered.headers.get('location')).toBe(payRequest().paymentRedirectUrl)
    }
    expect(await (await fetch(page)).text()).toContain('already done')
    const ledger = await (await fetch(`${simulators.url}/_sim/ledger?attempt_id=${ATTEMPT}`)).json()
    expect(ledger).toMatchObject({ totals: { [ATTEMPT]: { captured: 3200, net: 3200 } } })
  })

  test('keeps its records over a restart', async () => {
    const first = await running()
    const page = await openPage(first)
    const second = await first.restart()
    await answer(page.replace(first.url, second.url), 'pay')
    const third = await second.restart()
    expect(await inquire(third)).toBe('SUCCESS')
  })

  test('refuses a call that the store has not signed', async () => {
    const simulators = await running()
    const { alipay } = openAlipayKeys(join(simulators.dataDir, 'simulators'))
    const refused = await call(simulators, 'pay', payRequest(), alipay.privateKey)
    expect(refused.result).toMatchObject({ resultStatus: 'F', resultCode: 'INVALID_SIGNATURE' })
  })

  test('refuses another amount under the same reference, and a malformed request', async () => {
    const simulators = await running()
    await openPage(simulators)
    const other = { ...payRequest(), paymentAmount: { currency: 'JPY', value: '3300' } }
    expect((await call(simulators, 'pay', other)).result.resultCode).toBe('REPEAT_REQ_INCONSISTENT')
    const dollars = { ...payRequest(), paymentAmount: { currency: 'USD', value: '3200' } }
    expect((await call(simulators, 'pay', dollars)).result.resultCode).toBe('PARAM_ILLEGAL')
  })

  test('sends a signed notice until it is acknowledged', async () => {
    const store = await storeEndpoint([500, '{"result":{"resultStatus":"S"}}'])
    const simulators = await running({ storeUrl: store.url, noticeRetryMs: 20 })
    await answer(await openPage(simulators, `${store.url}/payment-webhooks/alipay`), 'fail')
    const [first, second] = await store.count(2)
    expect(second?.body).toBe(first?.body)
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      notifyType: 'PAYMENT_RESULT',
      result: { resultStatus: 'F', resultCode: 'USER_BALANCE_NOT_ENOUGH' },
      paymentRequestId: ORDER,
    })
  })

  test('keeps its keys in the data folder, readable by nobody else', async () => {
    const simulators = await running()
    const path = join(simulators.dataDir, 'simulators', 'alipay-keys.json')
    expect(statSync(path).mode & 0o077).toBe(0)
    const { store } = JSON.parse(readFileSync(path, 'utf8'))
    expect(simulators.accounts['alipay']?.['ALIPAY_PRIVATE_KEY']).toBe(store.privateKey)
  })
})
