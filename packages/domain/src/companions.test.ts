import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { accompanied, type CountedKind, mayPart, mostBeside, unaccompanied } from './companions.ts'

const [ADULT, HOLDER, COMPANION, HELPER] = [1, 2, 3, 4]
const kinds = (adults: number, holders: number, companions: number, helpers = 0): CountedKind[] => [
  { optionValueId: ADULT, onlyWith: null, count: adults },
  { optionValueId: HOLDER, onlyWith: null, count: holders },
  { optionValueId: COMPANION, onlyWith: HOLDER, count: companions },
  { optionValueId: HELPER, onlyWith: HOLDER, count: helpers },
]
const count = fc.nat({ max: 6 })
const party = fc.tuple(count, count, count, count)

test('there are never more companions than tickets of their holder, of all kinds of them together', () => {
  expect(unaccompanied(kinds(5, 0, 1))).toEqual(new Map([[HOLDER, 1]]))
  expect(unaccompanied(kinds(0, 2, 1, 1))).toEqual(new Map())
  expect(unaccompanied(kinds(0, 2, 2, 1))).toEqual(new Map([[HOLDER, 1]]))
})

test('a kind in two lines counts together', () => {
  expect(unaccompanied([...kinds(0, 1, 1), ...kinds(0, 0, 1)])).toEqual(new Map([[HOLDER, 1]]))
  expect(unaccompanied([...kinds(0, 1, 1), ...kinds(0, 1, 1)])).toEqual(new Map())
})

test('whatever is chosen, the accompanied choice may be ordered, is the same where it might, and has as many companions as may be', () => {
  fc.assert(
    fc.property(party, counts => {
      const before = kinds(...counts)
      const after = accompanied(before)
      expect(unaccompanied(after).size).toBe(0)
      expect(unaccompanied(before).size > 0 || isDeepStrictEqual(after, before)).toBe(true)
      const [, holders, companions, helpers] = counts
      expect(after[2]!.count + after[3]!.count).toBe(Math.min(holders, companions + helpers))
      expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
    }),
  )
})

test('up to the largest number of a kind beside the others an order has its holders, and above it not', () => {
  fc.assert(
    fc.property(party, counts => {
      const chosen = accompanied(kinds(...counts))
      const most = mostBeside(chosen[2]!, chosen)
      const having = (companions: number) => chosen.with(2, { ...chosen[2]!, count: companions })
      expect(unaccompanied(having(most)).size).toBe(0)
      expect(unaccompanied(having(most + 1)).size).toBe(1)
      expect(mostBeside(chosen[1]!, chosen)).toBe(Infinity)
    }),
  )
})

test('whoever may part leaves no companion alone, on either side', () => {
  fc.assert(
    fc.property(party, party, (all, asked) => {
      const whole = kinds(...all)
      const going = whole.map((kind, index) => ({ ...kind, count: Math.min(kind.count, asked[index]!) }))
      const staying = whole.map((kind, index) => ({ ...kind, count: kind.count - going[index]!.count }))
      const isTogether = unaccompanied(going).size === 0 && unaccompanied(staying).size === 0
      expect(unaccompanied(whole).size > 0 || mayPart(going, whole) === isTogether).toBe(true)
      // A holder who has entered already is not among those that are left: others part all the same.
      expect(mayPart([{ optionValueId: ADULT, onlyWith: null, count: going[0]!.count }], whole)).toBe(true)
    }),
  )
})
