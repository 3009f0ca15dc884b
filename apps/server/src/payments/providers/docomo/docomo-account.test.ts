import { describe, expect, test } from 'vitest'

import { docomoAccountOf } from './docomo-account.ts'

const CLIENT = { DOCOMO_CLIENT_ID: 'shop', DOCOMO_CLIENT_SECRET: 'secret' }
const GATEWAY = {
  DOCOMO_GATEWAY: 'simulator-contract',
  DOCOMO_GATEWAY_URL: 'http://localhost:3001/docomo/gateway',
  DOCOMO_GATEWAY_KEY: 'key',
} as const
const HOSTS = { DOCOMO_REQUEST_HOSTS: ['localhost:3001'] }

describe('a docomo account (D-43, S-7.14)', () => {
  test('is off by default, and with a d ACCOUNT client alone', () => {
    expect(docomoAccountOf({})).toBeNull()
    expect(docomoAccountOf(CLIENT)).toBeNull()
  })

  test('is on with a gateway, a client and the hosts of the form', () => {
    expect(docomoAccountOf({ ...CLIENT, ...GATEWAY, ...HOSTS })).toEqual({
      dAccount: {
        clientId: 'shop',
        clientSecret: 'secret',
        issuer: 'https://conf.uw.docomo.ne.jp/',
        authif: '1',
        idTokenAlg: 'RS256',
      },
      requestHosts: ['localhost:3001'],
      gateway: { kind: 'simulator-contract', url: GATEWAY.DOCOMO_GATEWAY_URL, key: 'key' },
    })
  })

  test.each([
    [{ DOCOMO_CLIENT_ID: 'shop' }, 'DOCOMO_CLIENT_SECRET: is not set, but DOCOMO_CLIENT_ID is'],
    [{ ...CLIENT, DOCOMO_GATEWAY_KEY: 'key' }, 'DOCOMO_GATEWAY: is not set, but DOCOMO_GATEWAY_KEY is'],
    [{ ...GATEWAY, ...HOSTS }, 'DOCOMO_CLIENT_ID: is not set, but DOCOMO_GATEWAY is'],
    [
      { ...CLIENT, ...HOSTS, DOCOMO_GATEWAY: GATEWAY.DOCOMO_GATEWAY },
      'DOCOMO_GATEWAY_URL: is not set, but DOCOMO_GATEWAY is',
    ],
    [{ ...CLIENT, ...GATEWAY }, 'DOCOMO_REQUEST_HOSTS: is not set, but DOCOMO_GATEWAY is'],
  ])('must be complete: %o', (variables, message) => {
    expect(() => docomoAccountOf(variables)).toThrow(message)
  })
})
