import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { expect, test } from 'vitest'

import { callbackRouteOf } from './callback-route.ts'

const name = 'pay_1'
const step = { kind: 'three_ds', url: 'https://bank.example', md: 'md&1' } as const

test.each([
  ['gmo_3ds', `gmo3ds?time_change=false&payment_number=pay_1&md=md%261`],
  ['softbank_3ds', `sbps3ds?time_change=false&payment_number=pay_1&status=cancel`],
  ['gmo_paypay', `gmo_paypay/cancel?time_change=false&payment_number=pay_1`],
  ['stripe_secure', `stripe_secure/cancel?time_change=false&payment_number=pay_1`],
] as const)('the browser comes back from %s to a page of its own', (method, route) => {
  const attempt = { method, orderKind: 'visit', orderChannel: 'web', step, refs: {} } as const
  expect(callbackRouteOf({ attempt, name, hint: 'cancel' })).toBe(`/#/payment-callback/${route}`)
})

test.each(['adyen_credit', 'adyen_alipay', 'adyen_we_chat_pay'] as const)(
  'the browser comes back from %s to the page that knows the method',
  method => {
    const attempt = { method, orderKind: 'visit', orderChannel: 'web', step: null, refs: {} } as const
    expect(callbackRouteOf({ attempt, name, hint: 'success' })).toBe(
      `/#/adyen-callback?time_change=false&payment_number=pay_1&payment_method_type=${method}`,
    )
  },
)

test.each([null, { kind: 'redirect', url: 'https://bank.example' }] as const)(
  'without a step at the issuer the page is told none',
  other => {
    const attempt = {
      method: 'gmo_3ds',
      orderKind: 'visit',
      orderChannel: 'web',
      step: other,
      refs: {},
    } as const
    expect(callbackRouteOf({ attempt, name, hint: 'success' })).not.toContain('md=')
  },
)

test('the reference of a payment stands for the MD of its bank, with which tokens are had (S-7.06)', () => {
  const reference = `ref_${'a'.repeat(43)}`
  const attempt = { method: 'gmo_3ds', orderKind: 'visit', orderChannel: 'web', step, refs: {} } as const
  expect(callbackRouteOf({ attempt, name: reference, hint: 'success' })).toBe(
    `/#/payment-callback/gmo3ds?time_change=false&payment_number=${reference}&md=${reference}`,
  )
})

test('the page is in the language of the order, for a browser that knows none of this visit', () => {
  const attempt = {
    method: 'gmo_paypay',
    orderKind: 'visit',
    orderChannel: 'web',
    step: null,
    refs: { lang: 'th' },
  } as const
  expect(callbackRouteOf({ attempt, name, hint: 'success' })).toMatch(/&lang=th$/)
})

test('a change of date says so (D-64)', () => {
  const attempt = {
    method: 'stripe',
    orderKind: 'time_change',
    orderChannel: 'spot',
    step: null,
    refs: {},
  } as const
  expect(callbackRouteOf({ attempt, name, hint: 'failure' })).toBe(
    '/#/payment-callback/stripe/failure?time_change=true&payment_number=pay_1',
  )
})

test('a payment at the door says so, so that another browser goes on there (R-8.09)', () => {
  const visit = { orderKind: 'visit', orderChannel: 'spot', step: null, refs: {} } as const
  for (const method of PAYMENT_METHODS) {
    const attempt = { ...visit, method }
    const query = new URLSearchParams(callbackRouteOf({ attempt, name, hint: 'success' }).split('?')[1])
    expect(query.get('spot')).toBe('true')
    expect(query.get('time_change')).toBe('false')
  }
})
