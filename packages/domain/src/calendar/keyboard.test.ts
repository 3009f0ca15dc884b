import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, civilOf, weekdayOf } from '../jst-date.ts'
import { isGridKey, moveFocus } from './keyboard.ts'

const wide = { min: '2020-01-01', max: '2035-12-31' }
const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'] as const

// 2026-12-24 is a Thursday.
test.each([
  ['ArrowLeft', '2026-12-23'],
  ['ArrowRight', '2026-12-25'],
  ['ArrowUp', '2026-12-17'],
  ['ArrowDown', '2026-12-31'],
  ['Home', '2026-12-21'],
  ['End', '2026-12-27'],
  ['PageUp', '2026-11-24'],
  ['PageDown', '2027-01-24'],
  ['Enter', '2026-12-24'],
  ['a', '2026-12-24'],
])('%s goes from Thursday 24 December 2026 to %s', (key, target) => {
  expect(moveFocus('2026-12-24', key, wide)).toBe(target)
})

test('a week that begins on Sunday has its own ends (D-03)', () => {
  expect(moveFocus('2026-12-24', 'Home', { ...wide, weekOffset: 0 })).toBe('2026-12-20')
  expect(moveFocus('2026-12-24', 'End', { ...wide, weekOffset: 0 })).toBe('2026-12-26')
})

test('with Shift a page is a year', () => {
  expect(moveFocus('2026-12-24', 'PageUp', { ...wide, shift: true })).toBe('2025-12-24')
  expect(moveFocus('2026-12-24', 'PageDown', { ...wide, shift: true })).toBe('2027-12-24')
})

test('a month that is too short gives its last day', () => {
  expect(moveFocus('2027-01-31', 'PageDown', wide)).toBe('2027-02-28')
  expect(moveFocus('2027-03-31', 'PageUp', wide)).toBe('2027-02-28')
  expect(moveFocus('2028-02-29', 'PageUp', { ...wide, shift: true })).toBe('2027-02-28')
})

describe('every movement', () => {
  const date = fc.integer({ min: 0, max: 3650 }).map(n => addDays('2022-01-01', n))
  const movement = fc.record({ shift: fc.boolean(), weekOffset: fc.integer({ min: 0, max: 6 }) })

  test('stays between the first and the last date', () => {
    fc.assert(
      fc.property(date, date, date, fc.constantFrom(...keys), (a, b, c, key) => {
        const [min, from, max] = [a, b, c].toSorted() as [string, string, string]
        const target = moveFocus(from, key, { min, max })
        expect(min <= target && target <= max).toBe(true)
      }),
    )
  })

  test('Home and End stay in the week, and its ends are fixed points', () => {
    fc.assert(
      fc.property(date, movement, (from, more) => {
        const home = moveFocus(from, 'Home', { ...wide, ...more })
        const end = moveFocus(from, 'End', { ...wide, ...more })
        expect(weekdayOf(home)).toBe(more.weekOffset)
        expect(addDays(home, 6)).toBe(end)
        expect(home <= from && from <= end).toBe(true)
      }),
    )
  })

  test('a page keeps the day of the month, or takes the last', () => {
    fc.assert(
      fc.property(date, movement, (from, more) => {
        const target = moveFocus(from, 'PageDown', { ...wide, ...more })
        expect(civilOf(target).day).toBeLessThanOrEqual(civilOf(from).day)
        expect(civilOf(target).day === civilOf(from).day || civilOf(addDays(target, 1)).day === 1).toBe(true)
      }),
    )
  })
})

test('the grid uses only its own keys', () => {
  expect(keys.every(isGridKey)).toBe(true)
  expect(['Tab', 'Enter', ' ', 'Escape', 'PageUpX'].some(isGridKey)).toBe(false)
})
