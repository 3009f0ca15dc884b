import { expect, test } from 'vitest'

import { epochMsOf, jstIso } from '../jst-date.ts'
import { entryWindowOf, isWithin } from './entry-window.ts'

const at = (time: string): number => epochMsOf(`2026-12-01T${time}+09:00`)
const VISIT = { from: at('10:00:00'), to: at('11:30:00') }

test.each([
  ['09:59:59', 0, false],
  ['10:00:00', 0, true],
  ['11:30:00', 0, true],
  ['11:30:01', 0, false],
  ['09:45:00', 15, true],
  ['09:44:59', 15, false],
])('a time slot at %s, %i minutes early: %s (S-9.05)', (time, early, admits) => {
  expect(isWithin(entryWindowOf('time', VISIT, early), at(time))).toBe(admits)
})

test('the last second counts to its end', () => {
  const window = entryWindowOf('time', VISIT, 0)
  expect(isWithin(window, at('11:30:00') + 999)).toBe(true)
  expect(isWithin(window, at('11:30:01'))).toBe(false)
})

test('a day admits from midnight to midnight in Tokyo, whatever its hours are (S-9.05)', () => {
  const { from, to } = entryWindowOf('date', VISIT, 90)
  expect([from, to].map(jstIso)).toEqual(['2026-12-01T00:00:00+09:00', '2026-12-01T23:59:59+09:00'])
})

test('a season admits from its first day to its last (S-9.05)', () => {
  const season = { from: at('10:00:00'), to: epochMsOf('2027-03-31T17:00:00+09:00') }
  const { from, to } = entryWindowOf('period', season, 0)
  expect([from, to].map(jstIso)).toEqual(['2026-12-01T00:00:00+09:00', '2027-03-31T23:59:59+09:00'])
})
