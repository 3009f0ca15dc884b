import { describe, expect, test } from 'vitest'
import * as v from 'valibot'

import { adyenAccountOf, adyenVariables } from './adyen-account.ts'
import { adyenBrowserSide } from './adyen-browser.ts'

const KEYS = {
  ADYEN_API_KEY: 'AQE',
  ADYEN_MERCHANT_ACCOUNT: 'KippuECOM',
  ADYEN_CLIENT_KEY: 'test_1',
  ADYEN_HMAC_KEY: 'AB'.repeat(32),
  ADYEN_ENVIRONMENT: 'test',
} as const

describe('an Adyen account (S-7.14)', () => {
  test('is null when nothing is set', () => {
    expect(adyenAccountOf({})).toBeNull()
  })

  test.each(Object.keys(KEYS))('is refused without %s', name => {
    const { [name]: _, ...partial } = KEYS as Record<string, string>
    expect(() => adyenAccountOf(v.parse(v.object(adyenVariables), partial))).toThrow(
      `${name}: is not set, but`,
    )
  })

  test('needs a host prefix for live and none for test', () => {
    const live = { ...KEYS, ADYEN_ENVIRONMENT: 'live-nea' } as const
    expect(() => adyenAccountOf(live)).toThrow('ADYEN_LIVE_URL_PREFIX: is not set')
    expect(adyenAccountOf({ ...live, ADYEN_LIVE_URL_PREFIX: 'abc-Kippu' })).toMatchObject({
      environment: 'live-nea',
      liveUrlPrefix: 'abc-Kippu',
    })
    expect(adyenAccountOf({ ...KEYS, ADYEN_LIVE_URL_PREFIX: 'abc-Kippu' })).toMatchObject({
      liveUrlPrefix: null,
    })
  })

  test.each([
    ['ADYEN_HMAC_KEY', 'not hexadecimal'],
    ['ADYEN_ENVIRONMENT', 'production'],
    ['ADYEN_LIVE_URL_PREFIX', 'https://example.com'],
  ])('%s takes no %s', (name, value) => {
    expect(v.safeParse(v.object(adyenVariables), { ...KEYS, [name]: value }).success).toBe(false)
  })
})

describe('what the browser loads of Adyen (R-7.75)', () => {
  const live = adyenAccountOf({ ...KEYS, ADYEN_ENVIRONMENT: 'live-nea', ADYEN_LIVE_URL_PREFIX: 'abc-Kippu' })!

  test('a fixed version of its script, from its own hosts', () => {
    expect(adyenBrowserSide(live, 'adyen_credit')).toEqual({
      scripts: ['https://checkoutshopper-live-nea.cdn.adyen.com/checkoutshopper/sdk/6.45.2/adyen.js'],
      styles: ['https://checkoutshopper-live-nea.cdn.adyen.com/checkoutshopper/sdk/6.45.2/adyen.css'],
      config: { client_key: 'test_1', environment: 'live-nea' },
      isTest: false,
      hosts: [
        'https://checkoutshopper-live-nea.adyen.com',
        'https://checkoutshopper-live-nea.cdn.adyen.com',
        'https://checkoutanalytics-live-nea.adyen.com',
      ],
      formHosts: [],
    })
  })

  test('no script for a wallet, where the visitor leaves the page or scans a code', () => {
    for (const method of ['adyen_alipay', 'adyen_we_chat_pay'] as const)
      expect(adyenBrowserSide(live, method)).toMatchObject({ scripts: [], styles: [], hosts: [] })
  })

  test("the simulator's script in its place", () => {
    const simulated = { ...live, environment: 'test', scriptUrl: 'http://localhost:3001/adyen/sdk/adyen.js' }
    expect(adyenBrowserSide(simulated, 'adyen_credit')).toMatchObject({
      scripts: ['http://localhost:3001/adyen/sdk/adyen.js'],
      styles: ['http://localhost:3001/adyen/sdk/adyen.css'],
      isTest: true,
      hosts: ['http://localhost:3001'],
    })
  })
})
