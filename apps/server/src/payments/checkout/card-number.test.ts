import { expect, test } from 'vitest'

import { holdsCardNumber } from './card-number.ts'

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  '4111.1111.1111.1111',
  '４１１１１１１１１１１１１１１１',
  '4111111111111111 123',
  '4111 1111 1111 1111 12/28 123',
  'card: 4111111111111111, thanks',
  'test_4111111111111111',
  '12/28 4111111111111111',
])('%s holds a card number (S-7.11)', text => {
  expect(holdsCardNumber({ deep: [{ field: text }] })).toBe(true)
})

test.each([
  '4111111111111112',
  '090-1234-5678',
  '20261121175803',
  'a4111111111111111b',
  '41111111111111114111111111111111',
  'tok_1f4111111111111111',
])('%s holds none', text => {
  expect(holdsCardNumber({ field: text })).toBe(false)
})

test('a number is found as a number, and in a name of a field', () => {
  expect(holdsCardNumber(4_111_111_111_111_111)).toBe(true)
  expect(holdsCardNumber({ '4111111111111111': 1 })).toBe(true)
})
