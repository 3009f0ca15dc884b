import { expect, test } from 'vitest'

import { methodDiscount } from './method-discount.ts'

test.each([
  ['fixed', 200, 7400, 200],
  ['fixed', 8000, 7400, 7400],
  ['percent', 5, 7400, 370],
  ['percent', 3, 1999, 59],
  ['percent', 100, 7400, 7400],
  ['percent', 130, 7400, 7400],
  ['points', 200, 7400, 0],
  ['fixed', 200, 0, 0],
])('%s %i of a price of %i takes %i off (S-4.01, S-4.03)', (type, amount, price, yen) => {
  expect(methodDiscount(price, { type, amount })).toBe(yen)
})

test('a method without a discount takes nothing off (S-4.01)', () => {
  expect(methodDiscount(7400, null)).toBe(0)
})
