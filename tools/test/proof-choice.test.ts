import { expect, test } from 'vitest'

import { coverOf, oneOfEach } from './proof-choice.ts'

const kindOf = (name: string): string => name.slice(0, 1)

test('of each class one is chosen, in the order of all', () => {
  const chosen = oneOfEach(['a1', 'b1', 'a2', 'c1', 'b2'], kindOf)
  expect(chosen.map(kindOf)).toEqual(['a', 'c', 'b'])
})

test('the classes take turns, so that every member is chosen somewhere', () => {
  const all = ['a', 'b', 'c'].flatMap(kind => [1, 2, 3].map(number => `${kind}${number}`))
  expect(oneOfEach(all, kindOf)).toEqual(['a1', 'b2', 'c3'])
})

test('a member that is alone in its class is always chosen', () => {
  expect(oneOfEach(['a1', 'b1', 'c1'], name => name)).toEqual(['a1', 'b1', 'c1'])
})

const kindAndSize = (name: string): readonly string[] => name.split('')

test('a cover has every class of all, and is smaller than all', () => {
  const all = ['ax', 'ay', 'bx', 'by', 'cx']
  const chosen = coverOf(all, kindAndSize)
  expect(chosen).toEqual(['ax', 'by', 'cx'])
  expect(new Set(chosen.flatMap(kindAndSize))).toEqual(new Set(all.flatMap(kindAndSize)))
})

test('the turn decides between what is equal, and nothing at all has a cover', () => {
  const equal = ['ax', 'bx', 'cx']
  const chosen = [0, 1, 2].map(turn => coverOf(equal, name => [name.slice(1)], turn))
  expect(chosen).toEqual([['ax'], ['ax'], ['cx']])
  expect(coverOf([], kindAndSize, 3)).toEqual([])
})
