import { describe, expect, test } from 'vitest'

import { fieldRules, judgeContents, violationOf } from './field-rules.ts'
import { ORDER_FIELDS, isOrderFieldName, normaliseAnswer } from './order-fields.ts'
import { firstViolation } from './rules.ts'

const NAMES = Object.keys(ORDER_FIELDS).filter(isOrderFieldName)
const shown = (field_name: string, is_require = false) => ({ field_name, is_display: true, is_require })
const EMAIL = { key: 'email', value: 'a@b.co' }

describe('fieldRules', () => {
  test.each([
    ['email', 'a@b.co', 'a@b', 'mail_validate_invalid'],
    ['phone', '03-1234-5678', '12345', 'common_validate_phone'],
    ['fullname', '𠮷'.repeat(100), 'a'.repeat(101), 'common_validate_max'],
    ['fullname', '葛\u{e0100}'.repeat(100), `a${'\u0301'.repeat(501)}`, 'common_validate_max'],
    ['address', 'a'.repeat(300), 'a'.repeat(301), 'common_validate_max'],
    ['resident_area', '東京都', 'a'.repeat(101), 'common_validate_max'],
    ['questionnaire3', '🎫'.repeat(1000), 'a'.repeat(1001), 'common_validate_max'],
    ['age', '80 and above', '17', 'common_validate_required'],
    ['gender', 'no_answer', 'x', 'common_validate_required'],
    ['mail_magazine', 'false', 'yes', 'common_validate_required'],
  ] as const)('%s takes %.20s and refuses %.20s (R-5.09, R-5.16, R-5.17)', (name, good, bad, key) => {
    expect(firstViolation(good, fieldRules(name, true))).toBeNull()
    expect(firstViolation(bad, fieldRules(name, false))?.key).toBe(key)
  })

  test.each(NAMES.filter(name => name !== 'email'))(
    '%s may be blank unless it is required (R-5.12)',
    name => {
      expect(firstViolation('', fieldRules(name, false))).toBeNull()
      expect(firstViolation('', fieldRules(name, true))?.key).toBe('common_validate_required')
    },
  )

  test('the address is always required: the tickets go there (R-5.12)', () => {
    expect(firstViolation('', fieldRules('email', false))?.key).toBe('common_validate_required')
  })

  test('noSend passes required (D-25)', () => {
    for (const name of ['gender', 'age', 'resident_area'] as const) {
      expect(firstViolation('noSend', fieldRules(name, true))).toBeNull()
    }
  })

  test('an unticked magazine is an answer', () => {
    expect(firstViolation(false, fieldRules('mail_magazine', true))).toBeNull()
  })
})

test('an answer is judged in its normal form (D-27, R-9.14)', () => {
  expect(violationOf('phone', true, '０９０ー１２３４ー５６７８')).toBeNull()
  expect(violationOf('fullname', true, '\u200b')?.key).toBe('common_validate_required')
})

describe('judgeContents', () => {
  test('names each field that is wrong, and returns the answers in their normal form', () => {
    const templates = [
      shown('email', true),
      shown('fullname', true),
      shown('phone'),
      shown('shoe_size', true),
    ]
    const contents = [
      { key: 'phone', value: '１' },
      { key: 'email', value: 'ａ@b.co' },
    ]
    expect(judgeContents(contents, templates)).toEqual({
      answers: [
        { key: 'phone', value: '1' },
        { key: 'email', value: 'a@b.co' },
      ],
      problems: [
        { field: 'fullname', rule: 'common_validate_required' },
        { field: 'phone', rule: 'common_validate_phone' },
      ],
    })
  })

  test('does not require an answer that may be omitted, nor a field that is not displayed (D-25)', () => {
    const hidden = { field_name: 'phone', is_display: false, is_require: true }
    const templates = [shown('email'), shown('gender', true), shown('age', true), hidden]
    expect(judgeContents([EMAIL], templates).problems).toEqual([])
    expect(judgeContents([EMAIL, { key: 'gender', value: '' }], templates).problems).toHaveLength(1)
  })

  test.each([
    ['a field that is hidden', [EMAIL, { key: 'phone', value: '' }], 'unexpected'],
    ['a field that nobody knows (R-3.136)', [EMAIL, { key: 'shoe_size', value: '27' }], 'unexpected'],
    ['the same field twice', [EMAIL, EMAIL], 'duplicate'],
  ])('refuses %s', (_, contents, rule) => {
    expect(judgeContents(contents, [shown('email')]).problems).toEqual([{ field: 'contents', rule }])
  })

  test('a site that hides the address cannot sell', () => {
    expect(judgeContents([], []).problems).toEqual([{ field: 'email', rule: 'common_validate_required' }])
  })
})

describe('S-15.05: the length of an answer is judged before anything reads it', () => {
  test.each(NAMES)('%s', field => {
    const { most } = ORDER_FIELDS[field]
    const long = `ａ${'　'.repeat(most)}ａ`
    expect(normaliseAnswer(field, long)).toBe(long)
    expect(violationOf(field, false, long)).not.toBeNull()
    expect(normaliseAnswer(field, '　'.repeat(most + 1))).toBe('')
  })

  test('an address that is too long is not an address, as one that is wrong', () => {
    const typed = `${'a'.repeat(320)}@example.com`
    expect(judgeContents([{ key: 'email', value: typed }], [shown('email')]).problems).toEqual([
      { field: 'email', rule: 'mail_validate_invalid' },
    ])
  })
})
