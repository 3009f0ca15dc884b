// @vitest-environment node
import { expect, test } from 'vitest'

import { endOf, nextChange, presentCodes } from './moving-codes.ts'

const AT = Date.parse('2026-12-01T10:00:00+09:00')
const codes = [
  { from: '2026-12-01T10:00:00+09:00', code: 'KT1:A' },
  { from: '2026-12-01T10:00:30+09:00', code: 'KT1:B' },
]
const moving = [{ id: 1, codes }]
const shownAt = (seconds: number): string | undefined => presentCodes(moving, AT + seconds * 1_000).get(1)

test('each code is shown from its time on, until the next one', () => {
  expect([-0.001, 0, 29.999, 30].map(shownAt)).toEqual([undefined, 'KT1:A', 'KT1:A', 'KT1:B'])
})

test('the last one is shown while a gate still admits it, and no longer', () => {
  expect([89.999, 90].map(shownAt)).toEqual(['KT1:B', undefined])
})

test('what is shown changes with each code, and once more at the end', () => {
  expect([0, 30, 90].map(at => nextChange(moving, AT + at * 1_000))).toEqual([AT + 30_000, AT + 90_000, null])
  expect(endOf(moving)).toBe(AT + 60_000)
  expect([nextChange([], AT), endOf([])]).toEqual([null, 0])
})
