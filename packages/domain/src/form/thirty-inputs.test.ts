import { expect, test } from 'vitest'

import { judgeContents, violationOf } from './field-rules.ts'
import { foldWidth, graphemeLength } from './normalise.ts'
import { ORDER_FIELDS, contentsOf, normaliseAnswer } from './order-fields.ts'
import { cardNameContainingHalfWidthSpaces } from './rules.ts'

/**
 * Thirty difficult inputs for the buyer form: what a visitor types, what the form shows and the server stores, and the
 * key of the rule where both refuse it. The tests of passwords and coupon codes are beside their own screens and
 * functions.
 */
const INPUTS = [
  ['full-width digits', 'phone', '０３－１２３４－５６７８', '03-1234-5678'],
  ['long vowel marks U+30FC', 'phone', '０９０ー１２３４ー５６７８', '090-1234-5678'],
  ['hyphens U+2010 and U+2011', 'phone', '090\u20101234\u20115678', '090-1234-5678'],
  ['dashes U+2012 and U+2013', 'phone', '090\u20121234\u20135678', '090-1234-5678'],
  ['dashes U+2014 and U+2015', 'phone', '090\u20141234\u20155678', '090-1234-5678'],
  ['minus U+2212 and half-width mark U+FF70', 'phone', '090\u22121234\uff705678', '090-1234-5678'],
  ['the country code', 'phone', '+81 90-1234-5678', '090-1234-5678'],
  ['blanks', 'phone', '090 1234 5678', '090-1234-5678'],
  ['brackets', 'phone', '(03) 1234-5678', '03-1234-5678'],
  ['a full-width at sign', 'email', 'taro＠example.com', 'taro@example.com'],
  ['a full-width full stop', 'email', 'taro@example．com', 'taro@example.com'],
  ['half-width kana', 'fullname', 'ﾀﾅｶ ﾀﾛｳ', 'ﾀﾅｶ ﾀﾛｳ'],
  ['a kanji outside the first plane', 'fullname', '𠮷田 太郎', '𠮷田 太郎'],
  ['a compatibility kanji', 'fullname', '山\ufa11', '山\ufa11'],
  ['a variation selector', 'fullname', '葛\u{e0100}城', '葛\u{e0100}城'],
  ['signs that NFKC would take apart', 'fullname', '㈱キップ①', '㈱キップ①'],
  ['a right-to-left mark in a name', 'fullname', 'Ta\u200fro', 'Taro'],
  ['a blank without width in a name', 'fullname', 'Ta\u200bro', 'Taro'],
  ['a bidi override in a name', 'fullname', '\u202eTaro\u202c', 'Taro'],
  ['bidi isolates in a name', 'fullname', '\u2066Taro\u2069', 'Taro'],
  ['a blank without width in an address', 'email', 'ta\u200bro@b.co', null],
  ['a bidi override in an address', 'email', 'taro\u202e@b.co', null],
  ['an emoji of three', 'fullname', '👨‍👩‍👧', '👨‍👩‍👧'],
  ['10,000 marks on a letter', 'fullname', `a${'\u0301'.repeat(10_000)}`, null],
  ['one character', 'fullname', '林', '林'],
  ['a full-width space', 'fullname', '山田\u3000太郎', '山田\u3000太郎'],
  ['an apostrophe', 'fullname', "O'Neil", "O'Neil"],
  ['Thai', 'fullname', 'สมชาย ใจดี', 'สมชาย ใจดี'],
  ['Hangul', 'fullname', '김철수', '김철수'],
  ['what a spreadsheet would compute', 'fullname', '=1+1', '=1+1'],
] as const

test('there are thirty of them', () => expect(INPUTS).toHaveLength(30))

test.each(INPUTS)(
  '%s in %s: %.30j becomes %j, in the browser and on the server (D-27, R-5.09, R-9.14)',
  (_, field, typed, becomes) => {
    const template = { field_name: field, is_display: true, is_require: true }
    const inBrowser = violationOf(field, true, typed)
    const [sent] = contentsOf({ [ORDER_FIELDS[field].formKey]: typed }, [template])
    const templates = field === 'email' ? [template] : [template, { ...template, field_name: 'email' }]
    const others = field === 'email' ? [] : [{ key: 'email', value: 'a@b.co' }]
    const { answers, problems } = judgeContents([{ key: field, value: typed }, ...others], templates)
    expect(problems.map(({ rule }) => rule)).toEqual(inBrowser === null ? [] : [inBrowser.key])
    expect(answers[0]).toEqual(sent)
    expect(inBrowser === null ? normaliseAnswer(field, typed) : null).toBe(becomes)
  },
)

test('a name is counted as a reader counts it: 5 characters in 6 code units', () => {
  expect(['𠮷田 太郎'.length, graphemeLength('𠮷田 太郎')]).toEqual([6, 5])
})

test('a cardholder in full width is folded, then has two Latin words (R-5.14)', () => {
  expect(cardNameContainingHalfWidthSpaces()(foldWidth('ＴＡＲＯ　ＹＡＭＡＤＡ'))).toBeNull()
})
