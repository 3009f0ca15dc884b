import { expect, test } from 'vitest'

import { judgeVisit, type VisitFacts, visitWords } from './visit-state.ts'

const END = Date.parse('2026-12-01T11:00:00+09:00')
const VISIT: VisitFacts = {
  tickets: 3,
  left: 3,
  inside: 0,
  yenKept: 9600,
  hasRefunds: false,
  isMoved: false,
  isCancelled: false,
  endsAtMs: END,
}

test.each<[string, Partial<VisitFacts>, number]>([
  ['to come', {}, END - 1],
  ['over', {}, END],
  ['inside', { inside: 1 }, END - 1],
  ['over', { inside: 1 }, END],
  ['to come, moved', { isMoved: true }, END - 1],
  ['to come, given back in part', { left: 2, hasRefunds: true }, END - 1],
  ['to come, given back in part', { left: 2 }, END - 1],
  ['over, moved, given back in part', { isMoved: true, hasRefunds: true }, END],
  ['given back', { left: 0, hasRefunds: true }, END - 1],
  ['given back, moved', { left: 0, hasRefunds: true, isMoved: true }, END],
  ['cancelled by the house', { isCancelled: true }, END - 1],
  ['cancelled by the house', { isCancelled: true, left: 0, hasRefunds: true }, END],
])('a visit is %s with %j', (words, facts, nowMs) => {
  expect(visitWords(judgeVisit({ ...VISIT, ...facts }, nowMs))).toBe(words)
})
