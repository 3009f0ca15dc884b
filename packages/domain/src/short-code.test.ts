import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { READABLE_LETTERS } from './reservation-number.ts'
import { shortCodeInGroups, shortCodeOf } from './short-code.ts'

const hash = fc.stringMatching(/^[\da-f]{64}$/)

describe('the short code of a ticket', () => {
  test('has 8 letters that nobody mistakes for each other (S-8.02)', () => {
    fc.assert(
      fc.property(hash, codeHash => {
        expect(shortCodeOf(codeHash)).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
      }),
    )
  })

  test.each([
    ['0000000000', 'AAAAAAAA'],
    ['ffffffffff', '99999999'],
    // The bits 00000 00001 00010 … 00111.
    ['00443214c7', 'ABCDEFGH'],
  ])('of the hash %s… is %s', (start, code) => expect(shortCodeOf(start.padEnd(64, '5'))).toBe(code))

  test('is the first 40 bits of the hash, so that a code is found as a range of hashes', () => {
    fc.assert(
      fc.property(hash, codeHash => {
        const read = Array.from(shortCodeOf(codeHash), letter =>
          READABLE_LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
        ).join('')
        const first = Number.parseInt(read, 2).toString(16).padStart(10, '0')
        expect(codeHash.startsWith(first)).toBe(true)
      }),
    )
  })

  test('what is not a hash is a bug', () => {
    for (const wrong of ['', 'abc', 'tkt_abcdefghij']) expect(() => shortCodeOf(wrong)).toThrow(RangeError)
  })

  test('is read out in two groups', () => expect(shortCodeInGroups('ABCDEFGH')).toBe('ABCD-EFGH'))
})
