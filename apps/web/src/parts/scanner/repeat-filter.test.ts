// @vitest-environment node
import { expect, test } from 'vitest'

import { createRepeatFilter } from './repeat-filter.ts'

test('a code is new once while it stays in the picture, though some pictures miss it', () => {
  const { isNew } = createRepeatFilter()
  const told = [0, 100, 200, 1_900, 3_800, 5_700].filter(at => isNew('a', at))
  expect(told).toEqual([0])
})

test('a code that left the picture and came back is new again', () => {
  const { isNew } = createRepeatFilter()
  expect([0, 1_999, 3_999].map(at => isNew('a', at))).toEqual([true, false, true])
})

test('two codes in one picture are told once each', () => {
  const { isNew } = createRepeatFilter()
  const told = [0, 100, 200, 300].map((at, i) => isNew(i % 2 === 0 ? 'a' : 'b', at))
  expect(told).toEqual([true, true, false, false])
})

test('a code that stays while nobody listens is not told afterwards, one that comes meanwhile is', () => {
  const { isNew, see } = createRepeatFilter()
  isNew('a', 0)
  for (const at of [1_000, 2_000, 3_000]) {
    see('a', at)
    see('b', at)
  }
  expect(isNew('a', 3_100)).toBe(false)
  expect(isNew('b', 3_100)).toBe(true)
})
