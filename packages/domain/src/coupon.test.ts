import { describe, expect, test } from 'vitest'

import { COUPON_KINDS, couponDiscount, isCalculable, type PricedCoupon } from './coupon.ts'
import { subtotalOf, type PricedLine } from './order-line.ts'

const fixed = (discountAmount: number, shouldApplyPerTicket = false): PricedCoupon => ({
  kind: 'flat_rate',
  discountType: 'fixed',
  discountAmount,
  shouldApplyPerTicket,
})
const percent = (discountAmount: number): PricedCoupon => ({
  ...fixed(discountAmount),
  kind: 'fixed_rate',
  discountType: 'percent',
})

/** Two adults and a child: 7,400 yen. */
const FAMILY = [ticket(3200, 0, 2), ticket(3200, -2200, 1)]

describe('a fixed amount', () => {
  test('takes off its amount (R-3.01, R-3.02, R-9.01, S-3.02)', () => {
    expect(discount(fixed(500), FAMILY)).toBe(500)
  })

  test('per ticket takes it off for each ticket, otherwise once (R-3.03, R-9.02, S-3.02)', () => {
    expect(discount(fixed(500, true), FAMILY)).toBe(1500)
    expect(discount(fixed(500, false), FAMILY)).toBe(500)
  })

  test('per ticket counts neither extras nor set products (R-9.02)', () => {
    const guide: PricedLine = { kind: 'extra', basePrice: 0, addCost: 500, quantity: 2 }
    const tea: PricedLine = { kind: 'set', basePrice: 1500, addCost: 0, quantity: 4 }
    expect(discount(fixed(300, true), [...FAMILY, guide, tea])).toBe(900)
  })

  test('is capped at the subtotal (R-9.03, D-21)', () => {
    expect(discount(fixed(10_000), FAMILY)).toBe(7400)
    expect(discount(fixed(3000, true), FAMILY)).toBe(7400)
  })
})

describe('a percentage', () => {
  test.each([
    [10, 1999, 199],
    [7, 1999, 139],
    [100, 1999, 1999],
    [15, 7400, 1110],
    [10, 7400, 740],
    [0, 7400, 0],
    [29, 100, 29],
    [1, 99, 0],
  ])('%i %% of %i yen is %i, rounded down (R-3.02, R-9.04, S-3.03)', (points, price, yen) => {
    expect(discount(percent(points), [ticket(price, 0, 1)])).toBe(yen)
  })

  test('is of the whole subtotal, extras and set products included (D-21)', () => {
    const tea: PricedLine = { kind: 'set', basePrice: 1500, addCost: 0, quantity: 2 }
    expect(discount(percent(10), [...FAMILY, tea])).toBe(1040)
  })

  test('above 100 follows the formula to the letter (R-9.04)', () => {
    expect(discount(percent(150), [ticket(1000, 0, 1)])).toBe(1500)
  })

  test('ignores per ticket (R-3.03)', () => {
    expect(discount({ ...percent(10), shouldApplyPerTicket: true }, FAMILY)).toBe(740)
  })
})

test('any other type takes nothing off, and neither does an amount below 0 (R-3.01, R-9.05)', () => {
  expect(discount({ ...fixed(500), discountType: 'foo' }, FAMILY)).toBe(0)
  expect(discount({ ...fixed(500), discountType: '' }, FAMILY)).toBe(0)
  expect(discount(fixed(-500), FAMILY)).toBe(0)
  expect(discount(percent(-10), FAMILY)).toBe(0)
})

describe('an invitation', () => {
  const invitation: PricedCoupon = { ...fixed(0), kind: 'invitation' }
  const taken = (lines: readonly PricedLine[], invitationsBefore: number) =>
    couponDiscount(invitation, { lines, subtotal: subtotalOf(lines), invitationsBefore })

  test('frees the most expensive ticket that is not free yet: 3200, 3200, 1000 (S-3.04, D-22)', () => {
    expect([0, 1, 2].map(before => taken(FAMILY, before).discount)).toEqual([3200, 3200, 1000])
  })

  test('counts the extra cost of an option (S-3.04)', () => {
    const lines = [ticket(1000, 0, 1), ticket(1000, 700, 1)]
    expect([taken(lines, 0), taken(lines, 1)]).toEqual([
      { discount: 1700, lineIndex: 1 },
      { discount: 1000, lineIndex: 0 },
    ])
  })

  test('frees the first of lines that cost the same', () => {
    const lines = [ticket(1000, 0, 1), ticket(900, 100, 2)]
    expect([0, 1, 2].map(before => taken(lines, before).lineIndex)).toEqual([0, 1, 1])
  })

  test('frees tickets only, and none when all are free (S-3.08)', () => {
    const lines: PricedLine[] = [
      { kind: 'set', basePrice: 9000, addCost: 0, quantity: 1 },
      { kind: 'extra', basePrice: 0, addCost: 8000, quantity: 1 },
      ticket(1000, 0, 1),
    ]
    expect(taken(lines, 0)).toEqual({ discount: 1000, lineIndex: 2 })
    expect(taken(lines, 1)).toEqual({ discount: 0, lineIndex: null })
  })
})

test('a flat rate is in yen, a fixed rate in percent, a campaign in either; an invitation needs neither (D-22, R-8.55, S-3.05)', () => {
  const types = ['fixed', 'percent', 'points']
  const right = (kind: PricedCoupon['kind']) =>
    types.filter(discountType => isCalculable({ ...fixed(500), kind, discountType }))
  expect(COUPON_KINDS.map(kind => [kind, right(kind)])).toEqual([
    ['flat_rate', ['fixed']],
    ['fixed_rate', ['percent']],
    ['invitation', types],
    ['campaign', ['fixed', 'percent']],
  ])
  expect(isCalculable(fixed(-1))).toBe(false)
  expect(isCalculable(fixed(0))).toBe(true)
})

function discount(coupon: PricedCoupon, lines: readonly PricedLine[]): number {
  return couponDiscount(coupon, { lines, subtotal: subtotalOf(lines), invitationsBefore: 0 }).discount
}

function ticket(basePrice: number, addCost: number, quantity: number): PricedLine {
  return { kind: 'ticket', basePrice, addCost, quantity }
}
