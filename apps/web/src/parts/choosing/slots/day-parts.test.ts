// @vitest-environment node
import { expect, test } from 'vitest'

import { dayPartsOf } from './day-parts.ts'

const at = (...times: readonly string[]) => times.map(time => ({ from: `2026-12-05T${time}:00+09:00` }))
const partsOf = (spans: ReturnType<typeof at>, isGrouped = true) =>
  dayPartsOf(spans, isGrouped).map(({ part, spans: { length } }) => [part, length])

test('many times are told apart by the part of the day in which they begin', () => {
  const day = at('10:00', '11:30', '12:00', '14:00', '16:59', '17:00', '18:30')
  expect(partsOf(day)).toEqual([
    ['morning', 2],
    ['afternoon', 3],
    ['evening', 2],
  ])
  expect(partsOf(day, false)).toEqual([[null, 7]])
})

test('parts without times are left out, and few times or one part are one list', () => {
  expect(partsOf(at('10:00', '10:30', '11:00', '11:30', '17:00', '17:30', '18:00'))).toEqual([
    ['morning', 4],
    ['evening', 3],
  ])
  expect(partsOf(at('10:00', '12:00', '17:00'))).toEqual([[null, 3]])
  expect(partsOf(at('17:00', '17:10', '17:20', '17:30', '17:40', '17:50', '18:00'))).toEqual([[null, 7]])
})
