import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { EnvError } from '../../../platform/variables/env-error.ts'
import { gmoAccountOf, gmoVariables } from './gmo-account.ts'
import { gmoBrowserSide } from './gmo-browser.ts'

const KEYS = {
  GMO_SHOP_ID: 'tshop00000001',
  GMO_SHOP_PASS: 'pass',
  GMO_NOTIFICATION_KEY: 'a-key-of-tests-01',
}
const accountOf = (variables: Record<string, string>) =>
  gmoAccountOf(v.parse(v.object(gmoVariables), variables))

describe('the account', () => {
  test('is null when nothing is set (S-7.14)', () => {
    expect(accountOf({})).toBeNull()
  })

  test('names what is missing when something is set', () => {
    expect(() => accountOf({ GMO_SHOP_ID: 'a' })).toThrow(EnvError)
    expect(() => accountOf({ GMO_SHOP_ID: 'a' })).toThrow(/^GMO_SHOP_PASS: is not set/)
    expect(() => accountOf({ GMO_ENVIRONMENT: 'production' })).toThrow(/^GMO_SHOP_ID: is not set/)
  })

  test('is the test environment by default', () => {
    expect(accountOf(KEYS)).toMatchObject({ environment: 'test', apiUrl: null, brandTokenPayType: null })
    expect(accountOf({ ...KEYS, GMO_ENVIRONMENT: 'production' })).toMatchObject({ environment: 'production' })
  })

  test('has a key for notifications that cannot be guessed (S-7.07)', () => {
    expect(() => accountOf({ ...KEYS, GMO_NOTIFICATION_KEY: 'short' })).toThrow(/16 characters/)
  })
})

describe('the browser side', () => {
  const account = accountOf({ ...KEYS, GMO_TOKEN_PUBLIC_KEY: 'pub' })!

  test('of a card loads the script of tokens with public values only (S-7.11)', () => {
    expect(gmoBrowserSide(account, 'gmo_3ds')).toEqual({
      scripts: ['https://stg.static.mul-pay.jp/payment/js/mp-token.js'],
      styles: [],
      config: { shop_id: 'tshop00000001', public_key: 'pub' },
      isTest: true,
      hosts: ['https://stg.static.mul-pay.jp', 'https://pt01.mul-pay.jp'],
      formHosts: [],
    })
  })

  test('in production is that of the production system', () => {
    const production = accountOf({ ...KEYS, GMO_ENVIRONMENT: 'production' })!
    expect(gmoBrowserSide(production, 'gmo')).toMatchObject({
      scripts: ['https://static.mul-pay.jp/payment/js/mp-token.js'],
      config: { shop_id: 'tshop00000001' },
      isTest: false,
    })
  })

  test.each(['gmo_paypay', 'gmo_d_pay'] as const)(
    'of %s needs no host: its form has a page of its own',
    method => {
      expect(gmoBrowserSide(account, method)).toMatchObject({ scripts: [], hosts: [], formHosts: [] })
    },
  )
})
