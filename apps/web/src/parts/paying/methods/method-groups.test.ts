// @vitest-environment node
import { METHOD_KINDS, PAYMENT_METHODS } from '@kippu/domain/payment-method'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { describe, expect, test } from 'vitest'

import { arrangeMethods, firstChosen, waysOf } from './method-groups.ts'

function row(type: PaymentMethod, discount = 0): PaymentMethodRow {
  return {
    payment_method_type: type,
    name: type,
    discount_type: discount > 0 ? 'fixed' : null,
    discount_amount: discount,
    least_amount: 1,
    client: { provider: METHOD_KINDS[type].provider, scripts: [], styles: [], config: {}, is_test: true },
  }
}

function arranged(...methods: readonly (PaymentMethod | PaymentMethodRow)[]) {
  const rows = methods.map(method => (typeof method === 'string' ? row(method) : method))
  const { wallets, card, more } = arrangeMethods(rows)
  const typesOf = (some: readonly PaymentMethodRow[]) => some.map(method => method.payment_method_type)
  return { wallets: typesOf(wallets), card: card?.payment_method_type ?? null, more: typesOf(more) }
}

describe('one method of each kind is in sight (R-2.16, decision 62)', () => {
  test('of twins the first that the site lists; the others are further ways, in its order', () => {
    expect(
      arranged('alipay', 'stripe_secure', 'gmo_paypay', 'softbank_alipay', 'gmo_3ds', 'softbank_paypay'),
    ).toEqual({
      wallets: ['alipay', 'gmo_paypay'],
      card: 'stripe_secure',
      more: ['softbank_alipay', 'gmo_3ds', 'softbank_paypay'],
    })
  })

  test('of the demonstration with all its methods one card and five wallets', () => {
    const all = PAYMENT_METHODS.filter(type => type !== 'free')
    const { wallets, card, more } = arranged(...all)
    const kinds = [...wallets, card!].map(type => METHOD_KINDS[type].mark)
    expect(kinds.toSorted()).toEqual(['alipay', 'apple_pay', 'card', 'd', 'paypay', 'we_chat'])
    expect([...wallets, card!, ...more].toSorted()).toEqual(all.toSorted())
  })

  test('a site without a card, or without a wallet, has none', () => {
    expect(arranged('alipay')).toEqual({ wallets: ['alipay'], card: null, more: [] })
    expect(arranged('gmo')).toEqual({ wallets: [], card: 'gmo', more: [] })
    expect(arranged()).toEqual({ wallets: [], card: null, more: [] })
  })
})

describe('the card that the site prefers (decision 62)', () => {
  test('is paid with 3-D Secure where its provider offers both', () => {
    expect(arranged('softbank_credit', 'softbank_3ds')).toMatchObject({ card: 'softbank_3ds' })
    expect(arranged('gmo_3ds', 'gmo')).toMatchObject({ card: 'gmo_3ds' })
  })

  test('is not replaced by 3-D Secure of another provider, which the site lists later', () => {
    expect(arranged('gmo', 'stripe_secure')).toMatchObject({ card: 'gmo', more: ['stripe_secure'] })
  })

  test.each([
    ['card', ['stripe_secure', row('stripe', 200)]],
    ['wallet', ['gmo_paypay', row('softbank_paypay', 200)]],
  ] as const)('a %s with a discount is never hidden behind a dearer twin (S-4.01)', (_, methods) => {
    const { more } = arranged(...methods)
    expect(more).toEqual([methods[0]])
  })
})

describe('the method that is chosen when the page opens', () => {
  const rows = [row('gmo_paypay'), row('gmo_3ds'), row('softbank_paypay')]

  test('is the card, so that its fields are open', () => expect(firstChosen(rows, undefined)).toBe('gmo_3ds'))
  test('is the one of before, also one of the further ways (R-2.19)', () =>
    expect(firstChosen(rows, 'softbank_paypay')).toBe('softbank_paypay'))
  test('is the card when the one of before is no longer offered', () =>
    expect(firstChosen(rows, 'alipay')).toBe('gmo_3ds'))
  test('is the only one, or none of several wallets', () => {
    expect(firstChosen([row('alipay')], undefined)).toBe('alipay')
    expect(firstChosen([row('alipay'), row('d_pay')], undefined)).toBeNull()
    expect(firstChosen([], undefined)).toBeNull()
  })
})

test('the legal notice names each way to pay once, and one that the site gave another name beside it (R-2.36)', () => {
  const named = (type: PaymentMethod, name: string) => ({ ...row(type), name })
  const rows = [
    named('gmo_3ds', 'Credit card'),
    named('stripe', 'Credit card'),
    named('gmo_paypay', 'PayPay'),
    named('softbank_credit', 'Debit card'),
    named('softbank_paypay', 'PayPay'),
  ]
  expect(waysOf(rows)).toEqual([
    { name: 'Credit card', isCard: true },
    { name: 'PayPay', isCard: false },
    { name: 'Debit card', isCard: true },
  ])
})
