import { describe, expect, test } from 'vitest'

import { type DatedSpan, isOnVisit } from './visit-days.ts'

const slot = (visitDate: string): DatedSpan => ({
  saleType: 'time',
  visitDate,
  endsAt: `${visitDate}T11:00:00+09:00`,
})
const december: DatedSpan = {
  saleType: 'period',
  visitDate: '2026-12-01',
  endsAt: '2027-01-01T00:00:00+09:00',
}

describe('a set product on the day of the visit (R-7.12, D-06)', () => {
  test('for a visit on one day it must be of that day, even when the visit goes on past midnight', () => {
    const night: DatedSpan = {
      saleType: 'date',
      visitDate: '2026-12-05',
      endsAt: '2026-12-06T02:00:00+09:00',
    }
    const days = ['2026-12-04', '2026-12-05', '2026-12-06']
    expect(days.map(day => isOnVisit(slot(day), night))).toEqual([false, true, false])
  })

  test('for a visit of a period any of its days is valid; an end at midnight belongs to the day before', () => {
    const days = ['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01']
    expect(days.map(day => isOnVisit(slot(day), december))).toEqual([false, true, true, false])
  })

  test('one for a period goes with a visit on any of its days', () => {
    const days = ['2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01']
    expect(days.map(day => isOnVisit(december, slot(day)))).toEqual([false, true, true, false])
  })
})
