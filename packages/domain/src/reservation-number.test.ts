import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseReservationNumber, reservationNumberFrom } from './reservation-number.ts'

const tenBytes = fc.uint8Array({ minLength: 10, maxLength: 10 })

describe('reservationNumberFrom (S-8.02)', () => {
  test('has 10 characters of A–Z without I and O, and 2–9', () => {
    fc.assert(
      fc.property(tenBytes, bytes => {
        expect(reservationNumberFrom(bytes)).toMatch(/^[A-HJ-NP-Z2-9]{10}$/)
      }),
    )
  })

  test('every character is equally likely: each byte value gives one, each character comes 8 times', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte += 1) {
      const c = reservationNumberFrom(new Uint8Array(10).fill(byte)).charAt(0)
      counts.set(c, (counts.get(c) ?? 0) + 1)
    }
    expect(counts.size).toBe(32)
    expect(new Set(counts.values())).toEqual(new Set([8]))
  })

  test('each position comes from its own byte', () => {
    expect(reservationNumberFrom(Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))).toBe('ABCDEFGHJK')
    expect(reservationNumberFrom(Uint8Array.from([22, 23, 24, 25, 26, 27, 28, 29, 30, 31]))).toBe(
      'YZ23456789',
    )
  })

  test('too few random bytes are a bug', () => {
    expect(() => reservationNumberFrom(new Uint8Array(9))).toThrow(RangeError)
  })
})

describe('normaliseReservationNumber (S-8.01)', () => {
  test.each(['abcd 2345 ef', 'ABCD-2345-EF', ' abcd2345ef\n', 'ＡＢＣＤ２３４５ＥＦ'])('%j', input =>
    expect(normaliseReservationNumber(input)).toBe('ABCD2345EF'),
  )

  test('leaves a number that we issued as it is', () => {
    fc.assert(
      fc.property(tenBytes, bytes => {
        const number = reservationNumberFrom(bytes)
        expect(normaliseReservationNumber(number.toLowerCase())).toBe(number)
      }),
    )
  })
})
