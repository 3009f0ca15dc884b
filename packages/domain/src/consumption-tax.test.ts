import { describe, expect, test } from 'vitest'

import { taxesOf, taxesOfTotal, taxOf } from './consumption-tax.ts'

test('S-14.05: the tax of each rate is rounded down once, of all that was paid at it', () => {
  const paid = [
    { taxRate: 8, yen: 107 },
    { taxRate: 10, yen: 105 },
    { taxRate: 10, yen: 105 },
  ]
  // A yen would be lost if each line were rounded.
  expect(taxesOf(paid)).toEqual([
    { taxRate: 10, yen: 210, tax: 19 },
    { taxRate: 8, yen: 107, tax: 7 },
  ])
  expect(taxOf(paid)).toBe(26)
})

test('S-14.05: nothing contains no tax', () => {
  expect([taxesOf([]), taxOf([{ taxRate: 10, yen: 0 }])]).toEqual([[], 0])
})

describe('S-14.05: a total that is another one than what was bought', () => {
  const bought = [
    { taxRate: 10, yen: 6000 },
    { taxRate: 8, yen: 3000 },
  ]
  test('is shared by the rates in proportion, to the yen', () => {
    expect(taxesOfTotal(100, bought)).toEqual([
      { taxRate: 10, yen: 67, tax: 6 },
      { taxRate: 8, yen: 33, tax: 2 },
    ])
  })

  test('is what was bought where both are equal', () => {
    expect(taxesOfTotal(9000, bought)).toEqual(taxesOf(bought))
  })

  test('has one rate where nothing had a price', () => {
    expect(taxesOfTotal(500, [{ taxRate: 10, yen: 0 }])).toEqual([{ taxRate: 10, yen: 500, tax: 45 }])
  })
})
