// @vitest-environment node
import { describe, expect, test } from 'vitest'

import { cardInputOf, problemOf, shapeOf, shapeWhileTyped } from './card-input.ts'
import type { CardFieldName, NameRule } from './card-input.ts'

describe('the shape of a field', () => {
  test.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['４１１１　１１１１－１１１１－１１１２', '4111 1111 1111 1112'],
    ['378282246310005', '3782 822463 10005'],
    ['41', '41'],
    ['4111 1111', '4111 1111'],
    ['62000000000000000003', '6200 0000 0000 00000003'],
  ])('of a number: %s', (typed, shaped) => expect(shapeOf('number', typed)).toBe(shaped))

  test.each([
    ['1', '1'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['5', '05'],
    ['530', '05 / 30'],
    ['1330', '01 / 330'],
    ['05/2030', '05 / 2030'],
    ['１２／３０', '12 / 30'],
    ['2030-05', '05 / 2030'],
    ['12 / ', '12'],
    ['1/27', '01 / 27'],
    ['1 / 2027', '01 / 2027'],
    ['１／２７', '01 / 27'],
    ['1/', '01'],
    ['130', '01 / 30'],
    ['13', '13'],
    ['13/', '13 / '],
    ['13/30', '13 / 30'],
    ['2027/1', '01 / 2027'],
  ])('of an expiry: %s', (typed, shaped) => expect(shapeOf('expiry', typed)).toBe(shaped))

  test.each(['number', 'expiry', 'code'] as const)('no digit of the %s is ever lost', field => {
    for (const typed of [
      '1',
      '99',
      '31415926',
      '２７１８２８１８２８４５９０４５２３５３６０',
      '0 0 0',
      '13/31',
    ]) {
      const digits = typed.normalize('NFKC').replace(/\D/g, '')
      const shaped = shapeOf(field, typed).replace(/\D/g, '')
      // Only a leading zero may be added: a month has two digits.
      expect([digits, `0${digits}`]).toContain(shaped)
      expect(shapeOf(field, shapeOf(field, typed))).toBe(shapeOf(field, typed))
    }
  })
})

test.each([
  ['1/27', '01 / 27'],
  ['01/27', '01 / 27'],
  ['127', '12 / 7'],
  ['10/2030', '10 / 2030'],
  ['13/30', '13 / 30'],
  ['5/30', '05 / 30'],
  ['530', '05 / 30'],
])('a date typed key by key as %s becomes %s', (keys, shaped) =>
  expect(Array.from(keys).reduce((value, key) => shapeWhileTyped('expiry', value + key, false), '')).toBe(
    shaped,
  ),
)

test.each([
  ['1 / 27', '1 / 27'],
  [' / 27', ' / 27'],
  ['12 / ', '12'],
  ['0', '0'],
])('no zero is added to a date while the visitor deletes: %s', (left, shown) =>
  expect(shapeWhileTyped('expiry', left, true)).toBe(shown),
)

describe('the content of a field', () => {
  const problem = (
    field: CardFieldName,
    typed: string,
    today = '2026-11-21',
    nameRule: NameRule = 'letters',
  ) => problemOf(field, typed, { today, nameRule })?.key ?? null

  test.each([
    ['4111 1111 1111 1111', null],
    ['378282246310005', null],
    ['', 'common_validate_required'],
    ['4111 1111 1111 1112', 'payment_card_number_invalid'],
    ['4111', 'payment_card_number_invalid'],
  ])('number %s', (typed, key) => expect(problem('number', typed)).toBe(key))

  test.each([
    ['11 / 26', '2026-11-21', null],
    ['10 / 26', '2026-11-21', 'common_validate_expired'],
    ['01 / 27', '2026-11-21', null],
    ['12 / 2025', '2026-11-21', 'common_validate_expired'],
    ['11 / 26', '2026-12-01', 'common_validate_expired'],
    ['1/27', '2026-11-21', null],
    ['1 / 2027', '2026-11-21', null],
    ['13 / 30', '2026-11-21', 'payment_card_expiry_invalid'],
    ['00 / 30', '2026-11-21', 'payment_card_expiry_invalid'],
    ['12 / 7', '2026-11-21', 'payment_card_expiry_invalid'],
    ['12 / 027', '2026-11-21', 'payment_card_expiry_invalid'],
    ['12', '2026-11-21', 'payment_card_expiry_invalid'],
    ['', '2026-11-21', 'common_validate_required'],
  ])('expiry %s on %s (R-5.15)', (typed, today, key) => expect(problem('expiry', typed, today)).toBe(key))

  test.each([
    ['123', null],
    ['１２３４', null],
    ['12', 'payment_card_code_invalid'],
    ['12345', 'payment_card_code_invalid'],
  ])('security code %s', (typed, key) => expect(problem('code', typed)).toBe(key))

  test.each([
    ['TARO YAMADA', 'letters', null],
    ['ＴＡＲＯ　ＹＡＭＡＤＡ ', 'letters', null],
    ['TARO', 'letters', null],
    ['タロウ', 'letters', 'customer_name_validate'],
    ['TARO YAMADA', 'first_and_last', null],
    ['TARO', 'first_and_last', 'customer_name_containing_half_width_spaces_validate'],
    ['TARO  YAMADA', 'first_and_last', 'customer_name_containing_half_width_spaces_validate'],
  ] as const)('name %s by %s (R-5.13, R-5.14)', (typed, rule, key) =>
    expect(problem('name', typed, '2026-11-21', rule)).toBe(key),
  )
})

test.each(['05 / 30', '05 / 2030', '5/30'])('the providers accept digits alone: %s', expiry =>
  expect(
    cardInputOf({ number: '4111 1111 1111 1111', expiry, code: '１２３', name: ' TARO　YAMADA' }),
  ).toEqual({ number: '4111111111111111', month: '05', year: '2030', code: '123', name: 'TARO YAMADA' }),
)
