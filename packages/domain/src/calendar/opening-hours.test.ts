import { describe, expect, test } from 'vitest'

import { epochMsOf } from '../jst-date.ts'
import {
  hoursOn,
  isWithinHours,
  type OpeningHours,
  parseOpenHours,
  todayAt,
  visitHoursOn,
} from './opening-hours.ts'

const DAY = [{ from: '10:00', to: '18:00' }]
const TOLD = [{ from: '10:00', to: '18:00', lastEntry: '17:30' }]

/** Closed on Tuesdays. */
const OPENING: OpeningHours = {
  week: [DAY, DAY, [], DAY, DAY, DAY, DAY],
  lastEntryMinutes: 30,
  exceptions: [
    { from: '2026-12-28', to: '2026-12-28', hours: [{ from: '10:00', to: '24:00' }] },
    { from: '12-28', to: '01-02', hours: [] },
  ],
}

describe('the hours of a day', () => {
  test('are those of its weekday, with the last entry', () => {
    expect(hoursOn(OPENING, '2026-11-27')).toEqual(TOLD)
    expect(hoursOn(OPENING, '2026-12-01')).toEqual([])
  })

  test('are those of the first exception that has the day, which may go over the end of any year', () => {
    expect(hoursOn(OPENING, '2026-12-27')).toEqual(TOLD)
    expect(hoursOn(OPENING, '2026-12-28')).toEqual([{ from: '10:00', to: '24:00', lastEntry: '23:30' }])
    for (const closed of ['2026-12-31', '2027-01-01', '2027-01-02', '2027-12-28'])
      expect([closed, hoursOn(OPENING, closed)]).toEqual([closed, []])
    expect(hoursOn(OPENING, '2027-01-03')).toEqual(TOLD)
  })

  test('need not have a last entry', () => {
    expect(hoursOn({ ...OPENING, lastEntryMinutes: null }, '2026-11-27')).toEqual([
      { from: '10:00', to: '18:00', lastEntry: null },
    ])
  })
})

describe('today', () => {
  const at = (time: string) => todayAt(OPENING, epochMsOf(`${time}:00+09:00`))

  test('begins at midnight in Japan', () => {
    const next = { day: '2026-12-02', hours: TOLD }
    expect(at('2026-11-30T23:59')).toEqual({ kind: 'over', next })
    expect(at('2026-12-01T00:00')).toEqual({ kind: 'closed', next })
    expect(at('2026-12-01T23:59')).toEqual({ kind: 'closed', next })
    expect(at('2026-12-02T00:00')).toEqual({ kind: 'open', hours: TOLD })
  })

  test('is over once the last hours have ended', () => {
    expect(at('2026-11-27T17:59')).toEqual({ kind: 'open', hours: TOLD })
    expect(at('2026-11-27T18:00')).toEqual({ kind: 'over', next: { day: '2026-11-28', hours: TOLD } })
  })

  test('a house that opens on no day has no next one', () => {
    const never = { ...OPENING, week: OPENING.week.map(() => []), exceptions: [] }
    expect(todayAt(never, epochMsOf('2026-11-27T12:00:00+09:00'))).toEqual({ kind: 'closed', next: null })
  })
})

describe('the hours of a visit', () => {
  const day = '2026-11-27'
  const span = (from: string, to: string) => ({
    from: `${day}T${from}:00+09:00`,
    to: `${day}T${to}:00+09:00`,
  })
  const ofVisit = (type: 'time' | 'date' | 'period', ...spans: ReturnType<typeof span>[]) =>
    visitHoursOn(OPENING, day, { type, spans })

  test('are those of a ticket for the day, which win', () => {
    expect(ofVisit('date', span('17:00', '21:30'))).toEqual([{ from: '17:00', to: '21:30', lastEntry: null }])
    expect(ofVisit('date', span('12:00', '18:00'))).toEqual([
      { from: '12:00', to: '18:00', lastEntry: '17:30' },
    ])
    expect(ofVisit('date', span('17:45', '18:00'))).toEqual([{ from: '17:45', to: '18:00', lastEntry: null }])
  })

  test('are those of the house for a whole day, a pass, slots within them, and before anything is known', () => {
    const midnight = { from: `${day}T00:00:00+09:00`, to: '2026-11-28T00:00:00+09:00' }
    expect(ofVisit('date', midnight)).toEqual(TOLD)
    expect(ofVisit('period', { ...midnight, to: '2027-11-27T00:00:00+09:00' })).toEqual(TOLD)
    expect(ofVisit('time', span('10:00', '10:30'), span('17:30', '18:00'))).toEqual(TOLD)
    for (const type of ['date', 'period', 'time'] as const) expect(ofVisit(type)).toEqual(TOLD)
  })

  test('are those of slots that lie outside of the house’s, as on a day on which it is closed', () => {
    expect(ofVisit('time', span('18:30', '19:00'), span('19:00', '19:30'))).toEqual([
      { from: '18:30', to: '19:30', lastEntry: null },
    ])
    const tuesday = '2026-12-01'
    const slot = { from: `${tuesday}T10:00:00+09:00`, to: `${tuesday}T11:00:00+09:00` }
    expect(visitHoursOn(OPENING, tuesday, { type: 'time', spans: [slot] })).toEqual([
      { from: '10:00', to: '11:00', lastEntry: null },
    ])
    expect(visitHoursOn(OPENING, tuesday, { type: 'time', spans: [] })).toEqual([])
  })
})

test.each([
  ['10:00-18:00', [{ from: '10:00', to: '18:00' }]],
  [
    '05:00-09:30, 19:00-24:00',
    [
      { from: '05:00', to: '09:30' },
      { from: '19:00', to: '24:00' },
    ],
  ],
  ['18:00-10:00', undefined],
  ['10:00-12:00, 11:00-13:00', undefined],
  ['9:00-18:00', undefined],
  ['10:00-24:30', undefined],
  ['10:00-18:00,', undefined],
  ['', undefined],
])('%o is read as hours, or is refused', (text, hours) => {
  expect(parseOpenHours(text)).toEqual(hours)
})

test.each([
  ['10:00-12:00, 13:00-18:00', '10:00', '12:00', true],
  ['10:00-12:00, 13:00-18:00', '13:30', '18:00', true],
  ['10:00-12:00, 13:00-18:00', '11:30', '13:30', false],
  ['10:00-18:00', '09:45', '10:30', false],
  ['10:00-18:00', '17:30', '18:15', false],
  ['18:00-24:00', '23:00', '00:00', true],
  ['10:00-23:00', '22:30', '00:00', false],
])('within %s, a time from %s to %s: %s', (text, from, to, isWithin) => {
  expect(isWithinHours(parseOpenHours(text) ?? [], { from, to })).toBe(isWithin)
  expect(isWithinHours([], { from, to })).toBe(false)
})
