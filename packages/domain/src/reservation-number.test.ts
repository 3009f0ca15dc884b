import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  faultOfReservationNumber,
  normaliseReservationNumber,
  reservationNumberFrom,
} from './reservation-number.ts'

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

  /** Each keeps what a reader sees as the number. */
  const WAYS = {
    'lower case': (s: string) => s.toLowerCase(),
    'full width': (s: string) => s.replaceAll(/[!-~]/g, c => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    'in groups': (s: string) => s.replaceAll(/(.{4})(?=.)/gu, '$1 '),
    'with hyphens': (s: string) => s.replaceAll(/(.{5})(?=.)/gu, '$1-'),
    'with dashes of a Japanese keyboard': (s: string) => s.replaceAll(/(.{2})(?=.)/gu, '$1ー'),
    'with wide spaces around': (s: string) => `\u3000${s}\u3000`,
    'with a line break': (s: string) => `${s}\r\n`,
    'with blanks without width': (s: string) => Array.from(s).join('\u200b'),
    'with hyphens that nobody sees': (s: string) => Array.from(s).join('\u00ad'),
    'in a line of a mail': (s: string) => `ご予約番号：${s}`,
    'in a sentence': (s: string) => `予約番号は「${s}」です。`,
    'with the mark of a number': (s: string) => `#${s}`,
    'with a full stop': (s: string) => `${s}。`,
    'with direction marks': (s: string) => `\u202a${s}\u202c`,
  } as const satisfies Record<string, (s: string) => string>
  const ways = fc.array(fc.constantFrom(...Object.values(WAYS)), { maxLength: 4 })

  test('R-7.35: a number that we issued is read from any way of writing it, and from ways of ways', () => {
    fc.assert(
      fc.property(tenBytes, ways, (bytes, chosen) => {
        const number = reservationNumberFrom(bytes)
        const written = chosen.reduce((text, way) => way(text), number)
        expect(normaliseReservationNumber(written)).toBe(number)
        expect(faultOfReservationNumber(written)).toBeNull()
      }),
    )
  })

  test.each([
    ['Reservation number: ABCD2345EF', 'ABCD2345EF'],
    ['Your TICKETS AND ABCD-2345-EF, please.', 'ABCD2345EF'],
    ['BLACKBERRY ABCD2345EF', 'ABCD2345EF'],
  ])('the number in %j is %s', (text, number) => {
    expect(normaliseReservationNumber(text)).toBe(number)
  })

  test('a text with two numbers has none', () => {
    expect(faultOfReservationNumber('ABCD2345EF / ABCD2345EG')).toBe('form')
  })

  test('two numbers are never read as one', () => {
    fc.assert(
      fc.property(tenBytes, tenBytes, ways, (one, other, chosen) => {
        const [a, b] = [reservationNumberFrom(one), reservationNumberFrom(other)]
        const written = chosen.reduce((text, way) => way(text), b)
        expect(normaliseReservationNumber(written) === a).toBe(a === b)
      }),
    )
  })

  test('leaves a number that we issued as it is', () => {
    fc.assert(
      fc.property(tenBytes, bytes => {
        const number = reservationNumberFrom(bytes)
        expect(normaliseReservationNumber(number.toLowerCase())).toBe(number)
      }),
    )
  })
})

describe('faultOfReservationNumber (S-8.02)', () => {
  test.each(['', ' ', '\u3000-\u200b'])('%j is empty', input =>
    expect(faultOfReservationNumber(input)).toBe('empty'),
  )

  test.each(['ABCD2345E0', 'abcd2345eo', 'ＡＢＣＤ２３４５Ｅ１', 'iBCD2345EF', 'O', 'ABCDEFGH10XYZ'])(
    '%j has a character that is mistaken for another one, and that no number has',
    input => expect(faultOfReservationNumber(input)).toBe('mistakable'),
  )

  test.each(['ABCD2345E', 'ABCD2345EFG', 'ABCD2345E!', 'ABCD2345Eあ', 'rsv_ABCD23', '😀BCD2345EF'])(
    '%j has another form',
    input => expect(faultOfReservationNumber(input)).toBe('form'),
  )
})
