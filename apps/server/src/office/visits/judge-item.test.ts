import { CHANGE_FAULTS } from '@kippu/domain/time-change'
import { describe, expect, test } from 'vitest'

import type { RefundRefusal } from '../../payments/refunds/sold-visit.ts'
import { judgeFault, judgeRefusal, judgeUse, placeOfLetter, waitAfter } from './judge-item.ts'

const forPerson = (code: string) => ({ state: 'needs_person', code, letter: 'contact' })

test.each([
  [0, null],
  [1, { state: 'needs_person', code: 'ticket was used' }],
  [2, { state: 'needs_person', code: 'ticket was used' }],
  [3, { state: 'done', code: 'took place' }],
])('a cancelled visit of three tickets, %d of them used: %j', (used, expected) => {
  expect(judgeUse({ used, tickets: [1, 2, 5] })).toEqual(expected)
})

describe('a refund of a cancelled visit that is refused', () => {
  const passing: readonly RefundRefusal[] = [
    'no such ticket',
    'ticket is revoked already',
    'ticket was used',
    'another time is being paid for',
    'the visit has moved',
    'another refund is under way',
    'payment is not captured yet',
    'payment is being given back or released',
  ]
  const lasting: readonly RefundRefusal[] = [
    'no such reservation',
    'somebody else has accepted the ticket',
    'more than the tickets cost',
    'payment is captured already',
  ]

  test.each(passing)(
    'for "%s" waits, and after forty tries a person is needed and its buyer told so',
    why => {
      expect(judgeRefusal({ why: why }, 39)).toEqual({ state: 'waiting', code: why })
      expect(judgeRefusal({ why: why }, 40)).toEqual(forPerson(why))
    },
  )

  test.each(lasting)('for "%s" is for a person at once', why => {
    expect(judgeRefusal({ why: why }, 1)).toEqual(forPerson(why))
  })

  test('because nothing was paid says that nobody knows what would go back', () => {
    expect(judgeRefusal({ why: 'nothing was paid' }, 1)).toEqual(
      forPerson('the store knows no payment of it'),
    )
  })
})

test.each([null, ...CHANGE_FAULTS])('a cancelled visit that may move but for %s', fault => {
  const isPassing = fault === 'being_paid' || fault === 'used' || fault === 'cancelled'
  const expected = isPassing ? { state: 'waiting', code: fault } : forPerson(String(fault))
  expect(judgeFault(fault)).toEqual(
    fault === null ? { state: 'done', code: 'may be moved', letter: 'move' } : expected,
  )
})

test('what waits is looked at again after two seconds, then after twice as long each time, two minutes at most', () => {
  expect([1, 2, 6, 7, 40].map(waitAfter)).toEqual([2, 4, 64, 120, 120])
})

test.each([
  [null, undefined, null],
  ['contact', undefined, null],
  [null, 'refund', 'first'],
  [null, 'move', 'first'],
  [null, 'contact', 'first'],
  ['contact', 'move', 'second'],
  ['contact', 'refund', null],
  ['contact', 'contact', null],
  ['refund', 'move', null],
  ['move', 'move', null],
] as const)('who has had the letter %s has %s now: %s', (had, letter, expected) => {
  expect(placeOfLetter(had, letter)).toBe(expected)
})
