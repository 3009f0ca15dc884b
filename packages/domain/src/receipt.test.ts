import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type BoughtLine, receiptSums } from './receipt.ts'
import { sumOf } from './sum.ts'

const line: BoughtLine = { kind: 'ticket', quantity: 2, left: 2, unitPrice: 3700, discounts: 0, taxRate: 10 }

test('S-14.05: 7,400 yen contain 672 yen of tax', () => {
  expect(receiptSums({ lines: [line], paid: 7400, refunded: 0, refundedSince: 0 })).toEqual({
    total: 7400,
    taxes: [{ taxRate: 10, yen: 7400, tax: 672 }],
    kept: 0,
  })
})

test('S-14.08: a difference that the venue keeps is part of the total', () => {
  const sums = receiptSums({ lines: [line], paid: 8000, refunded: 0, refundedSince: 0 })
  expect(sums).toEqual({ total: 8000, taxes: [{ taxRate: 10, yen: 8000, tax: 727 }], kept: 600 })
})

test('S-14.05: tickets that went back take the tax of their rate along', () => {
  const tea: BoughtLine = { kind: 'set', quantity: 1, left: 0, unitPrice: 800, discounts: 0, taxRate: 8 }
  const sums = receiptSums({ lines: [line, tea], paid: 8200, refunded: 800, refundedSince: 800 })
  expect(sums.taxes).toEqual([
    { taxRate: 10, yen: 7400, tax: 672 },
    { taxRate: 8, yen: 0, tax: 0 },
  ])
  expect(sums.kept).toBe(0)
})

/** A visit with an extra at another rate, tickets that go back at what they cost, and a change before. */
const visits = fc
  .record({
    tickets: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 9 }),
        unitPrice: fc.nat(9000),
        rate: fc.constantFrom(8, 10),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    extra: fc.record({
      quantity: fc.integer({ min: 1, max: 4 }),
      unitPrice: fc.nat(2000),
      rate: fc.constantFrom(8, 10),
    }),
    discount: fc.nat(100),
    leftShare: fc.nat(9),
    keptBefore: fc.nat(3000),
  })
  .map(({ tickets, extra, discount, leftShare, keptBefore }) => {
    const lines: BoughtLine[] = tickets.map(({ quantity, unitPrice, rate }) => ({
      kind: 'ticket',
      quantity,
      left: Math.floor((quantity * leftShare) / 9),
      unitPrice,
      discounts: Math.floor((unitPrice * quantity * discount) / 100),
      taxRate: rate,
    }))
    lines.push({
      kind: 'extra',
      quantity: extra.quantity,
      left: 0,
      unitPrice: extra.unitPrice,
      discounts: 0,
      taxRate: extra.rate,
    })
    return { lines, keptBefore }
  })

test('S-14.05, S-14.08: of 10,000 random visits the sums equal those worked out another way', () => {
  fc.assert(
    fc.property(visits, fc.double({ min: 0, max: 1, noNaN: true }), ({ lines, keptBefore }, back) => {
      const bought = lines.reduce((sum, one) => sum + one.unitPrice * one.quantity - one.discounts, 0)
      const refundedSince = Math.floor(bought * back)
      const earlier = 500
      const { total, taxes, kept } = receiptSums({
        lines,
        paid: bought + keptBefore + earlier,
        refunded: refundedSince + earlier,
        refundedSince,
      })
      expect([total, kept]).toEqual([bought + keptBefore - refundedSince, keptBefore])
      expect(sumOf(taxes.map(({ yen }) => yen))).toBe(total)
      expect(new Set(taxes.map(({ taxRate }) => taxRate)).size).toBe(taxes.length)
      // A share of fractions, by what is left of each line: whole yen differ from it by less than one a line.
      const admissions = lines.filter(({ kind }) => kind === 'ticket')
      const share = (one: BoughtLine): number =>
        one.kind === 'ticket'
          ? one.left / one.quantity
          : admissions.reduce((sum, a) => sum + a.left, 0) /
            admissions.reduce((sum, a) => sum + a.quantity, 0)
      const costs = lines.map(one => (one.unitPrice * one.quantity - one.discounts) * share(one))
      const left = costs.reduce((sum, cost) => sum + cost, 0)
      for (const { taxRate, yen, tax } of taxes) {
        expect(yen).toBeGreaterThanOrEqual(0)
        // What a buyer pays is 100 parts goods and `taxRate` parts tax.
        expect(tax).toBe(Number((BigInt(yen) * BigInt(taxRate)) / BigInt(100 + taxRate)))
        if (left <= lines.length) continue
        const expected = costs.reduce(
          (sum, cost, index) => sum + (lines[index]?.taxRate === taxRate ? cost : 0),
          0,
        )
        const error = 2 * (1 + total / left) * lines.length
        expect(Math.abs(yen - (total * expected) / left)).toBeLessThanOrEqual(error)
      }
    }),
    { numRuns: 10_000 },
  )
})
