import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { chooseShared, maskedName, type PartyTicket, shareFaultOf } from './sharing.ts'

const ticket = (number: number, more: Partial<PartyTicket> = {}): PartyTicket => ({
  number,
  parentId: 1,
  optionValueId: 10,
  onlyWith: null,
  isAvailable: true,
  ...more,
})
/** Two adults and a child for the visit, and one tea. */
const PARTY = [
  ticket(1),
  ticket(2),
  ticket(3, { optionValueId: 11 }),
  ticket(4, { parentId: 4, optionValueId: null }),
]
const visit = { isActive: true, isBeingPaid: false, endsAtMs: 1_000, tickets: PARTY }

describe('S-10.01: whether tickets may be handed on', () => {
  test.each([
    ['a valid visit', {}, null],
    ['a cancelled one', { isActive: false }, 'cancelled'],
    ['one that is over', { endsAtMs: 500 }, 'past'],
    ['one whose change is being paid', { isBeingPaid: true }, 'being_paid'],
    ['one ticket and one tea', { tickets: [ticket(1), ticket(2, { parentId: 2 })] }, 'single'],
    ['two tickets, one of them used', { tickets: [ticket(1), ticket(2, { isAvailable: false })] }, 'single'],
  ])('%s', (_, change, fault) => {
    expect(shareFaultOf({ ...visit, ...change }, 500)).toBe(fault)
  })
})

describe('what is chosen', () => {
  test.each([
    ['a ticket by its number', { numbers: [2] }, [2]],
    ['two of three', { numbers: [3, 1] }, [1, 3]],
    ['one of a kind', { quantities: [{ optionValueId: 10, quantity: 1 }] }, [1]],
    ['the only child of a party', { quantities: [{ optionValueId: 11, quantity: 1 }] }, [3]],
    ['S-10.02: none of a kind', { quantities: [{ optionValueId: 10, quantity: 0 }] }, 'less_than_one'],
    ['fewer than none', { quantities: [{ optionValueId: 10, quantity: -1 }] }, 'less_than_one'],
    ['more of a kind than there are', { quantities: [{ optionValueId: 10, quantity: 3 }] }, 'not_found'],
    ['a kind that nobody bought', { quantities: [{ optionValueId: 99, quantity: 1 }] }, 'not_found'],
    ['a number that is not there', { numbers: [1, 9] }, 'not_found'],
    ['S-10.04: all of a parent', { numbers: [1, 2, 3] }, 'none_stays'],
    ['S-10.01: the only one of a parent', { numbers: [1, 4] }, 'only_child'],
  ])('%s', (_, asked, expected) => {
    expect(chooseShared(PARTY, asked)).toEqual(expected)
  })

  test('S-10.01: of a single ticket nothing, whatever is named', () => {
    expect(chooseShared([ticket(1)], { numbers: [1] })).toBe('only_child')
    expect(chooseShared([ticket(1)], { numbers: [7] })).toBe('only_child')
  })

  test('S-10.05: neither what is used nor what others have', () => {
    const party = [ticket(1), ticket(2, { isAvailable: false }), ticket(3)]
    expect(chooseShared(party, { numbers: [2] })).toBe('not_found')
    expect(chooseShared(party, { quantities: [{ optionValueId: 10, quantity: 1 }] })).toEqual([1])
  })

  test('a companion goes with its holder, and stays with one', () => {
    const companion = { optionValueId: 12, onlyWith: 10 }
    const party = [
      ticket(1),
      ticket(2),
      ticket(3, companion),
      ticket(4, companion),
      ticket(5, { optionValueId: 11 }),
    ]
    expect(chooseShared(party, { numbers: [3] })).toBe('companion')
    expect(chooseShared(party, { numbers: [1] })).toBe('companion')
    expect(chooseShared(party, { numbers: [1, 3] })).toEqual([1, 3])
    expect(chooseShared(party, { numbers: [5] })).toEqual([5])
  })

  test('the same kind twice counts together', () => {
    const twice = { optionValueId: 10, quantity: 1 }
    expect(chooseShared(PARTY, { quantities: [twice, twice] })).toEqual([1, 2])
  })

  test('whatever is asked, only available tickets are chosen, each once, and one of each parent stays', () => {
    const party = fc
      .array(
        fc.record({
          parentId: fc.constantFrom(1, 2),
          optionValueId: fc.constantFrom(10, 11, null),
          onlyWith: fc.constant(null),
          isAvailable: fc.boolean(),
        }),
        { maxLength: 8 },
      )
      .map(rows => rows.map((row, index) => ({ ...row, number: index + 1 })))
    const asked = fc.oneof(
      fc.record({ numbers: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }) }),
      fc.record({
        quantities: fc.array(
          fc.record({ optionValueId: fc.constantFrom(10, 11), quantity: fc.integer({ min: -1, max: 5 }) }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    )
    fc.assert(
      fc.property(party, asked, (tickets, choice) => {
        const chosen = chooseShared(tickets, choice)
        if (typeof chosen === 'string') return
        expect(new Set(chosen).size).toBe(chosen.length)
        const left = tickets.filter(({ isAvailable }) => isAvailable)
        const own = left.filter(({ number }) => chosen.includes(number))
        expect(own).toHaveLength(chosen.length)
        for (const { parentId } of own)
          expect(left.some(one => one.parentId === parentId && !chosen.includes(one.number))).toBe(true)
      }),
    )
  })
})

test.each([
  ['山田 太郎', '山＊＊'],
  ['𠮷田', '𠮷＊＊'],
  ['Hana', 'H＊＊'],
  ['  ', ''],
])('S-8.09: %s is shown as %s', (name, shown) => {
  expect(maskedName(name)).toBe(shown)
})
