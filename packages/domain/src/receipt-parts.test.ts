import { expect, test } from 'vitest'

import { isOfDays, isReducedRate, paymentPurposes } from './receipt-parts.ts'

test.each([
  [10, false],
  [8, true],
  [0, false],
])('S-14.05: an item at %i percent is marked as reduced: %s', (rate, isMarked) => {
  expect(isReducedRate(rate)).toBe(isMarked)
})

test('S-14.08: the first payment is for the purchase, later ones are differences, negative ones went back, each for its own reason', () => {
  const payments = [
    { price: 6400 },
    { price: -400, returned_for_change: true },
    { price: 1000 },
    { price: -7000 },
  ] as const
  expect(paymentPurposes(payments)).toEqual(['first', 'difference_back', 'difference', 'back'])
  expect(paymentPurposes([])).toEqual([])
})

test.each([
  ['2026-12-02T10:00:00+09:00', '2026-12-02T10:30:00+09:00', false],
  ['2026-12-02T00:00:00+09:00', '2026-12-03T00:00:00+09:00', false],
  ['2026-12-02T23:30:00+09:00', '2026-12-03T00:30:00+09:00', false],
  ['2026-12-02T10:00:00+09:00', '2026-12-08T18:00:00+09:00', true],
])('a visit from %s to %s is of several days: %s', (from, to, expected) => {
  expect(isOfDays({ from, to })).toBe(expected)
})
