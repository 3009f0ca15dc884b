import { expect, test } from 'vitest'

import { nearestDaysOf } from './nearest-days.ts'
import { nextDayOf } from './next-day.ts'

const row = (date: string, stock_status: string, is_sold_out_display_product = false) => ({
  date,
  stock_status,
  display_price: 3200,
  is_sold_out_display_product,
})

test('is the first day that can be chosen, from today on (R-2.05)', () => {
  const rows = [
    row('2026-11-24', 'normal'),
    row('2026-11-25', 'closed'),
    row('2026-11-26', 'sold_out'),
    row('2026-11-27', 'normal', true),
    row('2026-11-28', 'few'),
    row('2026-11-29', 'normal'),
  ]
  expect(nextDayOf(rows, '2026-11-25')?.date).toBe('2026-11-28')
  expect(nextDayOf(rows, '2026-11-24')?.date).toBe('2026-11-24')
  expect(nextDayOf(rows.slice(0, 4), '2026-11-25')).toBeUndefined()
})

test('the nearest days to one that is sold out are three, before and after it, and hold the party', () => {
  const rows = [
    row('2026-11-24', 'normal'),
    row('2026-11-25', 'normal'),
    row('2026-11-26', 'few'),
    row('2026-11-27', 'sold_out'),
    row('2026-11-28', 'normal', true),
    row('2026-11-29', 'closed'),
    row('2026-11-30', 'normal'),
    row('2026-12-01', 'normal'),
  ]
  const near = (party: number, today = '2026-11-24') =>
    nearestDaysOf(rows, { date: '2026-11-27', today, party }).map(({ date }) => date)
  expect(near(1)).toEqual(['2026-11-25', '2026-11-26', '2026-11-30'])
  expect(near(2)).toEqual(['2026-11-24', '2026-11-25', '2026-11-30'])
  expect(near(1, '2026-11-27')).toEqual(['2026-11-30', '2026-12-01'])
})
