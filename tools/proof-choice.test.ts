import { expect, test } from 'vitest'

import { oneOfEach } from './proof-choice.ts'

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
