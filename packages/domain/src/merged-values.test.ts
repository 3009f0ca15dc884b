import { expect, test } from 'vitest'

import { isSame, mergeValues } from './merged-values.ts'

const week = { sat: '10:00-18:00', sun: '10:00-18:00', mon: null }

test.each([
  [
    'yours where nobody else changed it',
    week,
    { ...week, sat: '9:00-18:00' },
    week,
    { ...week, sat: '9:00-18:00' },
  ],
  ['theirs where you changed nothing', week, week, { ...week, sun: null }, { ...week, sun: null }],
  [
    'both where the fields differ',
    week,
    { ...week, sat: '9:00-18:00' },
    { ...week, sun: null },
    { ...week, sat: '9:00-18:00', sun: null },
  ],
  [
    'one where both say the same',
    week,
    { ...week, sat: null },
    { ...week, sat: null },
    { ...week, sat: null },
  ],
  [
    'a field that one added and the other took away',
    { a: 1, b: 2 },
    { a: 1, b: 2, c: 3 },
    { a: 1 },
    { a: 1, c: 3 },
  ],
])('two edits of one value are %s', (_, before, ...[yours, theirs, value]) => {
  expect(mergeValues(before, yours, theirs)).toEqual({ value })
})

test.each([
  ['one field', week, { ...week, sat: '9:00-18:00' }, { ...week, sat: null }],
  ['a list, which is one thing', ['a'], ['a', 'b'], ['b']],
  ['a value that one of them took away', { a: 1 }, { a: 2 }, {}],
])('two different edits of %s are a conflict', (_, before, yours, theirs) => {
  expect(mergeValues(before, yours, theirs)).toBe('conflict')
})

test('values are the same whatever the order of their fields, lists only in their order', () => {
  expect(isSame({ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 })).toBe(true)
  expect(isSame([1, 2], [2, 1])).toBe(false)
})
