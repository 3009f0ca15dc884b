import { describe, expect, test } from 'vitest'

import { buildChoice } from '../../../test/choice.ts'
import { areAccepted, differencesOf } from './differences.ts'

const shown = buildChoice()
const tea = { uuid: 'T', name: 'Tea', count: 2, price: 800, span: shown.span }

describe('what must be accepted before an order is made (R-2.07, D-53)', () => {
  test('nothing, when all is as it was shown', () => {
    expect(differencesOf(shown, shown)).toEqual([])
    const withTea = { ...shown, sets: [tea] }
    expect(differencesOf(withTea, withTea)).toEqual([])
  })
  test('as many units of a set product as tickets are no difference; more or fewer are', () => {
    const now = { ...shown, counts: { 1: 3 }, sets: [tea] }
    expect(differencesOf(now, now)).toEqual([{ kind: 'set-count', name: 'Tea', count: 2, party: 3 }])
  })
  test('a price that changed since it was shown, of tickets and of set products', () => {
    const before = { ...shown, sets: [tea] }
    const now = { ...before, day: { ...shown.day!, base_price: 3600 }, sets: [{ ...tea, price: 900 }] }
    expect(differencesOf(before, now)).toEqual([
      { kind: 'price', name: '大人', before: 3200, after: 3600 },
      { kind: 'price', name: 'Tea', before: 800, after: 900 },
    ])
  })
  test('a time that was moved since it was shown', () => {
    const to = '2099-12-02T10:45:00+09:00'
    const now = { ...shown, span: { ...shown.span!, to } }
    const { from } = shown.span!
    expect(differencesOf(shown, now)).toEqual([
      {
        kind: 'time',
        name: 'デジタルフォレスト',
        before: { from, to: shown.span!.to },
        after: { from, to },
      },
    ])
  })
  test('what was accepted is not asked again, another difference is', () => {
    const three = { ...shown, counts: { 1: 3 }, sets: [tea] }
    const accepted = differencesOf(three, three)
    expect(areAccepted(accepted, accepted)).toBe(true)
    const four = { ...three, counts: { 1: 4 } }
    expect(areAccepted(differencesOf(four, four), accepted)).toBe(false)
    expect(areAccepted([], accepted)).toBe(true)
  })
})
