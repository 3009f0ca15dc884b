import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderPrice, subtotalOf, unitCostOf } from './order-price.ts'

const line = fc.record({
  unitPrice: fc.integer({ min: 0, max: 1_000_000 }),
  addCost: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  quantity: fc.integer({ min: 0, max: 100 }),
})

describe('orderPrice (S-3.01)', () => {
  test('two adults at 3200 yen cost 6400 (R-3.121)', () => {
    expect(orderPrice([{ unitPrice: 3200, addCost: 0, quantity: 2 }])).toEqual({
      subtotal: 6400,
      price: 6400,
    })
  })

  test('adds the extra cost for each ticket (R-9.09)', () => {
    expect(subtotalOf([{ unitPrice: 0, addCost: 300, quantity: 2 }])).toBe(600)
    expect(subtotalOf([{ unitPrice: 1000, addCost: 300, quantity: 2 }])).toBe(2600)
  })

  test('a negative extra cost never makes a ticket cheaper than nothing (R-3.104)', () => {
    expect(unitCostOf({ unitPrice: 1000, addCost: -300, quantity: 1 })).toBe(700)
    expect(
      subtotalOf([
        { unitPrice: 1000, addCost: -1500, quantity: 3 },
        { unitPrice: 3200, addCost: 0, quantity: 1 },
      ]),
    ).toBe(3200)
  })

  test('no line costs nothing', () => {
    expect(orderPrice([])).toEqual({ subtotal: 0, price: 0 })
  })

  test('is a whole number from 0 up, and never above the subtotal (D-54)', () => {
    fc.assert(
      fc.property(fc.array(line), lines => {
        const { subtotal, price } = orderPrice(lines)
        expect(Number.isInteger(price) && price >= 0 && price <= subtotal).toBe(true)
      }),
    )
  })

  test('does not depend on the order of the lines, nor on splitting the order', () => {
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (a, b) => {
        expect(subtotalOf([...a, ...b])).toBe(subtotalOf(b) + subtotalOf(a))
        expect(subtotalOf(a.toReversed())).toBe(subtotalOf(a))
      }),
    )
  })
})
