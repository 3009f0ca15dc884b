import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  civilOf,
  datesBetween,
  daysInMonth,
  epochMsOf,
  firstOfMonth,
  isIsoDate,
  isoDateOf,
  jstDateOf,
  jstIso,
  lastOfMonth,
  monthsBetween,
  timeOf,
  weekdayOf,
} from './jst-date.ts'

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2200-12-31'
const MS_PER_DAY = 86_400_000

/** The oracle: the host's calendar in UTC, which the code itself may not use. */
const utcDate = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const firstMs = Date.parse(FIRST_DAY)

const instant = fc.integer({ min: firstMs, max: Date.UTC(2200, 11, 30) })
const date = instant.map(utcDate)

describe('the calendar from 1900 to 2200', () => {
  test('agrees with the platform on every single day', () => {
    const wrong: string[] = []
    const days = datesBetween(FIRST_DAY, LAST_DAY)
    days.forEach((ours, i) => {
      const theirs = utcDate(firstMs + i * MS_PER_DAY)
      const weekday = new Date(theirs).getUTCDay()
      if (ours !== theirs || weekdayOf(ours) !== weekday || !isIsoDate(ours)) wrong.push(`${ours} ${theirs}`)
    })
    expect(wrong).toEqual([])
    expect(days).toHaveLength((Date.parse(LAST_DAY) - firstMs) / MS_PER_DAY + 1)
  })

  test('knows the leap years of the centuries', () => {
    expect([1900, 2000, 2024, 2026, 2100, 2200].map(year => daysInMonth(year, 2))).toEqual([
      28, 29, 29, 28, 28, 28,
    ])
    expect(Array.from({ length: 12 }, (_, i) => daysInMonth(2026, i + 1))).toEqual([
      31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    ])
  })
})

test.each([
  ['2026-02-28', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-1-1', false],
  ['2026-12-01T00:00:00+09:00', false],
  ['2026-12-01\n', false],
  ['２０２６-12-01', false],
  [20261201, false],
  [null, false],
])('isIsoDate(%j) is %s (R-9.20)', (x, answer) => {
  expect(isIsoDate(x)).toBe(answer)
})

describe('instants in Japan (R-9.19)', () => {
  test.each([
    ['2026-11-21T14:59:59.999Z', '2026-11-21', '2026-11-21T23:59:59+09:00'],
    ['2026-11-21T15:00:00.000Z', '2026-11-22', '2026-11-22T00:00:00+09:00'],
    ['2026-12-31T15:00:00.000Z', '2027-01-01', '2027-01-01T00:00:00+09:00'],
    ['2028-02-28T15:00:00.000Z', '2028-02-29', '2028-02-29T00:00:00+09:00'],
    ['2026-12-01T00:05:00.000Z', '2026-12-01', '2026-12-01T09:05:00+09:00'],
    ['1969-12-31T23:59:59.999Z', '1970-01-01', '1970-01-01T08:59:59+09:00'],
  ])('%s is %s, %s', (utc, day, iso) => {
    expect(jstDateOf(Date.parse(utc))).toBe(day)
    expect(jstIso(Date.parse(utc))).toBe(iso)
  })

  test('a date-time has the form of R-3.146 and parses to the same instant', () => {
    fc.assert(
      fc.property(instant, ms => {
        const iso = jstIso(ms)
        expect(iso).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/)
        expect(iso.slice(0, 10)).toBe(jstDateOf(ms))
        expect(epochMsOf(iso)).toBe(Math.floor(ms / 1000) * 1000)
        expect(epochMsOf(iso)).toBe(Date.parse(iso))
      }),
    )
  })

  test('fractions of a second are read to the millisecond', () => {
    expect(epochMsOf('2026-12-01T09:05:00.5+09:00')).toBe(Date.parse('2026-12-01T00:05:00.500Z'))
    expect(epochMsOf('2026-12-01T09:05:00.123456+09:00')).toBe(Date.parse('2026-12-01T00:05:00.123Z'))
  })

  test.each(['2026-12-01', '2026-12-01T09:05:00Z', '2026-12-01T24:00:00+09:00', '2026-02-30T09:00:00+09:00'])(
    '%s is not a date-time in +09:00',
    text => {
      expect(() => epochMsOf(text)).toThrow(RangeError)
    },
  )
})

test.each([
  ['2026-12-01T09:05:00+09:00', '09:05'],
  ['2026-12-01T23:59:59Z', '23:59'],
  ['2026-12-01', ''],
  ['', ''],
])('timeOf(%j) is %j, as written after the T (R-3.147)', (text, time) => {
  expect(timeOf(text)).toBe(time)
})

describe('days and months', () => {
  test('adding days can be undone and keeps the order', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -5000, max: 5000 }), (day, n) => {
        const moved = addDays(day, n)
        expect(addDays(moved, -n)).toBe(day)
        expect(moved < day).toBe(n < 0)
      }),
    )
  })

  test('a day is made of its year, month and day', () => {
    fc.assert(
      fc.property(date, day => {
        expect(isoDateOf(civilOf(day))).toBe(day)
      }),
    )
    expect(() => civilOf('2026-02-30')).toThrow(RangeError)
  })

  test('the month runs from its first to its last day', () => {
    fc.assert(
      fc.property(date, day => {
        const month = civilOf(day)
        expect(firstOfMonth(month) <= day && day <= lastOfMonth(month)).toBe(true)
        expect(addDays(lastOfMonth(month), 1)).toBe(firstOfMonth(addMonths(month, 1)))
      }),
    )
  })

  test('datesBetween includes both ends and is empty when the first is later', () => {
    expect(datesBetween('2026-12-30', '2027-01-02')).toEqual([
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ])
    expect(datesBetween('2026-12-30', '2026-12-30')).toEqual(['2026-12-30'])
    expect(datesBetween('2026-12-30', '2026-12-29')).toEqual([])
  })

  test('monthsBetween includes both months, also across the turn of the year', () => {
    expect(monthsBetween('2026-11-30', '2027-01-01')).toEqual([
      { year: 2026, month: 11 },
      { year: 2026, month: 12 },
      { year: 2027, month: 1 },
    ])
    expect(monthsBetween('2026-11-30', '2026-11-01')).toEqual([{ year: 2026, month: 11 }])
    expect(monthsBetween('2026-11-30', '2026-10-31')).toEqual([])
  })

  test('addMonths crosses years in both directions', () => {
    expect(addMonths({ year: 2026, month: 11 }, 2)).toEqual({ year: 2027, month: 1 })
    expect(addMonths({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
    expect(addMonths({ year: 2026, month: 6 }, -30)).toEqual({ year: 2023, month: 12 })
  })
})
