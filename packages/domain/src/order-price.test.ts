import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { PricedCoupon } from './coupon.ts'
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

  test('adult 3200 × 2 and child 1000 with a guide and a set: 10 % of everything, membership first (D-21, S-3.01)', () => {
    const lines = [
      ticket(3200, 0, 2),
      ticket(3200, -2200, 1),
      { kind: 'extra', basePrice: 0, addCost: 500, quantity: 2 },
      { kind: 'set', basePrice: 1500, addCost: 0, quantity: 3 },
    ] as const
    const promotion = { type: 'fixed', amount: 200 }
    const rate10 = coupon({ kind: 'fixed_rate', discountType: 'percent', discountAmount: 10 })
    expect(priceOrder({ lines, promotion, coupons: [rate10] })).toMatchObject({
      subtotal: 12_900,
      membershipDiscount: 600,
      couponDiscounts: [1290],
      price: 11_010,
    })
  })

  test('the price left after membership caps a coupon, and nothing goes below 0 (D-21, R-9.04)', () => {
    const lines = [ticket(1000, 0, 1)]
    const promotion = { type: 'percent', amount: 30 }
    const tooMuch = coupon({ kind: 'fixed_rate', discountType: 'percent', discountAmount: 150 })
    expect(priceOrder({ lines, promotion, coupons: [tooMuch] })).toMatchObject({
      membershipDiscount: 300,
      couponDiscounts: [700],
      price: 0,
      payable: 0,
    })
  })

  test('the method takes its percentage of the remaining price, rounded down: 5 % of 7400 leaves 7030 (S-4.03)', () => {
    const method = { type: 'percent', amount: 5 }
    const priced = priceOrder({ lines: [ticket(3700, 0, 2)], method })
    expect(priced).toMatchObject({ price: 7400, methodDiscount: 370, payable: 7030 })
    const afterCoupon = priceOrder({ lines: [ticket(3700, 0, 2)], coupons: [coupon({})], method })
    expect(afterCoupon).toMatchObject({ price: 6900, methodDiscount: 345, payable: 6555 })
  })

  test('when one of two invitations is removed, the other frees the most expensive ticket (S-3.13)', () => {
    const lines = [ticket(3200, 0, 1), ticket(1000, 0, 1)]
    const invitation = coupon({ kind: 'invitation' })
    expect(priceOrder({ lines, coupons: [invitation, invitation] }).couponDiscounts).toEqual([3200, 1000])
    expect(priceOrder({ lines, coupons: [invitation] })).toMatchObject({
      couponDiscounts: [3200],
      price: 1000,
    })
  })

  test('a free ticket reduces its own line, and other lines only beyond the rest of that line', () => {
    const lines = [ticket(1000, 0, 1), ticket(3200, 0, 1)]
    const invitation = coupon({ kind: 'invitation' })
    const alone = priceOrder({ lines, coupons: [invitation] })
    expect(alone.lineDiscounts.map(line => line.coupon)).toEqual([0, 3200])
    const member = priceOrder({ lines, coupons: [invitation], promotion: { type: 'fixed', amount: 200 } })
    expect(member.lineDiscounts).toEqual([
      { membership: 200, coupon: 200, method: 0 },
      { membership: 200, coupon: 3000, method: 0 },
    ])
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

/** FLAT500 with the given changes. */
function coupon(parts: Partial<PricedCoupon>): PricedCoupon {
  return {
    kind: 'flat_rate',
    discountType: 'fixed',
    discountAmount: 500,
    shouldApplyPerTicket: false,
    ...parts,
  }
}
