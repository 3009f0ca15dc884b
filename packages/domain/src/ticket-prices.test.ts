import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { sumOf } from './sum.ts'
import { type PaidLine, ticketPrices } from './ticket-prices.ts'

describe('the price of each ticket', () => {
  test('tickets of a line share the amount paid for it, the larger parts first', () => {
    expect(ticketPrices([{ kind: 'ticket', quantity: 3, paid: 1000 }])).toEqual([[334, 333, 333]])
  })

  test('the amount paid for extras is shared by all admissions, and extras have no ticket', () => {
    const lines: PaidLine[] = [
      { kind: 'ticket', quantity: 2, paid: 6400 },
      { kind: 'extra', quantity: 1, paid: 500 },
      { kind: 'ticket', quantity: 1, paid: 1000 },
    ]
    expect(ticketPrices(lines)).toEqual([[3367, 3367], [], [1166]])
  })

  test('each unit of a set product has its own price, separate from the admissions', () => {
    const lines: PaidLine[] = [
      { kind: 'ticket', quantity: 1, paid: 0 },
      { kind: 'set', quantity: 2, paid: 1999 },
    ]
    expect(ticketPrices(lines)).toEqual([[0], [1000, 999]])
  })

  test('all tickets together cost exactly the amount paid, and none costs less than 0', () => {
    const line = fc.record({
      kind: fc.constantFrom('ticket', 'extra', 'set'),
      quantity: fc.integer({ min: 1, max: 12 }),
      paid: fc.nat(1_000_000),
    })
    const admission = line.map(each => ({ ...each, kind: 'ticket' as const }))
    fc.assert(
      fc.property(admission, fc.array(line, { maxLength: 8 }), (first, others) => {
        const lines = [...others, first]
        const prices = ticketPrices(lines)
        expect(prices.map(({ length }) => length)).toEqual(
          lines.map(({ kind, quantity }) => (kind === 'extra' ? 0 : quantity)),
        )
        expect(sumOf(prices.flat())).toBe(sumOf(lines.map(({ paid }) => paid)))
        expect(prices.flat().every(price => price >= 0)).toBe(true)
      }),
    )
  })
})
