import { createVerify, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { isSignedBy, signatureOf, type SignedMessage } from './ams-signature.ts'

const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })

const MESSAGE: SignedMessage = {
  path: '/ams/api/v1/payments/pay',
  clientId: 'TEST_5X00000000000000',
  time: '2026-11-21T17:00:00+09:00',
  body: '{"paymentRequestId":"abc","order":{"orderDescription":"森の美術館"}}',
}

/** The signed content as AMS documents it, written out. */
const CONTENT =
  'POST /ams/api/v1/payments/pay\nTEST_5X00000000000000.2026-11-21T17:00:00+09:00.{"paymentRequestId":"abc","order":{"orderDescription":"森の美術館"}}'

const headerOf = (content: string, key: KeyObject): string =>
  `algorithm=RSA256,keyVersion=1,signature=${encodeURIComponent(sign('RSA-SHA256', Buffer.from(content), key).toString('base64'))}`

describe('signatures of AMS (R-7.61)', () => {
  test('are RSA with SHA-256 over method, path, client, time and body, as documented', () => {
    const header = signatureOf(MESSAGE, ours.privateKey)
    const [, encoded = ''] = /^algorithm=RSA256,keyVersion=1,signature=([\w%.~-]+)$/.exec(header) ?? []
    const signature = Buffer.from(decodeURIComponent(encoded), 'base64')
    expect(createVerify('RSA-SHA256').update(CONTENT).verify(ours.publicKey, signature)).toBe(true)
    expect(header).toBe(headerOf(CONTENT, ours.privateKey))
  })

  test('are accepted url-encoded or not, with spaces or without', () => {
    const header = headerOf(CONTENT, ours.privateKey)
    expect(isSignedBy(MESSAGE, header, ours.publicKey)).toBe(true)
    expect(isSignedBy(MESSAGE, decodeURIComponent(header), ours.publicKey)).toBe(true)
    expect(isSignedBy(MESSAGE, header.replaceAll(',', ', '), ours.publicKey)).toBe(true)
    expect(isSignedBy({ ...MESSAGE, body: Buffer.from(MESSAGE.body) }, header, ours.publicKey)).toBe(true)
  })

  test.each([
    ['another path', { ...MESSAGE, path: '/ams/api/v1/payments/cancel' }],
    ['another client', { ...MESSAGE, clientId: 'TEST_other' }],
    ['another time', { ...MESSAGE, time: '2026-11-21T17:00:01+09:00' }],
    ['another body', { ...MESSAGE, body: `${MESSAGE.body.toString()} ` }],
  ])('do not hold for %s', (_, changed) => {
    expect(isSignedBy(changed, headerOf(CONTENT, ours.privateKey), ours.publicKey)).toBe(false)
  })

  test.each([
    ['nothing', ''],
    ['of another key', headerOf(CONTENT, other.privateKey)],
    ['of another algorithm', headerOf(CONTENT, ours.privateKey).replace('RSA256', 'none')],
    ['broken in its encoding', 'algorithm=RSA256,keyVersion=1,signature=%E0%A4%A'],
    ['empty', 'algorithm=RSA256,keyVersion=1,signature='],
  ])('are refused when %s', (_, header) => {
    expect(isSignedBy(MESSAGE, header, ours.publicKey)).toBe(false)
  })
})
