import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { beforeEach, expect, test } from 'vitest'

import { ApiError } from '../../../api/api-error.ts'
import { checkout } from '@kippu/contract/payments'
import { openSession, useSession } from '../../../session/session.ts'
import { forgetRefusedData } from './forget-refused-data.ts'
import { collectedDataOf, dataWithoutForm, saveCollected, saveMethod } from './payment-data.ts'

const card = { brand: 'visa', last4: '1112' }
const GMO = { payment_method_type: 'gmo', token: 'tok_1' } as const
const ADYEN = {
  payment_method_type: 'adyen_credit',
  payment_method: {
    type: 'scheme',
    encryptedCardNumber: 'e1',
    encryptedExpiryMonth: 'e2',
    encryptedExpiryYear: 'e3',
    encryptedSecurityCode: 'e4',
  },
} as const

beforeEach(async () => {
  sessionStorage.clear()
  await openSession('demo')
})

const saved = () => useSession.getState().savedPayment!
const refusal = (error: string): ApiError =>
  new ApiError({ call: checkout, kind: 'refused', status: 400, body: { error } })

test('a token that is valid once is there after a reload, until it is used (R-3.65, R-4.09)', async () => {
  saveCollected('order', { paymentData: GMO, card })
  await openSession('demo')
  expect(collectedDataOf(saved())).toEqual(GMO)
})

test('a refused payment leaves no token: the method stays chosen, and the visitor enters the card again (R-8.12)', () => {
  saveCollected('order', { paymentData: GMO, card })
  forgetRefusedData(refusal('payment_api_failure'), 'order')
  expect(saved()).toEqual({ paymentMethodType: 'gmo', paymentData: null, card: null })
  expect(sessionStorage.getItem('demo:savedPayment')).not.toContain('tok_1')
})

test.each(['price changed', 'ticket not on sale now'])('%s is not a refusal of the card', error => {
  saveCollected('order', { paymentData: GMO, card })
  forgetRefusedData(refusal(error), 'order')
  expect(collectedDataOf(saved())).toEqual(GMO)
})

test('a security code is not stored even encrypted: the fields of Adyen are in memory alone', () => {
  saveCollected('order', { paymentData: ADYEN, card })
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('e4')
  expect(collectedDataOf(saved())).toEqual(ADYEN)
  forgetRefusedData(refusal('payment_api_failure'), 'order')
  expect(collectedDataOf(saved())).toBeNull()
})

test('data in memory belongs to the method that was saved last', () => {
  saveCollected('order', { paymentData: ADYEN, card })
  saveMethod('order', 'gmo_apple_pay')
  expect(collectedDataOf({ paymentMethodType: 'adyen_credit', paymentData: null, card: null })).toBeNull()
  expect(saved().paymentMethodType).toBe('gmo_apple_pay')
})

test('nine of the seventeen methods have no form (R-7.70)', () => {
  const plain = PAYMENT_METHODS.filter(method => dataWithoutForm(method) !== null)
  expect(PAYMENT_METHODS).toHaveLength(17)
  expect(plain).toEqual([
    'gmo_paypay',
    'gmo_d_pay',
    'adyen_alipay',
    'adyen_we_chat_pay',
    'alipay',
    'softbank_alipay',
    'softbank_paypay',
    'd_pay',
    'free',
  ])
})
