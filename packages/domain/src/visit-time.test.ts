import { describe, expect, test } from 'vitest'

import { BOOKING_TYPES } from './states/ticket.ts'
import { choosesTime, visitKindOf, visitTimeOf } from './visit-time.ts'

const from = '2026-12-01T10:00:00+09:00'
const at = (to: string) => ({ from, to })

describe('visitTimeOf (R-3.145)', () => {
  test('a visit by time is a day and its entry window', () => {
    const to = '2026-12-01T10:30:00+09:00'
    expect(visitTimeOf('time', at(to))).toEqual({ kind: 'slot', day: '2026-12-01', from, to })
  })

  test.each(['2026-12-01T18:00:00+09:00', '2026-12-02T02:00:00+09:00'])(
    'a visit by date is its day with the hours of the venue, to %s (D-76)',
    to => {
      expect(visitTimeOf('date', at(to))).toEqual({ kind: 'day', day: '2026-12-01', hours: { from, to } })
    },
  )

  test.each([
    ['2026-12-01T23:59:00+09:00', true],
    ['2026-12-01T23:59:59+09:00', true],
    ['2026-12-02T00:00:00+09:00', true],
    ['2026-12-01T23:58:00+09:00', false],
  ])('a day from midnight to %s has no hours to name: %s', (to, isWhole) => {
    const visit = visitTimeOf('date', { from: '2026-12-01T00:00:00+09:00', to })
    expect(visit).toMatchObject({ hours: isWhole ? null : { to } })
  })

  test.each([
    ['at midnight closes the day before it', '2027-01-01T00:00:00+09:00', '2026-12-31'],
    ['within a day closes that day', '2026-12-31T23:59:59+09:00', '2026-12-31'],
    ['on the first day leaves that one day', '2026-12-01T18:00:00+09:00', '2026-12-01'],
    ['before the begin leaves the first day', '2026-11-30T18:00:00+09:00', '2026-12-01'],
  ])('the end of a period %s', (_, to, lastDay) => {
    expect(visitTimeOf('period', at(to))).toEqual({ kind: 'period', firstDay: '2026-12-01', lastDay })
  })

  test('the first day is that of Japan', () => {
    expect(visitTimeOf('date', { from: '2026-12-01T00:00:00+09:00', to: from })).toMatchObject({
      day: '2026-12-01',
    })
  })
})

test('the kind of a type is the kind of its visits', () => {
  for (const type of BOOKING_TYPES)
    expect(visitTimeOf(type, at('2026-12-02T00:00:00+09:00')).kind).toBe(visitKindOf(type))
})

test('only a visit by time has a time to choose (D-48)', () => {
  expect(BOOKING_TYPES.filter(type => choosesTime(type))).toEqual(['time'])
})
