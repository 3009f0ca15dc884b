import { expect, test } from 'vitest'

import { testEnv } from '../../test/app.ts'
import { createPaymentProviders } from './providers.ts'

const keys = (name: string, prefix = ''): Record<string, string> => ({
  [`${prefix}STRIPE_SECRET_KEY`]: `sk_${name}`,
  [`${prefix}STRIPE_PUBLISHABLE_KEY`]: `pk_${name}`,
  [`${prefix}STRIPE_WEBHOOK_SECRET`]: `whsec_${name}`,
})

test('a provider without keys is absent, and with it its methods (S-7.14)', () => {
  const none = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' }
  const payments = createPaymentProviders(testEnv(none)).of('demo')
  expect(payments.find('stripe')).toBeUndefined()
  expect(payments.byId('stripe')).toBeUndefined()
  expect(payments.find('free')?.id).toBe('free')
})

test('a site with an account of its own has another provider; all others share one', () => {
  const payments = createPaymentProviders(testEnv({ ...keys('all'), ...keys('mori', 'MORI__') }))
  const keyOf = (site: string) =>
    payments.of(site).find('stripe')?.browserSide('stripe').config['publishable_key']
  expect([keyOf('mori'), keyOf('demo')]).toEqual(['pk_mori', 'pk_all'])
  expect(payments.of('demo').byId('stripe')).toBe(payments.of('nagai').find('stripe_secure'))
  expect(payments.all.filter(({ id }) => id === 'stripe')).toHaveLength(2)
})

test('sites that give the same account have the same provider', () => {
  const own = { ...keys('own', 'MORI__'), ...keys('own', 'NAGAI__') }
  const payments = createPaymentProviders(testEnv(own))
  expect(payments.of('mori').byId('stripe')).toBe(payments.of('nagai').byId('stripe'))
  expect(payments.of('mori').byId('stripe')).not.toBe(payments.of('demo').byId('stripe'))
})
