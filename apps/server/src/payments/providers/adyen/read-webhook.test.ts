import { createHmac } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { providerOrderRefOf } from '../../port/order-ref.ts'
import type { ProviderEvent } from '../../port/port.ts'
import { adyenAccountOf } from './adyen-account.ts'
import { readWebhook } from './read-webhook.ts'

const KEY = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00'
const ACCOUNT = adyenAccountOf({
  ADYEN_API_KEY: 'AQE',
  ADYEN_MERCHANT_ACCOUNT: 'KippuECOM',
  ADYEN_CLIENT_KEY: 'test_1',
  ADYEN_HMAC_KEY: KEY,
  ADYEN_ENVIRONMENT: 'test',
})!
const ATTEMPT = '7d0c8f3e-58a4-4b0e-9a3c-0d3c3f1f5a11'
const REF = providerOrderRefOf(ATTEMPT)

const ITEM = {
  pspReference: 'QWERTYUIOPASDFGH',
  originalReference: '',
  merchantAccountCode: 'KippuECOM',
  merchantReference: REF,
  amount: { value: 3200, currency: 'JPY' },
  eventCode: 'AUTHORISATION',
  eventDate: '2026-12-01T09:00:00+01:00',
  success: 'true',
  reason: '033899:1112:10/2030',
  paymentMethod: 'visa',
}
type Item = typeof ITEM & { additionalData?: Record<string, string> }

function signed(item: Item): object {
  const text = [
    item.pspReference,
    item.originalReference,
    item.merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':')
  const hmacSignature = createHmac('sha256', Buffer.from(KEY, 'hex')).update(text).digest('base64')
  return { NotificationRequestItem: { ...item, additionalData: { ...item.additionalData, hmacSignature } } }
}

function read(content: unknown) {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
  return readWebhook(ACCOUNT, { header: () => undefined, body, path: '', key: undefined })
}

function eventOf(change: Partial<Item>, live = 'false'): ProviderEvent {
  return read({ live, notificationItems: [signed({ ...ITEM, ...change })] })!.events[0]!
}

describe('a webhook of Adyen (S-7.07)', () => {
  test('is accepted when it is signed, and gets the reply that Adyen expects', () => {
    const notification = read({ live: 'false', notificationItems: [signed(ITEM)] })
    expect(notification).toEqual({
      events: [
        {
          dedupeKey: 'QWERTYUIOPASDFGH:AUTHORISATION:true',
          attemptId: ATTEMPT,
          refs: { fact_authorised: 'QWERTYUIOPASDFGH 3200 JPY' },
          hint: 'authorized',
          payload: {
            eventCode: 'AUTHORISATION',
            success: 'true',
            pspReference: 'QWERTYUIOPASDFGH',
            originalReference: '',
          },
        },
      ],
      stored: { status: 200, contentType: 'text/plain', body: '[accepted]' },
      failed: { status: 500, contentType: 'text/plain', body: 'not stored' },
    })
  })

  test('is verified as Adyen’s own libraries verify it', () => {
    const item = {
      pspReference: 'pspReference',
      originalReference: 'originalReference',
      merchantAccountCode: 'merchantAccount',
      merchantReference: 'reference',
      amount: { value: 1000, currency: 'EUR' },
      eventCode: 'EVENT',
      success: 'true',
      additionalData: { hmacSignature: 'ipnxGCaUZ4l8TUW75a71/ghd2Fe5ffvX0pV4TLTntIc=' },
    }
    expect(read({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] })).toBeDefined()
  })

  test('keeps no card data', () => {
    expect(JSON.stringify(eventOf({}))).not.toContain('1112')
  })

  test.each([
    ['amount', { amount: { value: 1, currency: 'JPY' } }],
    ['reference', { merchantReference: providerOrderRefOf('11111111-1111-4111-8111-111111111111') }],
    ['success', { success: 'false' }],
    ['event', { eventCode: 'REFUND' }],
    ['account', { merchantAccountCode: 'OtherECOM' }],
    ['number', { pspReference: 'OTHER' }],
  ])('is refused when its %s was changed', (_what, change) => {
    const original = signed(ITEM) as { NotificationRequestItem: object }
    const forged = { NotificationRequestItem: { ...original.NotificationRequestItem, ...change } }
    expect(read({ live: 'false', notificationItems: [forged] })).toBeUndefined()
  })

  test('is refused as a whole when one of its items is unsigned', () => {
    const unsigned = { NotificationRequestItem: { ...ITEM, additionalData: {} } }
    const wrong = { NotificationRequestItem: { ...ITEM, additionalData: { hmacSignature: 'AAAA' } } }
    for (const item of [unsigned, wrong])
      expect(read({ live: 'false', notificationItems: [signed(ITEM), item] })).toBeUndefined()
  })

  test.each(['', '{}', '[]', 'null', '{"live":"false","notificationItems":[]}'])(
    '%j is not a webhook',
    content => {
      expect(read(content)).toBeUndefined()
    },
  )

  test.each([
    ['another merchant account', { merchantAccountCode: 'OtherECOM' }, 'false'],
    ['the live environment', {}, 'true'],
    ['a payment that is none of ours', { merchantReference: 'order 17' }, 'false'],
  ])('about %s is accepted and changes no payment', (_what, change, live) => {
    expect(eventOf(change, live).attemptId).toBeUndefined()
  })
})

describe('what a webhook event tells', () => {
  test.each([
    ['AUTHORISATION', 'true', { paymentMethod: 'alipay' }, 'fact_authorised', 'captured'],
    ['AUTHORISATION', 'true', { paymentMethod: 'wechatpayQR' }, 'fact_authorised', 'captured'],
    ['OFFER_CLOSED', 'true', {}, 'fact_closed', 'failed'],
    ['EXPIRE', 'true', {}, 'fact_expired', 'settled'],
    ['CAPTURE', 'true', {}, 'fact_captured', 'settled'],
    ['CAPTURE', 'false', {}, 'fact_capture_failed', 'settled'],
    ['CAPTURE_FAILED', 'true', {}, 'fact_capture_failed', 'settled'],
    ['CANCELLATION', 'true', {}, 'fact_cancelled', 'settled'],
    ['CANCELLATION', 'false', {}, 'fact_cancel_failed', 'settled'],
    ['TECHNICAL_CANCEL', 'true', {}, 'fact_cancelled', 'settled'],
    ['TECHNICAL_CANCEL', 'false', {}, 'fact_fence_failed', 'settled'],
    ['CANCEL_OR_REFUND', 'true', {}, 'fact_cancelled', 'settled'],
    [
      'CANCEL_OR_REFUND',
      'true',
      { additionalData: { 'modification.action': 'refund' } },
      'fact_refunded_QWERTYUIOPASDFGH',
      'settled',
    ],
    ['REFUND', 'true', { merchantReference: `${REF}-refund-one` }, 'fact_refunded_refund-one', 'settled'],
    ['REFUND', 'true', {}, 'fact_refunded_QWERTYUIOPASDFGH', 'settled'],
    [
      'REFUND',
      'false',
      { merchantReference: `${REF}-refund-one` },
      'fact_refund_failed_refund-one',
      'settled',
    ],
    [
      'REFUND_FAILED',
      'true',
      { merchantReference: `${REF}-refund-one` },
      'fact_refund_failed_refund-one',
      'settled',
    ],
  ])('%s %s', (...[eventCode, success, change, name, hint]) => {
    const event = eventOf({ ...change, eventCode, success })
    expect(event).toMatchObject({ attemptId: ATTEMPT, hint })
    expect(event.refs).toEqual({ [name]: 'QWERTYUIOPASDFGH 3200 JPY' })
  })

  test('a refusal with its reason, with the code that belongs to the text', () => {
    const event = eventOf({ success: 'false', reason: '3D Not Authenticated' })
    expect(event).toMatchObject({ hint: 'failed', refs: { fact_refused: 'Refused 11' } })
    expect(eventOf({ success: 'false', reason: 'whatever' }).refs).toEqual({ fact_refused: 'Refused' })
  })

  test.each(['PENDING', 'REPORT_AVAILABLE'])('%s changes nothing', eventCode => {
    expect(eventOf({ eventCode })).toMatchObject({ hint: 'other', refs: {}, attemptId: ATTEMPT })
  })

  test.each(['CAPTURE_FAILED', 'REFUND_FAILED'])('%s is for a person: it reverses what was done', eventCode =>
    expect(eventOf({ eventCode })).toMatchObject({ undoes: true }),
  )

  test.each(['REQUEST_FOR_INFORMATION', 'NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', 'SECOND_CHARGEBACK'])(
    '%s is a dispute',
    eventCode => {
      const { dispute, payload } = eventOf({ eventCode })
      expect([dispute, payload['eventCode']]).toEqual([payload['pspReference'], eventCode])
    },
  )
})
