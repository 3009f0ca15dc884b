import { describe, expect, test } from 'vitest'

import { HttpClientException } from './library-classes.ts'
import { NotSent, readAdyenError } from './adyen-failure.ts'
import { readAnswer } from './read-answer.ts'

const ATTEMPT = {
  attemptId: '7d0c8f3e-58a4-4b0e-9a3c-0d3c3f1f5a11',
  providerOrderRef: 'ref1',
  method: 'adyen_credit',
  amount: { currency: 'JPY', minor: 3200 },
  taxAmount: 290,
  secondsLeft: 840,
  refs: {},
} as const
const VALID_UNTIL = '2026-12-01T09:00:00+09:00'
const AUTHORISED = {
  resultCode: 'Authorised',
  pspReference: 'PSP',
  merchantReference: 'ref1',
  amount: { value: 3200, currency: 'JPY' },
}
const read = (answer: unknown) => readAnswer(answer, ATTEMPT, { validUntil: VALID_UNTIL })

describe('an answer of Adyen', () => {
  test('a success is compared with the requested amount (S-7.10)', () => {
    expect(read(AUTHORISED)).toMatchObject({ kind: 'authorized' })
    expect(read({ ...AUTHORISED, amount: { value: 3201, currency: 'JPY' } }).kind).toBe('mismatch')
    expect(read({ ...AUTHORISED, amount: { value: 3200, currency: 'USD' } }).kind).toBe('mismatch')
    expect(
      read({ ...AUTHORISED, resultCode: 'PartiallyAuthorised', amount: { value: 1, currency: 'JPY' } }).kind,
    ).toBe('mismatch')
    expect(read({ ...AUTHORISED, merchantReference: 'ref2' }).kind).toBe('unknown')
  })

  test.each(['amount', 'merchantReference', 'pspReference'])(
    'a success without its %s waits for the webhook event',
    name => {
      expect(read({ ...AUTHORISED, [name]: undefined }).kind).toBe('pending')
    },
  )

  test('a redirect by POST is a form', () => {
    const action = {
      type: 'redirect',
      method: 'POST',
      url: 'https://a.example/',
      data: { MD: '1', PaReq: 'é' },
    }
    expect(read({ resultCode: 'RedirectShopper', action })).toMatchObject({
      kind: 'action_required',
      step: {
        kind: 'form',
        url: 'https://a.example/',
        charset: 'UTF-8',
        fields: [
          ['MD', '1'],
          ['PaReq', 'é'],
        ],
      },
    })
  })

  test.each([
    ['2026-11-30T23:50:00Z', '2026-12-01T08:50:00+09:00'],
    ['2026-12-01T01:00:00Z', VALID_UNTIL],
    [undefined, VALID_UNTIL],
    ['soon', VALID_UNTIL],
  ])('a code that expires at %s is shown until %s (S-7.13)', (expiresAt, shown) => {
    const action = { type: 'qrCode', qrCodeData: 'weixin://1', expiresAt }
    expect(read({ resultCode: 'Pending', action })).toMatchObject({
      step: { kind: 'qr', code: 'weixin://1', expiresAt: shown },
    })
  })

  test.each([
    [{ resultCode: 'Pending' }, 'pending'],
    [{ resultCode: 'Received' }, 'pending'],
    [{ resultCode: 'Refused', refusalReasonCode: '2' }, 'failed'],
    [{ resultCode: 'Cancelled' }, 'failed'],
    [{ resultCode: 'Error' }, 'failed'],
    [{ resultCode: 'IdentifyShopper', action: { type: 'threeDS2' } }, 'unknown'],
    [{ resultCode: 'RedirectShopper', action: { type: 'redirect', url: 'javascript:alert(1)' } }, 'unknown'],
    [{ resultCode: 'AuthenticationFinished' }, 'unknown'],
    [{}, 'unknown'],
    ['', 'unknown'],
  ])('%j: %s', (answer, kind) => {
    expect(read(answer).kind).toBe(kind)
  })
})

describe('an error of a call', () => {
  const http = (statusCode: number, more: object = {}) =>
    readAdyenError(new HttpClientException({ message: '', statusCode, ...more }))

  test.each([
    [http(401), 'configuration'],
    [http(403), 'configuration'],
    [http(429), 'provider_busy'],
    [http(422, { errorCode: '101' }), 'invalid_input'],
    [http(422, { errorCode: '130' }), 'configuration'],
    [http(500, { responseHeaders: { 'transient-error': 'true' } }), 'provider_busy'],
    [readAdyenError(new NotSent('ECONNREFUSED')), 'provider_busy'],
  ])('is a refusal when nothing was executed: %j', (failure, errorClass) => {
    expect(failure).toMatchObject({ kind: 'failed', error: { class: errorClass } })
  })

  test.each([
    http(500),
    http(502),
    http(302),
    http(422, { errorCode: '704' }),
    readAdyenError(new TypeError('terminated')),
    readAdyenError('what'),
  ])('leaves it unknown whether the request was executed: %j', failure => {
    expect(failure.kind).toBe('unknown')
  })

  test('never repeats what was sent', () => {
    expect(JSON.stringify(readAdyenError(new Error('secret of the body')))).not.toContain('secret')
  })
})
