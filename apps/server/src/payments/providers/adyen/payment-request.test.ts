import { describe, expect, test } from 'vitest'

import type { AttemptRef } from '../../port/port.ts'
import { paymentRequest } from './payment-request.ts'
import { operationReference, readReference, refundName } from './references.ts'
import { reasonCodeOf, refusalOf } from './refusal.ts'

const CARD = {
  type: 'scheme',
  encryptedCardNumber: 'n',
  encryptedExpiryMonth: 'm',
  encryptedExpiryYear: 'y',
  encryptedSecurityCode: 'c',
}
const BROWSER = {
  acceptHeader: '*/*',
  colorDepth: 24,
  javaEnabled: false,
  language: 'ja',
  screenHeight: 844,
  screenWidth: 390,
  timeZoneOffset: -540,
  userAgent: 'Phone',
}
const ATTEMPT: AttemptRef = {
  attemptId: '7d275299-f759-b4d0-7557-917a04c7e901',
  providerOrderRef: '7eqksimy04i7tqlz5ndf0ghkx',
  method: 'adyen_credit',
  amount: { currency: 'JPY', minor: 3200 },
  taxAmount: 290,
  secondsLeft: 840,
  refs: {
    lang: 'kr',
    browser_ip: '192.0.2.1',
    payment_method: JSON.stringify(CARD),
    browser_info: JSON.stringify(BROWSER),
  },
}
const TERMS = {
  merchantAccount: 'KippuECOM',
  returnUrl: 'https://tickets.example/payment-return/adyen/p/r',
  validUntil: '2026-12-01T09:00:00+09:00',
}

describe('the request of a payment', () => {
  test('by card: authenticated by redirect, captured by us', () => {
    expect(paymentRequest(ATTEMPT, TERMS)).toEqual({
      merchantAccount: 'KippuECOM',
      reference: '7eqksimy04i7tqlz5ndf0ghkx',
      amount: { value: 3200, currency: 'JPY' },
      channel: 'Web',
      returnUrl: TERMS.returnUrl,
      countryCode: 'JP',
      shopperLocale: 'ko-KR',
      shopperIP: '192.0.2.1',
      paymentMethod: CARD,
      browserInfo: BROWSER,
      shopperInteraction: 'Ecommerce',
      redirectFromIssuerMethod: 'GET',
      authenticationData: {
        attemptAuthentication: 'always',
        threeDSRequestData: { nativeThreeDS: 'disabled' },
      },
      additionalData: { manualCapture: 'true' },
    })
  })

  test('a browser that sends no browser data is described by its request headers', () => {
    const { browser_info: _, ...refs } = ATTEMPT.refs
    const attempt = { ...ATTEMPT, refs: { ...refs, browser_user_agent: 'UA', browser_accept: 'text/html' } }
    expect(paymentRequest(attempt, TERMS).browserInfo).toMatchObject({
      userAgent: 'UA',
      acceptHeader: 'text/html',
      language: 'ko-KR',
    })
  })

  test('a browser without headers is still described: Adyen accepts no empty fields', () => {
    const { browser_info: _, ...refs } = ATTEMPT.refs
    const attempt = { ...ATTEMPT, refs: { ...refs, browser_user_agent: '', browser_accept: '' } }
    expect(paymentRequest(attempt, TERMS).browserInfo).toMatchObject({
      userAgent: 'unknown',
      acceptHeader: '*/*',
    })
  })

  test.each([
    ['adyen_alipay', 'alipay'],
    ['adyen_we_chat_pay', 'wechatpayQR'],
  ] as const)('by %s: ends before our deadline (R-7.59, R-7.60)', (method, type) => {
    expect(paymentRequest({ ...ATTEMPT, method }, TERMS)).toMatchObject({
      paymentMethod: { type },
      sessionValidity: TERMS.validUntil,
    })
  })

  test('a card without its encrypted parts is not a card', () => {
    const refs = { payment_method: JSON.stringify({ ...CARD, encryptedCardNumber: undefined }) }
    expect(() => paymentRequest({ ...ATTEMPT, refs }, TERMS)).toThrow('encryptedCardNumber')
  })
})

describe('references', () => {
  test('of operations lead back to the attempt, and fit into 80 characters', () => {
    const operation = refundName(`${ATTEMPT.attemptId}:refund`)
    const reference = operationReference(ATTEMPT, operation)
    expect(reference.length).toBeLessThanOrEqual(80)
    expect(reference).not.toContain(':')
    const { attemptId } = ATTEMPT
    for (const name of ['capture', operation] as const)
      expect(readReference(operationReference(ATTEMPT, name))).toEqual({ attemptId, operation: name })
  })

  test.each(['', 'order 17', '-capture', 'ABC'])('%j is not one of ours', reference => {
    expect(readReference(reference)).toBeUndefined()
  })
})

describe('refusals (S-7.08, R-8.11)', () => {
  test.each([
    ['Refused', '2', 'declined', true],
    ['Refused', '11', 'authentication_failed', true],
    ['Refused', '12', 'declined', true],
    ['Refused', '6', 'invalid_input', true],
    ['Refused', '20', 'declined', false],
    ['Cancelled', '', 'cancelled', true],
    ['Error', '', 'provider_busy', true],
  ])('%s %s: %s', (resultCode, reason, errorClass, retryable) => {
    expect(refusalOf(resultCode, reason)).toMatchObject({ class: errorClass, retryable })
  })

  test('the text of a webhook event has the code of the answer', () => {
    expect(reasonCodeOf('FRAUD')).toBe('20')
    expect(reasonCodeOf('Shopper Cancelled')).toBe('16')
    expect(reasonCodeOf('anything else')).toBe('')
  })
})
