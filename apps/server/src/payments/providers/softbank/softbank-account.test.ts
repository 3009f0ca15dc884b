import { describe, expect, test } from 'vitest'
import * as v from 'valibot'

import { EnvError } from '../../../platform/variables/env-error.ts'
import { softbankAccountOf, softbankVariables } from './softbank-account.ts'
import { softbankAddresses } from './softbank-addresses.ts'
import { softbankBrowserSide } from './softbank-browser.ts'

const KEYS = {
  SOFTBANK_MERCHANT_ID: '30199',
  SOFTBANK_SERVICE_ID: '001',
  SOFTBANK_HASH_KEY: 'key',
  SOFTBANK_ENVIRONMENT: 'production',
} as const
const SIMULATED = {
  SOFTBANK_API_URL: 'http://localhost:3001/softbank/api/xmlapi.do',
  SOFTBANK_LINK_URL: 'http://localhost:3001/softbank/f01/FepBuyInfoReceive.do',
  SOFTBANK_TOKEN_SCRIPT_URL: 'http://localhost:3001/softbank/sbpstoken/com_sbps_system_token.js',
  SOFTBANK_TDS2_SCRIPT_URL: 'http://localhost:3001/softbank/sbpstoken/com_sbps_system_tds2infotoken.js',
}

function accountOf(more: Readonly<Record<string, string>> = {}) {
  const account = softbankAccountOf({ ...KEYS, ...more })
  if (account === null) throw new Error('no account')
  return account
}

describe('the account (S-7.14)', () => {
  test('is null without keys, and an error with only some', () => {
    expect(softbankAccountOf({})).toBeNull()
    const { SOFTBANK_HASH_KEY: _, ...others } = KEYS
    expect(() => softbankAccountOf(others)).toThrow(EnvError)
    expect(() => softbankAccountOf(others)).toThrow('SOFTBANK_HASH_KEY')
  })

  test('authenticates with merchant, service and hash key unless the contract has separate credentials', () => {
    expect(accountOf()).toMatchObject({ basicUser: '30199001', basicPassword: 'key' })
    const own = { SOFTBANK_BASIC_USER: 'user', SOFTBANK_BASIC_PASSWORD: 'password' }
    expect(accountOf(own)).toMatchObject({ basicUser: 'user', basicPassword: 'password' })
  })

  test('hashes each message of the link type as documented, or as the contract says', () => {
    expect(accountOf().hashCharset).toEqual({ purchase: 'UTF-8', notice: 'UTF-8', screen: 'Shift_JIS' })
    const other = { SOFTBANK_RETURN_HASH_CHARSET: 'UTF-8', SOFTBANK_NOTICE_HASH_CHARSET: 'Shift_JIS' }
    expect(accountOf(other).hashCharset).toMatchObject({ notice: 'Shift_JIS', screen: 'UTF-8' })
  })

  test.each([{ SOFTBANK_RETURN_HASH_CHARSET: 'UTF-8' }, { SOFTBANK_NOTICE_HASH_CHARSET: 'Shift_JIS' }])(
    'stops the start where the hash that the visitor receives would prove a notice (S-7.07): %o',
    same => {
      expect(() => accountOf(same)).toThrow(EnvError)
    },
  )

  test.each([
    ['SOFTBANK_MERCHANT_ID', '123'],
    ['SOFTBANK_SERVICE_ID', 'abc'],
    ['SOFTBANK_ENVIRONMENT', 'live'],
    ['SOFTBANK_CARD_SALES', 'later'],
    ['SOFTBANK_NOTICE_HASH_CHARSET', 'EUC-JP'],
    ['SOFTBANK_PAYPAY_FREE_CSV', 'A,B'],
    ['SOFTBANK_API_URL', 'nowhere'],
  ])('refuses %s=%s', (name, value) => {
    expect(v.safeParse(v.object(softbankVariables), { [name]: value }).success).toBe(false)
  })
})

describe('addresses', () => {
  test('are those of the environment, or of a simulator', () => {
    expect(softbankAddresses(accountOf())).toEqual({
      api: 'https://api.sps-system.com/api/xmlapi.do',
      link: 'https://fep.sps-system.com/f01/FepBuyInfoReceive.do',
      tokenScript: 'https://token.sps-system.com/sbpstoken/com_sbps_system_token.js',
      tds2Script: 'https://token.sps-system.com/sbpstoken/com_sbps_system_tds2infotoken.js',
    })
    expect(softbankAddresses(accountOf({ SOFTBANK_ENVIRONMENT: 'test' }))).toMatchObject({
      api: 'https://stbfep.sps-system.com/api/xmlapi.do',
      link: 'https://stbfep.sps-system.com/f01/FepBuyInfoReceive.do',
    })
    expect(softbankAddresses(accountOf(SIMULATED)).api).toBe(SIMULATED.SOFTBANK_API_URL)
  })
})

describe('the browser', () => {
  test('gets merchant and service, and the token script (R-3.41, R-7.74)', () => {
    expect(softbankBrowserSide(accountOf(), 'softbank_credit')).toEqual({
      scripts: ['https://token.sps-system.com/sbpstoken/com_sbps_system_token.js'],
      styles: [],
      config: { merchant_id: '30199', service_id: '001' },
      isTest: false,
      hosts: ['https://token.sps-system.com'],
      formHosts: [],
    })
  })

  test('gets the second script for 3-D Secure, after the first', () => {
    expect(softbankBrowserSide(accountOf(), 'softbank_3ds').scripts).toEqual([
      'https://token.sps-system.com/sbpstoken/com_sbps_system_token.js',
      'https://token.sps-system.com/sbpstoken/com_sbps_system_tds2infotoken.js',
    ])
  })

  test('loads no script for a wallet, and needs no host: its form has a page of its own', () => {
    const nothing = { scripts: [], config: {}, hosts: [], formHosts: [] }
    expect(softbankBrowserSide(accountOf(), 'softbank_paypay')).toMatchObject(nothing)
    expect(softbankBrowserSide(accountOf(SIMULATED), 'softbank_alipay')).toMatchObject({
      ...nothing,
      isTest: true,
    })
  })
})
