import fc from 'fast-check'
import { expect, test } from 'vitest'

import { allocate } from './allocation.ts'
import { sumOf } from './sum.ts'

test('parts are in proportion, and the rest from rounding goes to the largest remainders', () => {
  expect(allocate(100, [3200, 3200, 1000])).toEqual([43, 43, 14])
  expect(allocate(2, [1, 1, 1])).toEqual([1, 1, 0])
  expect(allocate(7400, [6400, 1000])).toEqual([6400, 1000])
})

test('zero is shared into zeros', () => {
  expect(allocate(0, [])).toEqual([])
  expect(allocate(0, [0, 0])).toEqual([0, 0])
  expect(allocate(500, [0, 1000])).toEqual([0, 500])
})

test('parts sum up exactly, and none is negative or above its weight', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { maxLength: 50 })
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (shares, part) => {
      const amount = Math.floor(sumOf(shares) * part)
      const parts = allocate(amount, shares)
      expect(sumOf(parts)).toBe(amount)
      expect(parts.every((yen, index) => yen >= 0 && yen <= shares[index]!)).toBe(true)
    }),
  )
})
