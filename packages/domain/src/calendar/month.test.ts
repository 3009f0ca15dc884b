import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysInMonth, weekdayOf } from '../jst-date.ts'
import { buildMonth, buildMonths, daysFromStatuses } from './month.ts'
import type { CalendarMonth, MonthsInput } from './month.ts'

const none = new Map<string, never>()
const dates = (month: CalendarMonth) => month.dateTable.map(week => week.map(cell => cell.date))
const cellsOf = (month: CalendarMonth) => month.dateTable.flat()
const cellAt = (month: CalendarMonth, date: string) => cellsOf(month).find(cell => cell.date === date)!

describe('buildMonth', () => {
  test('December 2026 from Monday has five weeks, 30 Nov to 3 Jan (R-3.83–85, R-3.86, R-3.88)', () => {
    const month = buildMonth({ year: 2026, month: 12, days: none })
    expect(month).toMatchObject({ currentYear: 2026, currentMonth: 12, calendarStatus: 'active' })
    expect(dates(month)[0]![0]).toBe('2026-11-30')
    expect(dates(month).at(-1)).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ])
    expect(month.dateTable).toHaveLength(5)
  })

  test('cells outside the month are empty and say on which side they are (R-3.89, R-3.90, R-4.24)', () => {
    const month = buildMonth({ year: 2026, month: 12, days: none })
    expect(cellAt(month, '2026-11-30')).toMatchObject({
      day: 30,
      isPrev: true,
      isNext: false,
      state: 'empty',
    })
    expect(cellAt(month, '2027-01-01')).toMatchObject({ day: 1, isPrev: false, isNext: true, state: 'empty' })
    expect(cellAt(month, '2026-12-01')).toMatchObject({ day: 1, isPrev: false, isNext: false })
  })

  test('a month that begins on a Sunday keeps its day 1 in the first week (R-4.34, D-03)', () => {
    const monday = buildMonth({ year: 2026, month: 11, days: none })
    expect(dates(monday)[0]).toEqual([
      '2026-10-26',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
    ])
    const sunday = buildMonth({ year: 2026, month: 11, days: none, weekOffset: 0 })
    expect([dates(sunday)[0]![0], dates(sunday)[0]![6]]).toEqual(['2026-11-01', '2026-11-07'])
  })

  test('days take their state and price from the stock rows; a day without a row is closed (R-3.91–3.93, R-4.26)', () => {
    const row = { stock_status: 'few', display_price: 3200, is_sold_out_display_product: false }
    const days = daysFromStatuses([
      { ...row, date: '2026-12-24' },
      { ...row, date: '2026-12-25', is_sold_out_display_product: true },
      { ...row, date: '2026-11-30' },
    ])
    const month = buildMonth({ year: 2026, month: 12, days })
    expect(cellAt(month, '2026-12-24')).toMatchObject({ state: 'few-stock', price: 3200 })
    expect(cellAt(month, '2026-12-25')).toMatchObject({ state: 'sold-out', isSoldOutDisplayProduct: true })
    expect(cellAt(month, '2026-12-26')).toMatchObject({ state: 'close', price: null })
    expect(cellAt(month, '2026-11-30')).toMatchObject({ state: 'empty', price: null })
  })

  test('colours the days of the month that have a colour (R-3.94, R-3.95)', () => {
    const colors = new Map([
      ['2026-12-24', '#ff0000'],
      ['2026-11-30', '#00ff00'],
    ])
    const month = buildMonth({ year: 2026, month: 12, days: none, colors })
    expect(cellAt(month, '2026-12-24').colorCode).toBe('#ff0000')
    expect(cellAt(month, '2026-12-25').colorCode).toBeNull()
    expect(cellAt(month, '2026-11-30').colorCode).toBeNull()
  })

  test('days before today are closed, whatever their stock', () => {
    const info = { state: 'normal', price: 3200, isSoldOutDisplayProduct: false } as const
    const days = new Map(['2026-12-09', '2026-12-10'].map(date => [date, info]))
    const month = buildMonth({ year: 2026, month: 12, days, today: '2026-12-10' })
    expect(cellAt(month, '2026-12-09')).toMatchObject({ state: 'close', price: null })
    expect(cellAt(month, '2026-12-10')).toMatchObject({ state: 'normal', price: 3200 })
  })

  test('a disabled month has only disabled days and may say why (R-4.25, R-3.87)', () => {
    const info = { state: 'normal', price: 3200, isSoldOutDisplayProduct: false } as const
    const input = { year: 2026, month: 12, days: new Map([['2026-12-24', info]]), status: 'disable' } as const
    const month = buildMonth({ ...input, disableMessage: '準備中' })
    expect(month).toMatchObject({ calendarStatus: 'disable', disableMessage: '準備中' })
    expect(new Set(cellsOf(month).map(cell => cell.state))).toEqual(new Set(['empty', 'disable']))
    expect(cellAt(month, '2026-12-24')).toMatchObject({ state: 'disable', price: null })
    expect(buildMonth(input)).not.toHaveProperty('disableMessage')
    expect(buildMonth({ ...input, disableMessage: '' })).not.toHaveProperty('disableMessage')
  })

  test('is whole weeks with every day of the month once, in order, from the first weekday (R-3.85)', () => {
    const anyMonth = fc.record({
      year: fc.integer({ min: 1900, max: 2200 }),
      month: fc.integer({ min: 1, max: 12 }),
      weekOffset: fc.integer({ min: 0, max: 6 }),
    })
    fc.assert(
      fc.property(anyMonth, ({ year, month, weekOffset }) => {
        const built = buildMonth({ year, month, weekOffset, days: none })
        const own = cellsOf(built).filter(cell => !cell.isPrev && !cell.isNext)
        expect(own.map(cell => cell.day)).toEqual(
          Array.from({ length: daysInMonth(year, month) }, (_, i) => i + 1),
        )
        const all = cellsOf(built).map(cell => cell.date)
        expect(all.toSorted()).toEqual(all)
        for (const week of built.dateTable) {
          expect(week).toHaveLength(7)
          expect(weekdayOf(week[0]!.date)).toBe(weekOffset)
          expect(week.some(cell => !cell.isPrev && !cell.isNext)).toBe(true)
        }
      }),
    )
  })
})

describe('buildMonths (D-02)', () => {
  const build = (more: Partial<MonthsInput>) =>
    buildMonths({
      today: '2026-11-21',
      firstVisitDate: null,
      lastBookableDate: '2027-01-15',
      days: none,
      ...more,
    }).map(month => `${month.currentYear}-${month.currentMonth} ${month.calendarStatus}`)

  test('appends exactly one disabled month to the active ones (R-4.33)', () => {
    expect(build({})).toEqual(['2026-11 active', '2026-12 active', '2027-1 active', '2027-2 disable'])
  })

  test('begins with the first visit date when that is later than today', () => {
    expect(build({ firstVisitDate: '2026-12-24' })).toEqual([
      '2026-12 active',
      '2027-1 active',
      '2027-2 disable',
    ])
    expect(build({ firstVisitDate: '2026-01-01' })[0]).toBe('2026-11 active')
  })

  test.each([
    ['nothing is on sale', null, '2026-11 disable'],
    ['the last day has passed in this month', '2026-11-20', '2026-11 disable'],
    ['the last day has passed long ago', '2025-01-01', '2026-11 disable'],
  ])('is only one disabled month when %s', (_, lastBookableDate, month) => {
    expect(build({ lastBookableDate })).toEqual([month])
  })

  test('today is the last day', () => {
    expect(build({ lastBookableDate: '2026-11-21' })).toEqual(['2026-11 active', '2026-12 disable'])
  })

  test('the message is on the disabled month only', () => {
    const months = buildMonths({
      today: '2026-11-21',
      firstVisitDate: null,
      lastBookableDate: '2026-11-30',
      days: none,
      disableMessage: '準備中',
    })
    expect(months.map(month => month.disableMessage)).toEqual([undefined, '準備中'])
  })
})
