import { expect, test } from 'vitest'

import {
  CARD_WAYS,
  METHOD_KINDS,
  methodsOf,
  methodsPaidBy,
  PAYMENT_METHODS,
  PAYMENT_PROVIDERS,
  SITE_PAYMENT_METHODS,
  WAYS_WITHOUT_FORM,
} from './payment-method.ts'

test('the methods are these seventeen (R-7.53–7.70)', () => {
  expect(PAYMENT_METHODS).toEqual([
    'gmo',
    'gmo_3ds',
    'gmo_paypay',
    'gmo_d_pay',
    'gmo_apple_pay',
    'adyen_credit',
    'adyen_alipay',
    'adyen_we_chat_pay',
    'alipay',
    'stripe',
    'stripe_secure',
    'softbank_credit',
    'softbank_3ds',
    'softbank_alipay',
    'softbank_paypay',
    'd_pay',
    'free',
  ])
})

test('a site may list every method but `free` (R-7.09, D-55)', () => {
  expect([...SITE_PAYMENT_METHODS, 'free']).toEqual(PAYMENT_METHODS)
})

test('every method belongs to one provider', () => {
  expect(PAYMENT_PROVIDERS.flatMap(provider => methodsOf(provider)).toSorted()).toEqual(
    PAYMENT_METHODS.toSorted(),
  )
  expect(methodsOf('adyen')).toEqual(['adyen_credit', 'adyen_alipay', 'adyen_we_chat_pay'])
})

test('a method is paid by a card, without a form, or by the sheet of Apple Pay (R-7.25)', () => {
  const ways = [CARD_WAYS, WAYS_WITHOUT_FORM, ['apple_pay'] as const]
  expect(ways.flatMap(some => methodsPaidBy(some)).toSorted()).toEqual(PAYMENT_METHODS.toSorted())
  expect(methodsPaidBy(['gmo_card'])).toEqual(['gmo', 'gmo_3ds'])
})

test('an issuer is asked for cards alone, and a card that asks none comes back to the page of all methods (R-2.25, R-2.27–31)', () => {
  const asking = PAYMENT_METHODS.filter(method => METHOD_KINDS[method].usesThreeDSecure)
  expect(asking).toEqual(['gmo_3ds', 'adyen_credit', 'stripe_secure', 'softbank_3ds'])
  const others = methodsPaidBy(CARD_WAYS).filter(method => !asking.includes(method))
  expect(others.map(method => METHOD_KINDS[method].callback)).toEqual(others.map(() => 'payment_callback'))
})
