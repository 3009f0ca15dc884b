import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { subtotalOf, unitCostOf, type PricedLine } from './order-line.ts'
import { priceOrder } from './order-price.ts'

const line = fc.record({
  kind: fc.constantFrom('ticket' as const, 'extra' as const, 'set' as const),
  basePrice: fc.integer({ min: 0, max: 1_000_000 }),
  addCost: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  quantity: fc.integer({ min: 0, max: 100 }),
})

describe('priceOrder (S-3.01)', () => {
  test('two adults at 3200 yen cost 6400 (R-3.121)', () => {
    expect(priceOrder({ lines: [ticket(3200, 0, 2)] })).toMatchObject({ subtotal: 6400, price: 6400 })
  })

  test('adds the extra cost for each ticket (R-9.09)', () => {
    expect(subtotalOf([ticket(0, 300, 2)])).toBe(600)
    expect(subtotalOf([ticket(1000, 300, 2)])).toBe(2600)
  })

  test('a negative extra cost never makes a ticket cheaper than nothing (R-3.104)', () => {
    expect(unitCostOf({ basePrice: 1000, addCost: -300 })).toBe(700)
    expect(subtotalOf([ticket(1000, -1500, 3), ticket(3200, 0, 1)])).toBe(3200)
  })

  test('no line costs nothing', () => {
    expect(priceOrder({ lines: [] })).toMatchObject({ subtotal: 0, price: 0, payable: 0 })
  })

  test('is a whole number from 0 up, and never above the subtotal (D-54)', () => {
    fc.assert(
      fc.property(fc.array(line), lines => {
        const { subtotal, price } = priceOrder({ lines })
        expect(Number.isSafeInteger(price)).toBe(true)
        expect(price).toBeGreaterThanOrEqual(0)
        expect(price).toBeLessThanOrEqual(subtotal)
      }),
    )
  })
})

function ticket(basePrice: number, addCost: number, quantity: number): PricedLine {
  return { kind: 'ticket', basePrice, addCost, quantity }
}
