import { describe, expect, test } from 'vitest'
import * as v from 'valibot'

import { byCard, call, ledgerOf, REFERENCE } from '../../test/adyen-calls.ts'
import { running } from '../../test/running.ts'
import { encryptTestCard } from './encrypt-test-card.ts'

describe('payments', () => {
  test('a card is authorised at once, with every field of the answer', async () => {
    const simulators = await running()
    const { status, body } = await call(simulators.url, '/payments', await byCard(simulators.url, '1112'))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      resultCode: 'Authorised',
      merchantReference: REFERENCE,
      amount: { value: 3200, currency: 'JPY' },
    })
    expect(body['pspReference']).toMatch(/^[A-Z]{16}$/)
    expect(await ledgerOf(simulators)).toEqual([['authorized', 3200]])
  })

  test('without manualCapture the money is captured at once', async () => {
    const simulators = await running()
    await call(simulators.url, '/payments', await byCard(simulators.url, '1112', { additionalData: {} }))
    expect(await ledgerOf(simulators)).toEqual([
      ['authorized', 3200],
      ['captured', 3200],
    ])
  })

  test('a challenge is native unless the store says otherwise', async () => {
    const { url } = await running()
    const native = await byCard(url, '3220', { authenticationData: undefined })
    expect((await call(url, '/payments', native)).body).toMatchObject({
      resultCode: 'IdentifyShopper',
      action: { type: 'threeDS2' },
    })
    expect((await call(url, '/payments', await byCard(url, '3220'))).body).toMatchObject({
      resultCode: 'RedirectShopper',
      action: { type: 'redirect', method: 'GET' },
    })
  })

  test('the same key is executed once; another request under it is refused', async () => {
    const simulators = await running()
    const request = await byCard(simulators.url, '1112')
    const first = await call(simulators.url, '/payments', request, 'key-1')
    const second = await call(simulators.url, '/payments', request, 'key-1')
    expect(second.body).toEqual(first.body)
    expect(await ledgerOf(simulators)).toHaveLength(1)
    const other = { ...request, returnUrl: 'http://localhost:3000/other' }
    expect((await call(simulators.url, '/payments', other, 'key-1')).status).toBe(422)
  })

  test('a transient error leaves the key free', async () => {
    const { url } = await running()
    const busy = await call(url, '/payments', await byCard(url, '0119'), 'key-1')
    expect(busy.status).toBe(500)
    expect(busy.headers.get('transient-error')).toBe('true')
    expect((await call(url, '/payments', await byCard(url, '1112'), 'key-1')).status).toBe(200)
  })

  test.each([
    ['an unknown card', { paymentMethod: { type: 'scheme', ...card('unknown') } }, 422, '101'],
    ['no browser', { browserInfo: undefined }, 422, '14_004'],
    ['a foreign merchant', { merchantAccount: 'Other' }, 403, '901'],
    ['a currency that it has no contract for', { amount: { value: 1, currency: 'USD' } }, 422, '14_004'],
  ])('%s is refused', async (...[, change, status, errorCode]) => {
    const { url } = await running()
    const answered = await call(url, '/payments', await byCard(url, '1112', change))
    expect(answered).toMatchObject({ status, body: { errorCode } })
  })

  test('a wrong key is refused', async () => {
    const { url } = await running()
    const response = await fetch(`${url}/adyen/v72/payments`, { method: 'POST' })
    expect(response.status).toBe(401)
  })
})

function card(blob: string) {
  return {
    encryptedCardNumber: blob,
    encryptedExpiryMonth: blob,
    encryptedExpiryYear: blob,
    encryptedSecurityCode: blob,
  }
}

describe('cards', () => {
  test('are accepted from the page with the fields alone', async () => {
    const { url } = await running()
    const response = await fetch(`${url}/adyen/cards`, {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
      body: JSON.stringify({ number: '4000000000001112', month: '12', year: '30', code: '123' }),
    })
    expect(response.status).toBe(422)
  })

  test('become texts without a digit (S-7.11)', async () => {
    const { url } = await running()
    const { brand, type: _, ...encrypted } = await encryptTestCard(url, '1112')
    expect(brand).toBe('visa')
    for (const text of Object.values(encrypted)) expect(text).toMatch(/^adyenjs_[A-Z]+==$/)
  })
})

describe('the way back', () => {
  async function answered(url: string, page: string, answer: string): Promise<URL> {
    const response = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ answer }),
      redirect: 'manual',
    })
    return new URL(response.headers.get('location') ?? url)
  }

  test('adds one long field, encoded once, to the address of the store', async () => {
    const { url } = await running()
    const { body } = await call(url, '/payments', await byCard(url, '3220'))
    const { action } = v.parse(v.object({ action: v.object({ url: v.string() }) }), body)
    const back = await answered(url, action.url, 'authenticate')
    expect(back.searchParams.get('own')).toBe('1')
    const redirectResult = back.searchParams.get('redirectResult')!
    expect(redirectResult.length).toBeGreaterThan(2000)
    const twice = decodeURIComponent(redirectResult)
    expect((await call(url, '/payments/details', { details: { redirectResult: twice } })).status).toBe(422)
    expect((await call(url, '/payments/details', { details: { redirectResult } })).body).toMatchObject({
      resultCode: 'Authorised',
      merchantReference: REFERENCE,
    })
    // A second press gives the same way back.
    expect((await answered(url, action.url, 'fail')).href).toBe(back.href)
  })

  test('nothing is charged before the store submits it', async () => {
    const simulators = await running()
    const { body } = await call(simulators.url, '/payments', await byCard(simulators.url, '3220'))
    const { action } = v.parse(v.object({ action: v.object({ url: v.string() }) }), body)
    await answered(simulators.url, action.url, 'authenticate')
    expect(await ledgerOf(simulators)).toEqual([])
  })
})
