import { NO_COUNTS } from '@kippu/domain/books/flows'
import { expect, test } from 'vitest'

import { totalOf } from './sales-report.ts'

test('the total of sales adds up groups, rate by rate, the highest first', () => {
  const rate = (percent: number, withTax: number, tax: number) => ({ rate: percent, withTax, tax, base: 0 })
  const lines = [
    { ...NO_COUNTS, group: 'a', net: 1_900, visits: 1, rates: [rate(8, 800, 59), rate(10, 1_100, 100)] },
    { ...NO_COUNTS, group: 'b', net: 2_200, visits: 2, rates: [rate(10, 2_200, 200)] },
  ]
  expect(totalOf(lines)).toEqual({
    ...NO_COUNTS,
    group: 'total',
    visits: 3,
    net: 4_100,
    rates: [
      { rate: 10, withTax: 3_300, tax: 300, base: 3_000 },
      { rate: 8, withTax: 800, tax: 59, base: 741 },
    ],
  })
})
