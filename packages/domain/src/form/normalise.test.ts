import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cleanLine,
  foldWidth,
  graphemeLength,
  normaliseEmail,
  normalisePhone,
  utf8Length,
} from './normalise.ts'
import { cardNameContainingHalfWidthSpaces, email, phone } from './rules.ts'

const anyText = fc.string({ unit: 'binary' })

describe('foldWidth (D-27)', () => {
  test.each([
    ['', ''],
    ['０１２３４５６７８９', '0123456789'],
    ['ＴＡＲＯ　ＹＡＭＡＤＡ', 'TARO YAMADA'],
    ['ａｂｃ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'abc@example.com'],
    ['０３－１２３４－５６７８', '03-1234-5678'],
    ['０９０ー１２３４ー５６７８', '090-1234-5678'],
    ['090‐1234–5678', '090-1234-5678'],
    ['090−1234—5678', '090-1234-5678'],
    ['090ｰ1234―5678', '090-1234-5678'],
    ['1ー2ー3ー4', '1-2-3-4'],
    ['スーパー', 'スーパー'],
    ['タワー3', 'タワー3'],
    ['ﾀﾅｶ ﾀﾛｳ', 'ﾀﾅｶ ﾀﾛｳ'],
    ['㈱①', '㈱①'],
  ])('%j becomes %j', (input, output) => {
    expect(foldWidth(input)).toBe(output)
  })

  test('folding twice gives the same as once', () => {
    fc.assert(
      fc.property(anyText, s => {
        expect(foldWidth(foldWidth(s))).toBe(foldWidth(s))
      }),
    )
  })

  test('a cardholder name in full width satisfies the rule after folding', () => {
    expect(cardNameContainingHalfWidthSpaces()(foldWidth('ＴＡＲＯ　ＹＡＭＡＤＡ'))).toBeNull()
  })
})

describe('normalisePhone', () => {
  test.each([
    ['０３－１２３４－５６７８', '03-1234-5678'],
    ['０９０ー１２３４ー５６７８', '090-1234-5678'],
    ['09012345678', '09012345678'],
    [' 090-1234-5678 ', '090-1234-5678'],
    ['090 1234 5678', '090-1234-5678'],
    ['０９０　１２３４　５６７８', '090-1234-5678'],
    ['(03)1234-5678', '03-1234-5678'],
    ['03(1234)5678', '03-1234-5678'],
    ['（０３）１２３４ー５６７８', '03-1234-5678'],
    ['03.1234.5678', '03-1234-5678'],
    ['0312 345678', '0312345678'],
    ['（０３）ー１２３４ー５６７８', '03-1234-5678'],
    ['+81 90-1234-5678', '090-1234-5678'],
    ['+819012345678', '09012345678'],
    ['+81 (0)90 1234 5678', '090-1234-5678'],
    ['＋８１　９０　１２３４　５６７８', '090-1234-5678'],
    ['+66 81 234 5678', '66812345678'],
    ['\u202a090-1234-5678\u202c', '090-1234-5678'],
    ['090─1234─5678', '090-1234-5678'],
    ['電話：090-1234-5678', '090-1234-5678'],
    ['TEL 03(1234)5678', '03-1234-5678'],
    ['\u0002090-1234-5678\u0003\r\n', '090-1234-5678'],
    ['+86 138 1234 5678', '86138-1234-5678'],
    ['+8613812345678', '86138-1234-5678'],
    ['+86-138-1234-5678', '86138-1234-5678'],
    ['+86138 1234 5678', '86138-1234-5678'],
    ['86-138-1234-5678', '86138-1234-5678'],
    ['8613812345678', '86138-1234-5678'],
    ['0086 138 1234 5678', '86138-1234-5678'],
    ['＋８６ー１３８ー１２３４ー５６７８', '86138-1234-5678'],
    ['+49 1512 3456789', '49151-2345-6789'],
    ['+62 812-3456-7890', '62812-3456-7890'],
    ['+55 11 91234-5678', '55119-1234-5678'],
    ['0081 90 1234 5678', '090-1234-5678'],
    ['+44 7911 123456', '447911123456'],
    ['+852 5123 4567', '852-5123-4567'],
  ])('%j becomes %j, which satisfies the rule', (input, output) => {
    expect(normalisePhone(input)).toBe(output)
    expect(phone()(output)).toBeNull()
  })

  test.each(['', '03-12345678', '12345678', 'call me', '090-1234-5678 ext 9', '00', '000-1234-5678'])(
    '%j stays as it is, and the rule judges it',
    input => expect(normalisePhone(input)).toBe(input),
  )

  test('normalising twice gives the same as once', () => {
    const typed = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789-+() .ー０１８')),
      maxLength: 20,
    })
    fc.assert(
      fc.property(fc.oneof(typed, anyText), s => {
        expect(normalisePhone(normalisePhone(s))).toBe(normalisePhone(s))
      }),
    )
  })
})

describe('normaliseEmail', () => {
  test.each([
    ['ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'taro@example.com'],
    ['taro＠example．com', 'taro@example.com'],
    ['taro@example。co｡jp', 'taro@example.co.jp'],
    ['　taro@example.com \n', 'taro@example.com'],
    ['Taro@Example.com', 'Taro@Example.com'],
  ])('%j becomes %j', (input, output) => {
    expect(normaliseEmail(input)).toBe(output)
    expect(email()(output)).toBeNull()
  })

  test.each(['\u200b', '\u200e', '\u202e', '\u2066', '\ufeff', '\r\nBcc: x@y.co'])(
    'an address that hides %j is refused, not repaired',
    hidden => {
      expect(email()(normaliseEmail(`${hidden}taro@example.com`))).not.toBeNull()
      expect(email()(normaliseEmail(`taro@example.com${hidden}x`))).not.toBeNull()
    },
  )
})

describe('cleanLine', () => {
  test.each([
    ['𠮷田 太郎', 'a kanji outside the first plane'],
    ['山﨑', 'a compatibility kanji (U+FA11)'],
    ['葛\u{e0100}城', 'a variation selector'],
    ['㈱キップ ①', 'signs that NFKC would take apart'],
    ['ﾀﾅｶ ﾀﾛｳ', 'half-width kana'],
    ['山田　太郎', 'a full-width space'],
    ['林', 'one character'],
    ["O'Neil-Śmith", 'apostrophe, hyphen, diacritics'],
    ['e\u0301', 'a combining mark'],
    ['สมชาย ใจดี', 'Thai'],
    ['김철수', 'Hangul'],
    ['👨‍👩‍👧', 'an emoji of several, with its joiners'],
    ['👩🏽‍🚀🎫', 'an emoji with a skin tone'],
    ['❤️‍🔥', 'an emoji with a variation selector'],
    [' Taro ', 'outer blanks (R-7.79)'],
    ['', 'nothing'],
  ])('keeps %j: %s', name => {
    expect(cleanLine(name)).toBe(name)
  })

  test.each([
    ['\u202eevil\u202c', 'evil', 'bidi overrides'],
    ['\u2066Taro\u2069', 'Taro', 'bidi isolates'],
    ['Ta\u200fro\u200e', 'Taro', 'direction marks'],
    ['Ta\u200bro\ufeff\u2060', 'Taro', 'blanks without width'],
    ['Ta\u200dro', 'Taro', 'a joiner that joins no emoji'],
    ['👨\u200dTaro', '👨Taro', 'a joiner between an emoji and a letter'],
    ['Taro\r\nBcc: x@y.co', 'Taro Bcc: x@y.co', 'line breaks, so that no mail header can be added'],
    ['Taro\tYamada', 'Taro Yamada', 'a tab'],
    ['Taro\u0000\u0007', 'Taro', 'control characters'],
    ['Taro\ud800', 'Taro', 'a lone surrogate'],
  ])('%j becomes %j: %s', (input, output) => {
    expect(cleanLine(input)).toBe(output)
  })

  test('leaves nothing that breaks a line, changes the text direction or cannot be stored, and is stable', () => {
    fc.assert(
      fc.property(anyText, s => {
        const name = cleanLine(s)
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u)
        expect(cleanLine(name)).toBe(name)
      }),
    )
  })
})

describe('lengths', () => {
  test.each([
    ['', 0, 0],
    ['Taro', 4, 4],
    ['𠮷田 太郎', 5, 14],
    ['葛\u{e0100}城', 2, 10],
    ['é', 1, 2],
    ['👨‍👩‍👧', 1, 18],
    ['한', 1, 3],
  ])('%j has %i graphemes in %i bytes', (text, graphemes, bytes) => {
    expect(graphemeLength(text)).toBe(graphemes)
    expect(utf8Length(text)).toBe(bytes)
  })

  test('a long run of combining marks is one grapheme, but its bytes are counted', () => {
    const storm = `a${'\u0301'.repeat(10_000)}`
    expect(graphemeLength(storm)).toBe(1)
    expect(utf8Length(storm)).toBe(20_001)
  })

  test('bytes are those of UTF-8', () => {
    fc.assert(
      fc.property(anyText, s => {
        expect(utf8Length(s)).toBe(Buffer.byteLength(s))
      }),
    )
  })
})
