import { generateKeyPairSync } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { alipayAccountOf } from './alipay-account.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = {
  ALIPAY_CLIENT_ID: 'TEST_1',
  ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ALIPAY_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
}

describe('an Alipay account (S-7.14)', () => {
  test('is null when nothing is set', () => {
    expect(alipayAccountOf({})).toBeNull()
  })

  test('is the same from PEM and from base64', () => {
    const base64 = {
      ...PEM,
      ALIPAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      ALIPAY_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    }
    expect(alipayAccountOf(base64)).toEqual(alipayAccountOf(PEM))
    expect(alipayAccountOf(PEM)).toMatchObject({
      gateway: 'https://open-sea-global.alipay.com',
      apiUrl: null,
    })
  })

  test('must be complete', () => {
    const { ALIPAY_PUBLIC_KEY: _, ...partial } = PEM
    expect(() => alipayAccountOf(partial)).toThrow('ALIPAY_PUBLIC_KEY: is not set, but ALIPAY_CLIENT_ID is')
  })

  test('accepts only RSA keys, of 2048 bits or more', () => {
    expect(() => alipayAccountOf({ ...PEM, ALIPAY_PRIVATE_KEY: 'secret' })).toThrow(
      /^ALIPAY_PRIVATE_KEY: must be/,
    )
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    const wrong = curve.export({ type: 'spki', format: 'pem' }).toString()
    expect(() => alipayAccountOf({ ...PEM, ALIPAY_PUBLIC_KEY: wrong })).toThrow(/^ALIPAY_PUBLIC_KEY: must be/)
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const shortPrivate = short.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const shortPublic = short.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(() => alipayAccountOf({ ...PEM, ALIPAY_PRIVATE_KEY: shortPrivate })).toThrow('2048 bits or more')
    expect(() => alipayAccountOf({ ...PEM, ALIPAY_PUBLIC_KEY: shortPublic })).toThrow('2048 bits or more')
  })
})
