import { createHmac } from 'node:crypto'

import { describe, expect, test } from 'vitest'
import * as v from 'valibot'

import { byCard, call, ledgerOf, order, read, REFERENCE } from '../../test/adyen-calls.ts'
import { running } from '../../test/running.ts'
import { storeEndpoint } from '../../test/store-endpoint.ts'
import { HMAC_KEY } from './account.ts'

describe('operations are received, and reported later', () => {
  test('capture and refunds send signed webhooks until they are accepted', async () => {
    const store = await storeEndpoint([500, 'no', '[accepted]'])
    const simulators = await running({ storeUrl: store.url, noticeRetryMs: 10 })
    const { url } = simulators
    const { body } = await call(url, '/payments', await byCard(url, '1112'))
    await store.count(3)
    const path = `/payments/${String(body['pspReference'])}`
    const captured = await call(url, `${path}/captures`, {
      amount: order.amount,
      reference: `${REFERENCE}-c`,
    })
    expect(captured).toMatchObject({ status: 201, body: { status: 'received', reference: `${REFERENCE}-c` } })
    const part = { amount: { value: 3000, currency: 'JPY' } }
    await call(url, `${path}/refunds`, { ...part, reference: `${REFERENCE}-1` })
    await call(url, `${path}/refunds`, { ...part, reference: `${REFERENCE}-2` })
    const webhooks = (await store.count(6)).map(read)
    for (const { signature, text } of webhooks)
      expect(signature).toBe(createHmac('sha256', Buffer.from(HMAC_KEY, 'hex')).update(text).digest('base64'))
    expect(webhooks[2]).toMatchObject({
      eventCode: 'AUTHORISATION',
      success: 'true',
      merchantReference: REFERENCE,
    })
    const later = webhooks
      .slice(3)
      .map(({ eventCode, success, merchantReference, originalReference }) => [
        eventCode,
        success,
        merchantReference,
        originalReference === body['pspReference'],
      ])
    expect(later).toEqual(
      expect.arrayContaining([
        ['CAPTURE', 'true', `${REFERENCE}-c`, true],
        ['REFUND', 'true', `${REFERENCE}-1`, true],
        ['REFUND', 'false', `${REFERENCE}-2`, true],
      ]),
    )
    expect(await ledgerOf(simulators)).toEqual([
      ['authorized', 3200],
      ['captured', 3200],
      ['refunded', 3000],
    ])
  })

  test('a payment is cancelled once, by number or by reference; an unknown one cannot be', async () => {
    const store = await storeEndpoint(['[accepted]'])
    const simulators = await running({ storeUrl: store.url })
    const { url } = simulators
    await call(url, '/payments', await byCard(url, '1112'))
    expect((await call(url, '/cancels', { paymentReference: REFERENCE })).body).toMatchObject({
      status: 'received',
    })
    await call(url, '/cancels', { paymentReference: REFERENCE })
    await call(url, '/cancels', { paymentReference: 'nobody' })
    const webhooks = (await store.count(4))
      .map(read)
      .map(one => `${String(one['eventCode'])} ${String(one['success'])}`)
    expect(webhooks.toSorted()).toEqual([
      'AUTHORISATION true',
      'TECHNICAL_CANCEL false',
      'TECHNICAL_CANCEL false',
      'TECHNICAL_CANCEL true',
    ])
    expect(await ledgerOf(simulators)).toEqual([
      ['authorized', 3200],
      ['voided', 3200],
    ])
    expect((await call(url, '/payments/NOBODY/cancels', {})).status).toBe(422)
  })

  test('records are kept over a restart', async () => {
    const first = await running()
    const { body } = await call(first.url, '/payments', await byCard(first.url, '1112'), 'key-1')
    const second = await first.restart()
    const path = `/payments/${String(body['pspReference'])}/captures`
    expect((await call(second.url, path, { amount: order.amount })).status).toBe(201)
    expect(await ledgerOf(second)).toHaveLength(2)
  })
})

describe('wallets', () => {
  test('Alipay is charged on its page, and reported even when nobody comes back', async () => {
    const store = await storeEndpoint(['[accepted]'])
    const simulators = await running({ storeUrl: store.url })
    const { url } = simulators
    const { body } = await call(url, '/payments', { ...order, paymentMethod: { type: 'alipay' } })
    const { action } = v.parse(v.object({ action: v.object({ url: v.string() }) }), body)
    const page = await (await fetch(action.url)).text()
    expect(page).toContain('TEST')
    expect(page).toContain('3,200')
    const gone = await fetch(action.url, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'pay_no_return' }),
    })
    expect(gone.status).toBe(204)
    expect((await store.count(1)).map(read)[0]).toMatchObject({
      eventCode: 'AUTHORISATION',
      success: 'true',
      paymentMethod: 'alipay',
    })
    expect(await ledgerOf(simulators)).toEqual([
      ['authorized', 3200],
      ['captured', 3200],
    ])
  })

  test('a WeChat code opens a page that can be paid once, until the offer expires', async () => {
    const simulators = await running()
    const { url } = simulators
    const validity = new Date(Date.now() + 60_000).toISOString()
    const wechat = { ...order, paymentMethod: { type: 'wechatpayQR' }, sessionValidity: validity }
    const codes = await Promise.all(
      ['a', 'b'].map(async reference => {
        const { body } = await call(url, '/payments', { ...wechat, reference })
        expect(body['resultCode']).toBe('Pending')
        return v.parse(v.object({ action: v.object({ qrCodeData: v.string() }) }), body).action.qrCodeData
      }),
    )
    const pay = (code: string) =>
      fetch(code, { method: 'POST', body: new URLSearchParams({ answer: 'pay' }), redirect: 'manual' })
    await pay(codes[0]!)
    await pay(codes[0]!)
    await fetch(`${url}/_sim/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ahead_seconds: 61 }),
    })
    await pay(codes[1]!)
    expect(await ledgerOf(simulators)).toEqual([
      ['authorized', 3200],
      ['captured', 3200],
    ])
  })
})
