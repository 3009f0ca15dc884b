import { expect, test } from 'vitest'

import { membershipDiscount, type PricedPromotion } from './membership-discount.ts'
import type { PricedLine } from './order-line.ts'

test('fixed: 200 yen for each of three tickets are 600 (R-9.10, D-24)', () => {
  expect(discount({ type: 'fixed', amount: 200 }, [ticket(3200, 0, 3)])).toBe(600)
})

test('percent: 10 % of 3200 × 2 and of 1000 are 740 (R-9.10, D-24)', () => {
  expect(discount({ type: 'percent', amount: 10 }, [ticket(3200, 0, 2), ticket(3200, -2200, 1)])).toBe(740)
})

test('percent is rounded down for each ticket, not for the sum (D-24)', () => {
  expect(discount({ type: 'percent', amount: 10 }, [ticket(1999, 0, 3)])).toBe(597)
})

test('is never more than the price of the ticket (D-24)', () => {
  expect(discount({ type: 'fixed', amount: 1500 }, [ticket(3200, -2200, 2), ticket(3200, 0, 1)])).toBe(3500)
  expect(discount({ type: 'percent', amount: 120 }, [ticket(1000, 0, 2)])).toBe(2000)
  expect(discount({ type: 'fixed', amount: 200 }, [ticket(1000, -1500, 2)])).toBe(0)
})

test('extras and set products have none, and a promotion of another type has none (D-24)', () => {
  const extra: PricedLine = { kind: 'extra', basePrice: 0, addCost: 500, quantity: 2 }
  const set: PricedLine = { kind: 'set', basePrice: 1500, addCost: 0, quantity: 2 }
  expect(discount({ type: 'fixed', amount: 200 }, [extra, set])).toBe(0)
  expect(discount({ type: 'points', amount: 200 }, [ticket(3200, 0, 1)])).toBe(0)
  expect(membershipDiscount(ticket(3200, 0, 1), null)).toBe(0)
})

function discount(promotion: PricedPromotion, lines: readonly PricedLine[]): number {
  return lines.reduce((sum, line) => sum + membershipDiscount(line, promotion), 0)
}

function ticket(basePrice: number, addCost: number, quantity: number): PricedLine {
  return { kind: 'ticket', basePrice, addCost, quantity }
}
