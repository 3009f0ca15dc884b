import { describe, expect, test } from 'vitest'

import { base45Of } from './base45.ts'
import { readScannedText } from './scanned-text.ts'
import { payloadOf, signedCodeOf } from './signed-code.ts'

const TICKET = 'tkt_AbCdEfGhIjKlMnOpQr-_2345'
const PARTY = `party:${TICKET}.xY_-12`
/** With each sign that base 45 has. */
const SIGNATURE = Uint8Array.from({ length: 64 }, (_, i) => (i * 43) % 256)
const CLAIM = {
  keyNumber: 1,
  type: 'gate',
  uid: '0190b3c4-7d2e-7a1b-8c3d-4e5f60718293',
  version: 1,
  productId: 7,
  optionValueId: 2,
  from: 1_796_000_000_000,
  to: 1_796_003_600_000,
  issuedAt: null,
} as const
const SIGNED = signedCodeOf(payloadOf(CLAIM), SIGNATURE)

const swapCase = (text: string): string =>
  Array.from(text, c => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('')
/** The same keys of an American keyboard on a Japanese one. */
const KEYS: Readonly<Record<string, string>> = { _: '=', ':': '+', '+': '~', '*': '(' }
const japaneseKeys = (text: string): string => Array.from(text, c => KEYS[c] ?? c).join('')
const fullWidth = (text: string): string =>
  Array.from(text, c => (c === ' ' ? '\u3000' : String.fromCharCode(c.charCodeAt(0) + 0xfee0))).join('')

test('the signs of the code that is tried are those that another keyboard changes', () => {
  for (const sign of ':+*') expect(SIGNED).toContain(sign)
  expect(base45Of(Uint8Array.of(0))).toHaveLength(2)
})

describe.each([
  ['a signed code', SIGNED, { kind: 'signed' }],
  ['a plain code', TICKET, { kind: 'plain', code: TICKET }],
  ['the code of a party', PARTY, { kind: 'party', code: TICKET, proof: 'xY_-12' }],
])('%s is read', (_kind, code, read) => {
  test.each([
    ['as it is', code],
    ['with a line break', `${code}\r\n`],
    ['between the marks of a scanner', `\u0002${code}\u0003`],
    ['with the caps lock on', swapCase(code)],
    ['by another keyboard', japaneseKeys(code)],
    ['by another keyboard, with the caps lock on', swapCase(japaneseKeys(code))],
    ['in full width', fullWidth(code)],
  ])('%s', (_way, text) => {
    expect(readScannedText(text)).toMatchObject(read)
  })
})

test.each([
  'HU3MNAWL',
  'hu3m-nawl',
  'HU3MーNAWL',
  'ｈｕ３ｍーｎａｗｌ',
  'HU3M─NAWL',
  ' HU3M NAWL\n',
  '受付コード：HU3M-NAWL',
  'コードは「HU3M-NAWL」です。',
])('%j are the letters that are read out', text => {
  expect(readScannedText(text)).toEqual({ kind: 'short', letters: 'HU3MNAWL' })
})

test.each(['', 'HU3M-NAW', 'HU3M-NAWL HU3M-NAWM', 'ABCD2345EF', 'KT1:HU3MNAWL', 'tkt_short', 'party:'])(
  '%j is unknown',
  text => expect(readScannedText(text)).toEqual({ kind: 'unknown' }),
)
