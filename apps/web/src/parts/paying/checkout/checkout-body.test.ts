// @vitest-environment node
import { paymentData } from '@kippu/contract/payment-data'
import type { PaymentData } from '@kippu/contract/payment-data'
import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import * as v from 'valibot'
import { expect, test } from 'vitest'

import { checkoutBodyOf } from './checkout-body.ts'

const encrypted = {
  encryptedCardNumber: 'eyJ1',
  encryptedExpiryMonth: 'eyJ2',
  encryptedExpiryYear: 'eyJ3',
  encryptedSecurityCode: 'eyJ4',
}

/** What is sent by one method; several have one shape. */
type DataOf<Method, Data = PaymentData> = Data extends { readonly payment_method_type: infer Own }
  ? Method extends Own
    ? Data
    : never
  : never

const COLLECTED: {
  readonly [Method in PaymentMethod]: Omit<DataOf<Method>, 'payment_method_type'>
} = {
  gmo: { token: 'tok_1' },
  gmo_3ds: { token: 'tok_1' },
  gmo_paypay: {},
  gmo_d_pay: {},
  gmo_apple_pay: { token: 'eyJ2ZXJzaW9uIjoiRUNfdjEifQ==' },
  adyen_credit: {
    payment_method: { type: 'scheme', ...encrypted, holderName: 'TARO YAMADA', brand: 'visa' },
  },
  adyen_alipay: {},
  adyen_we_chat_pay: {},
  alipay: {},
  stripe: { payment_method: 'pm_1' },
  stripe_secure: { payment_method: 'pm_1' },
  softbank_credit: { token: 't', token_key: 'k' },
  softbank_3ds: { token: 't', token_key: 'k', tds2_info_token: 't2', tds2_info_token_key: 'k2' },
  softbank_alipay: {},
  softbank_paypay: {},
  d_pay: {},
  free: {},
}

test.each(PAYMENT_METHODS)(
  'the request body for %s is one that the call accepts (R-7.25, R-7.53–70)',
  method => {
    const data = { payment_method_type: method, ...COLLECTED[method] } as PaymentData
    const body = checkoutBodyOf(data, { amount: 6400, fingerprint: undefined })
    expect(v.parse(paymentData, body)).toEqual({ ...data, expected_amount: 6400 })
  },
)

test('the answer of the fingerprint service is sent along (R-7.73)', () =>
  expect(checkoutBodyOf({ payment_method_type: 'alipay' }, { amount: 1, fingerprint: 'fp' })).toEqual({
    payment_method_type: 'alipay',
    expected_amount: 1,
    device_fingerprint: 'fp',
  }))
