import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEFAULT_LOW_STOCK_THRESHOLD,
  isTimeSpanOnSale,
  lowStockThresholdOf,
  productStockStatusOf,
  stockStatusOf,
} from './availability.ts'
import type { SaleWindow } from './availability.ts'

describe('stock status (S-2.08, S-2.09)', () => {
  test.each([
    [0, 'sold_out', 'sold_out'],
    [1, 'few', 'is_few'],
    [10, 'few', 'is_few'],
    [11, 'normal', 'normal'],
  ])('%i left at threshold 10 is %s / %s', (count, status, productStatus) => {
    expect(stockStatusOf(count, 10)).toBe(status)
    expect(productStockStatusOf(count, 10)).toBe(productStatus)
  })

  test('no row, or a closed day, is closed', () => {
    expect(productStockStatusOf(null, 10)).toBe('closed')
  })

  test.each([
    [undefined, 10],
    ['', 10],
    [' ', 10],
    ['x', 10],
    ['-1', 10],
    ['2.5', 10],
    ['0', 0],
    ['3', 3],
  ])('Low_Stock_Threshold %j is %i', (setting, threshold) => {
    expect(DEFAULT_LOW_STOCK_THRESHOLD).toBe(10)
    expect(lowStockThresholdOf(setting)).toBe(threshold)
  })

  test('a threshold of 3 makes 3 few and 4 normal', () => {
    expect([3, 4].map(count => stockStatusOf(count, lowStockThresholdOf('3')))).toEqual(['few', 'normal'])
  })
})

describe('isTimeSpanOnSale (S-2.10)', () => {
  const at = (now: string, more: Partial<SaleWindow>) =>
    isTimeSpanOnSale({
      saleType: 'time',
      startsAt: '2026-12-24T10:00:00+09:00',
      endsAt: '2026-12-24T11:00:00+09:00',
      visitDate: '2026-12-24',
      graceMinutes: 15,
      soldUntil: null,
      nowMs: Date.parse(now),
      ...more,
    })

  test.each([
    ['2026-12-23T10:00:00+09:00', true],
    ['2026-12-24T10:14:59+09:00', true],
    ['2026-12-24T10:15:00+09:00', false],
    ['2026-12-24T11:00:00+09:00', false],
  ])('a timed span at %s: %s (start and grace)', (now, onSale) => {
    expect(at(now, {})).toBe(onSale)
  })

  test('a timed span is not sold after its end, however long the grace (D-76)', () => {
    const late = { graceMinutes: 90 }
    expect(at('2026-12-24T10:59:59+09:00', late)).toBe(true)
    expect(at('2026-12-24T11:00:00+09:00', late)).toBe(false)
  })

  test.each([
    ['2026-12-24T21:29:59+09:00', '2026-12-24T21:30:00+09:00', true],
    ['2026-12-24T21:30:00+09:00', '2026-12-24T21:30:00+09:00', false],
    ['2026-12-24T23:59:59+09:00', '2026-12-25T00:00:00+09:00', true],
    ['2026-12-24T23:59:59+09:00', '2026-12-25T02:00:00+09:00', true],
    ['2026-12-25T00:00:00+09:00', '2026-12-25T02:00:00+09:00', false],
  ])('a day at %s that ends %s: %s (its hours, at most its day in Japan) (D-76)', (now, endsAt, onSale) => {
    expect(at(now, { saleType: 'date', startsAt: '2026-12-24T17:30:00+09:00', endsAt })).toBe(onSale)
  })

  test.each([
    ['2027-01-31T17:59:59+09:00', '2027-01-31T18:00:00+09:00', true],
    ['2027-01-31T18:00:00+09:00', '2027-01-31T18:00:00+09:00', false],
    ['2027-01-31T23:59:59+09:00', '2027-02-01T00:00:00+09:00', true],
    ['2027-02-01T00:00:00+09:00', '2027-02-01T00:00:00+09:00', false],
  ])('a period at %s that ends %s: %s (the hours of its last day) (D-76)', (now, endsAt, onSale) => {
    expect(at(now, { saleType: 'period', endsAt })).toBe(onSale)
  })

  test.each(['time', 'date', 'period'] as const)(
    'what the venue says of one span wins, for %s (D-76)',
    saleType => {
      const own = { saleType, soldUntil: '2026-12-24T10:40:00+09:00' }
      expect(at('2026-12-24T10:39:59+09:00', own)).toBe(true)
      expect(at('2026-12-24T10:40:00+09:00', own)).toBe(false)
    },
  )

  test('once off sale, a span never comes back', () => {
    const start = Date.parse('2026-12-23T00:00:00+09:00')
    const minutes = fc.nat(5 * 24 * 60)
    fc.assert(
      fc.property(minutes, minutes, fc.constantFrom('time', 'date', 'period'), (a, b, saleType) => {
        const onSale = (m: number) => at('1970-01-01', { saleType, nowMs: start + m * 60_000 })
        expect(onSale(Math.max(a, b)) && !onSale(Math.min(a, b))).toBe(false)
      }),
    )
  })
})
