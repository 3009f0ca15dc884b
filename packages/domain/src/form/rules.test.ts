import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alphaNum,
  cardName,
  cardNameContainingHalfWidthSpaces,
  email,
  expired,
  firstViolation,
  max,
  maxLine,
  min,
  numeric,
  oneOf,
  phone,
  required,
  sameEmail,
} from './rules.ts'
import type { Rule } from './rules.ts'

const TODAY = '2026-11-21'
const FULL_WIDTH_SPACE = '\u3000'
/** With 64 letters and an @ before it and `.co` after it, an address is as long as any may be. */
const DOMAIN_OF_186 = ['b'.repeat(63), 'c'.repeat(63), 'd'.repeat(58)].join('.')

/** Name, rule, message key, valid values, invalid values. */
const CASES: [name: string, rule: Rule, key: string, answers: { stand: string[]; fail: string[] }][] = [
  ['max 5 (R-5.09)', max(5), 'common_validate_max', { stand: ['12345', '𠮷𠮷𠮷𠮷𠮷'], fail: ['123456'] }],
  [
    'maxLine 5',
    maxLine(5),
    'common_validate_max',
    {
      stand: ['𠮷田 太郎', '葛\u{e0100}城', '👨‍👩‍👧👨‍👩‍👧', 'ก็ก็ก็'],
      fail: ['123456', `a${'\u0301'.repeat(10_000)}`],
    },
  ],
  ['min 3 (R-5.10)', min(3), 'common_validate_min', { stand: ['abc'], fail: ['ab', '𠮷𠮷'] }],
  [
    'numeric (R-5.11)',
    numeric(),
    'common_validate_num',
    { stand: ['0123'], fail: ['12a', '1.5', '-1', ' 1', '１２', '1\n'] },
  ],
  [
    'cardName (R-5.13, R-9.13)',
    cardName(),
    'customer_name_validate',
    {
      stand: ['TARO YAMADA', 'A', 'taro', 'A'.repeat(30)],
      fail: ['A'.repeat(31), 'TARO1', 'O’NEIL', "O'NEIL", 'タロウ', `TARO${FULL_WIDTH_SPACE}YAMADA`],
    },
  ],
  [
    'cardNameContainingHalfWidthSpaces (R-5.14)',
    cardNameContainingHalfWidthSpaces(),
    'customer_name_containing_half_width_spaces_validate',
    {
      stand: ['TARO YAMADA', `${'A'.repeat(15)} ${'B'.repeat(14)}`],
      fail: [
        'TARO',
        'TARO  YAMADA',
        ' TARO YAMADA',
        'TARO YAMADA ',
        'A B C',
        `${'A'.repeat(15)} ${'B'.repeat(15)}`,
        `TARO${FULL_WIDTH_SPACE}YAMADA`,
      ],
    },
  ],
  [
    'expired (R-5.15, D-30)',
    expired(TODAY),
    'common_validate_expired',
    {
      stand: ['11/26', '11/2026', '01/27', '1 / 27', '12/2099'],
      fail: ['10/26', '12/2025', '00/27', '13/27', '1127', '11/026', 'ab/cd'],
    },
  ],
  [
    'email (R-5.16, D-29)',
    email(),
    'mail_validate_invalid',
    {
      stand: [
        'a@b.co',
        "o'neil+tag@mail.example.com",
        `${'a'.repeat(64)}@b.co`,
        '1@2.3',
        `${'a'.repeat(64)}@${DOMAIN_OF_186}.co`,
      ],
      fail: [
        'a@b',
        'a@@b.co',
        'a b@c.co',
        'a@b..co',
        'a@',
        '@b.co',
        'a@b.co\n',
        'a@-b.co',
        'あ@b.co',
        'a\u200b@b.co',
        'ａ@b.co',
        `${'a'.repeat(65)}@b.co`,
        `${'a'.repeat(64)}@${DOMAIN_OF_186}.com`,
      ],
    },
  ],
  [
    'phone (R-5.17, R-5.18, D-28)',
    phone(),
    'common_validate_phone',
    {
      stand: ['123456789', '123456789012', '03-1234-5678', '090-1234-5678', '01234-5-678', '03-1-234'],
      fail: [
        '12345678',
        '1234567890123',
        '0-1234-5678',
        '012345-1-123',
        '090-12345-678',
        '03-1234-56',
        '03-1234-56789',
        '03-12345678',
        '+819012345678',
        '０９０１２３４５６７８',
      ],
    },
  ],
  [
    'sameEmail (R-5.19)',
    sameEmail('a@b.co'),
    'mail_validate_defferent',
    { stand: ['a@b.co', ' a@b.co '], fail: ['A@b.co', 'b@b.co'] },
  ],
  [
    'alphaNum (R-5.20)',
    alphaNum(),
    'common_validate_alpha_num',
    { stand: ['abc123'], fail: ['abc-1', 'ａｂ', 'é', 'a b'] },
  ],
  [
    'oneOf',
    oneOf(['male', 'female']),
    'common_validate_required',
    { stand: ['male'], fail: ['Male', 'other'] },
  ],
]

describe.each(CASES)('%s', (_, rule, key, { stand, fail }) => {
  test.each(stand)('%j is valid', value => expect(rule(value)).toBeNull())
  test.each(fail)('%j fails', value => expect(rule(value)).toMatchObject({ key }))

  test.each(['', '   ', FULL_WIDTH_SPACE, null, undefined])('blank %j passes (D-27)', value => {
    expect(rule(value)).toBeNull()
  })

  test('a value that cannot be an answer fails', () => {
    for (const value of [{}, [], ['male'], () => 'a']) expect(rule(value)).toMatchObject({ key })
  })
})

describe('required (R-5.12)', () => {
  test.each(['', '   ', FULL_WIDTH_SPACE, '\n', null, undefined])('%j is blank', value => {
    expect(required()(value)).toEqual({ key: 'common_validate_required' })
  })

  test.each(['0', 0, false, 'noSend', 'a'])('%j is an answer (D-25)', value => {
    expect(required()(value)).toBeNull()
  })
})

test('the message contains the lengths (R-5.09, R-5.10)', () => {
  expect(max(5)('123456')).toEqual({ key: 'common_validate_max', params: { length: 5 } })
  expect(min(3)('ab')).toEqual({ key: 'common_validate_min', params: { length: 3 } })
})

test('a card that expires in November is valid through November in Japan (R-5.15)', () => {
  expect(expired('2026-11-30')('11/26')).toBeNull()
  expect(expired('2026-12-01')('11/26')).toMatchObject({ key: 'common_validate_expired' })
})

describe('firstViolation (R-5.23)', () => {
  const rules = [required(), numeric(), min(3)]

  test.each([
    ['', 'common_validate_required'],
    ['a', 'common_validate_num'],
    ['12', 'common_validate_min'],
  ])('%j fails by %s only', (value, key) => {
    expect(firstViolation(value, rules)?.key).toBe(key)
  })

  test('an answer that satisfies all rules is valid', () => {
    expect(firstViolation('123', rules)).toBeNull()
    expect(firstViolation('anything', [])).toBeNull()
  })

  test('is the violation of the first rule that fails, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), value => {
        expect(firstViolation(value, rules)).toEqual(
          rules.map(rule => rule(value)).find(v => v !== null) ?? null,
        )
      }),
    )
  })
})

test('every rule returns a result for every text', () => {
  const rules = CASES.map(([, rule]) => rule)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), value => {
      const keys = rules.map(rule => rule(value)?.key ?? 'stands')
      expect(keys).toHaveLength(rules.length)
    }),
  )
})
