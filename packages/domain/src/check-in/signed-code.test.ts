import fc from 'fast-check'
import { expect, test } from 'vitest'

import { base45Of, bytesOfBase45 } from './base45.ts'
import { readScannedText } from './scanned-text.ts'
import {
  isStale,
  parseSignedCode,
  payloadOf,
  signedBytesOf,
  signedCodeOf,
  SIGNED_PREFIX,
} from './signed-code.ts'

const SIGNATURE = Uint8Array.from({ length: 64 }, (_, i) => i * 3)
const second = fc.integer({ min: 1, max: 0xffff_ffff }).map(s => s * 1_000)
const claims = fc.record({
  keyNumber: fc.integer({ min: 1, max: 255 }),
  type: fc.constantFrom('gate' as const, 'set' as const),
  uid: fc.uuid(),
  version: fc.integer({ min: 0, max: 0xffff }),
  productId: fc.integer({ min: 1, max: 0x7fff_ffff }),
  optionValueId: fc.option(fc.integer({ min: 1, max: 0x7fff_ffff })),
  from: second,
  to: second,
  issuedAt: fc.option(second),
})

test('a code says what was put into it, in the letters that a QR code packs densest', () => {
  fc.assert(
    fc.property(claims, claim => {
      const code = signedCodeOf(payloadOf(claim), SIGNATURE)
      expect(code).toMatch(/^KT1:[0-9A-Z $%*+\-./:]{158}$/)
      const read = parseSignedCode(code)
      expect(read?.claim).toEqual(claim)
      expect(read?.signature).toEqual(SIGNATURE)
      expect(read?.payload).toEqual(payloadOf(claim))
    }),
  )
})

test('no other text is a code', () => {
  const code = signedCodeOf(payloadOf(fc.sample(claims, 1)[0]!), SIGNATURE)
  for (const text of [
    '',
    SIGNED_PREFIX,
    code.slice(0, -1),
    `${code}0`,
    code.slice(1),
    `${SIGNED_PREFIX}${code}`,
    code.toLowerCase(),
    code.replace(/.$/, 'ü'),
  ])
    expect({ text, read: parseSignedCode(text) }).toEqual({ text, read: null })
  // Another format of the future.
  expect(parseSignedCode(SIGNED_PREFIX + base45Of(Uint8Array.from({ length: 105 }, () => 2)))).toBeNull()
})

test('what is signed for one site is not what is signed for another', () => {
  const payload = payloadOf(fc.sample(claims, 1)[0]!)
  expect(signedBytesOf('a', payload)).not.toEqual(signedBytesOf('b', payload))
})

test('base 45 has the examples of RFC 9285', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(['AB', 'Hello!!', 'base-45'].map(text => base45Of(bytes(text)))).toEqual([
    'BB8',
    '%69 VD92EX0',
    'UJCLQE7W581',
  ])
  expect(bytesOfBase45('QED8WEX0')).toEqual(bytes('ietf!'))
  for (const text of ['A', 'GGW', ':::', '::', 'a00'])
    expect({ text, bytes: bytesOfBase45(text) }).toEqual({ text, bytes: null })
})

test('a code that changes is good for a minute and a half, in either direction; one that does not, for ever', () => {
  const issuedAt = Date.UTC(2026, 11, 1)
  for (const [after, stale] of [
    [0, false],
    [90_000, false],
    [90_001, true],
    [-90_000, false],
    [-90_001, true],
  ] as const)
    expect({ after, stale: isStale({ issuedAt }, issuedAt + after) }).toEqual({ after, stale })
  expect(isStale({ issuedAt: null }, issuedAt)).toBe(false)
})

test('letters that somebody reads out may be typed small, full width and in groups', () => {
  for (const text of ['ABCD2345', 'abcd-2345', 'ＡＢＣＤ ２３４５', ' ab cd‐23 45 '])
    expect({ text, ...readScannedText(text) }).toEqual({ text, kind: 'short', letters: 'ABCD2345' })
  for (const text of [
    'ABCD234',
    'ABCD23451',
    'ABCI2345',
    'https://example.com',
    'KT1:abc',
    'tkt_short',
    'party:tkt_x.y',
  ])
    expect({ text, kind: readScannedText(text).kind }).toEqual({ text, kind: 'unknown' })
})

test('plain codes and those of a party are told apart', () => {
  const code = `tkt_${'a'.repeat(24)}`
  expect(readScannedText(code)).toEqual({ kind: 'plain', code })
  expect(readScannedText(`party:${code}.b-c_d1`)).toEqual({ kind: 'party', code, proof: 'b-c_d1' })
})
