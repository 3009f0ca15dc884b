import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import type { PaymentMethod, PaymentProviderId } from '@kippu/domain/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { expect, test } from 'vitest'

import { distinctionOf, groupMethods } from './method-groups.ts'

function row(
  type: PaymentMethod,
  name: string = type,
  provider: PaymentProviderId = 'gmo',
): PaymentMethodRow {
  return {
    payment_method_type: type,
    name,
    discount_type: null,
    discount_amount: 0,
    client: { provider, scripts: [], styles: [], config: {}, is_test: true },
  }
}

const typesOf = (rows: readonly PaymentMethodRow[]) => rows.map(method => method.payment_method_type)

test('cards and wallets are separate groups, each in the order of the site, the group of its first method first (R-7.09)', () => {
  const groups = groupMethods([row('alipay'), row('stripe'), row('gmo_paypay'), row('gmo')])
  expect(groups.map(({ name, methods }) => [name, typesOf(methods)])).toEqual([
    ['wallet', ['alipay', 'gmo_paypay']],
    ['card', ['stripe', 'gmo']],
  ])
})

test('every method that a site can list has its place (R-2.16, R-7.70)', () => {
  const listed = PAYMENT_METHODS.filter(type => type !== 'free')
  const placed = groupMethods(listed.map(type => row(type))).flatMap(({ methods }) => typesOf(methods))
  expect(placed.toSorted()).toEqual(listed.toSorted())
})

test('the provider is named only where two methods have one name', () => {
  const [first, second, other] = [row('gmo', 'カード'), row('stripe', 'カード', 'stripe'), row('alipay')]
  const wallets = [row('adyen_alipay', 'Alipay', 'adyen'), row('alipay', 'Alipay', 'alipay')]
  const all = [first, second, other, ...wallets]
  expect(all.map(method => distinctionOf(method, all))).toEqual(['GMO-PG', 'Stripe', null, 'Adyen', 'Antom'])
})
