import { describe, expect, test } from 'vitest'

import { testEnv } from '../../../test/shop/test-env.ts'
import { createPaymentProviders } from './providers.ts'

const keys = (name: string, prefix = ''): Record<string, string> => ({
  [`${prefix}STRIPE_SECRET_KEY`]: `sk_${name}`,
  [`${prefix}STRIPE_PUBLISHABLE_KEY`]: `pk_${name}`,
  [`${prefix}STRIPE_WEBHOOK_SECRET`]: `whsec_${name}`,
})

test('a provider without keys is absent, and so are its methods (S-7.14)', () => {
  const none = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' }
  const payments = createPaymentProviders(testEnv(none)).of('demo')
  expect(payments.find('stripe')).toBeUndefined()
  expect(payments.byId('stripe')).toBeUndefined()
  expect(payments.find('free')?.id).toBe('free')
})

test('a site with an account of its own has its own provider; all other sites share one', () => {
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

describe('the name of an account', () => {
  const own = {
    ...keys('a'),
    GMO_SHOP_ID: '9101234567890',
    GMO_SHOP_PASS: 'secret-of-gmo',
    GMO_NOTIFICATION_KEY: 'secret-notices-of-gmo',
    SOFTBANK_MERCHANT_ID: '30132',
    SOFTBANK_SERVICE_ID: '103',
    SOFTBANK_HASH_KEY: 'secret-of-softbank',
    SOFTBANK_ENVIRONMENT: 'test',
    ADYEN_API_KEY: 'secret-of-adyen',
    ADYEN_MERCHANT_ACCOUNT: 'KippuECOM',
    ADYEN_CLIENT_KEY: 'live_client',
    ADYEN_HMAC_KEY: '00'.repeat(16),
    ADYEN_ENVIRONMENT: 'live',
    ADYEN_LIVE_URL_PREFIX: '1797a841fbb37ca7-Kippu',
  }
  const accountsOf = (variables: Readonly<Record<string, string>>) =>
    Object.fromEntries(createPaymentProviders(testEnv(variables)).all.map(({ id, account }) => [id, account]))

  test('identifies the account and holds no secret (S-7.11)', () => {
    expect(accountsOf(own)).toEqual({
      free: 'nobody',
      stripe: 'pk_a',
      gmo: 'test:9101234567890',
      softbank: 'test:30132-103',
      adyen: 'live:KippuECOM',
    })
  })

  test('stays when its keys, its passwords or the region of its host change', () => {
    const rolled = {
      STRIPE_SECRET_KEY: 'sk_new',
      STRIPE_WEBHOOK_SECRET: 'whsec_new',
      GMO_SHOP_PASS: 'new',
      GMO_NOTIFICATION_KEY: 'new-notices-of-gmo',
      SOFTBANK_HASH_KEY: 'new',
      ADYEN_API_KEY: 'new',
      ADYEN_HMAC_KEY: '11'.repeat(16),
      ADYEN_ENVIRONMENT: 'live-us',
    }
    expect(accountsOf({ ...own, ...rolled })).toEqual(accountsOf(own))
  })
})
