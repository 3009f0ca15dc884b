import { ORDER_STATUSES } from '@kippu/domain/states/order'
import { expect, test } from 'vitest'

import { payableOrder } from '../../../test/order-record.ts'
import { isRefusal, refuse } from '../../platform/http/refusal.ts'
import type { OrderRecord } from '../../orders/life/find-order.ts'
import type { NamedCoupon } from '../../orders/coupons/queries.ts'
import { openOrder } from '../../orders/life/open-order.ts'
import { decideAdding } from './add-coupon.ts'
import type { CouponedOrder } from './coupon-facts.ts'
import { decideRemoval } from './remove-coupon.ts'
import { isLeftFor } from './take-over-use.ts'

const DEPS = { clock: { now: () => Date.parse('2026-11-22T10:00:00+09:00'), monotonicMs: () => 0 } }
const COUPON: NamedCoupon = {
  id: 'coupon',
  code: 'FLAT500',
  name: '500',
  kind: 'flat_rate',
  discountType: 'fixed',
  discountAmount: 500,
  shouldApplyPerTicket: false,
  isActive: true,
  channels: ['web'],
  startsOn: null,
  endsOn: null,
  visitsFrom: null,
  visitsUntil: null,
  visitWeekdays: null,
  productIds: [],
  minQuantity: 1,
  usageLimit: 3,
  taken: 2,
}

const ordered = (parts: Partial<CouponedOrder> = {}): CouponedOrder => ({
  ...payableOrder(),
  asked: COUPON,
  ...parts,
})

test.each([
  ['added', (found?: CouponedOrder) => decideAdding(DEPS, found)],
  ['removed', (found?: CouponedOrder) => decideRemoval(found)],
])('no coupon is %s where the order may not change, whatever the code (D-17, S-1.04)', (_, decide) => {
  expect(decide()).toEqual({ answer: refuse('record not found') })
  expect(decide(ordered({ asked: undefined }))).toEqual({ answer: refuse('coupon_code does not exist') })
  const closed = [false, true].flatMap(hasEnded =>
    ORDER_STATUSES.flatMap(status => {
      const { order } = payableOrder({ hasEnded, status })
      const refusal = openOrder(order)
      return isRefusal(refusal) ? [{ order, refusal }] : []
    }),
  )
  expect(closed).toHaveLength(2 * ORDER_STATUSES.length - 3)
  for (const { order, refusal } of closed)
    expect(decide(ordered({ order, asked: undefined }))).toEqual({ answer: refusal })
})

test('a coupon is added behind the others, with a use that is counted if it has a limit (S-3.11)', () => {
  expect(decideAdding(DEPS, ordered())).toMatchObject({
    change: { couponsBefore: [], coupons: [{ id: 'coupon', isCounted: true }], price: { price: 5900 } },
  })
  const endless = ordered({ asked: { ...COUPON, usageLimit: null } })
  expect(decideAdding(DEPS, endless)).toMatchObject({ change: { coupons: [{ isCounted: false }] } })
  const used = ordered({ asked: { ...COUPON, taken: 3 } })
  expect(decideAdding(DEPS, used)).toEqual({ answer: refuse('coupon limit reached') })
})

test('a coupon is removed from an order that has it (R-7.23)', () => {
  const coupons = [{ ...COUPON, isCounted: true }]
  expect(decideRemoval(ordered({ coupons }))).toMatchObject({
    change: { couponsBefore: coupons, coupons: [], price: { price: 6400 } },
  })
  expect(decideRemoval(ordered())).toEqual({ answer: refuse('coupon_code does not exist') })
})

test('a use moves to a newer order of the same proved address, and from no other, nor while a payment is under way', () => {
  const coupons = [{ ...COUPON, isCounted: true }]
  const buyer = { answers: [], email: 'a@example.com', name: '' }
  const order = payableOrder({ status: 'ready_checkout', buyer }).order
  const newer = ordered({ order: { ...order, id: 'newer', createdAt: new Date('2026-11-21T23:40:00Z') } })
  const moves = (older: Partial<OrderRecord>, parts: Partial<CouponedOrder> = {}) =>
    isLeftFor(ordered({ order: { ...order, ...older }, coupons, ...parts }), newer)
  expect(moves({})).toBe(true)
  expect(moves({ mailGeneration: 0, memberId: 'member' })).toBe(true)
  expect(ORDER_STATUSES.filter(status => moves({ status }))).toEqual(['ready_checkout'])
  expect(moves({ hasEnded: true })).toBe(false)
  expect(moves({ mailGeneration: 0 })).toBe(false)
  expect(moves({ kind: 'time_change' })).toBe(false)
  expect(moves({ buyer: { ...buyer, email: 'b@example.com' } })).toBe(false)
  expect(moves({ createdAt: newer.order.createdAt })).toBe(false)
  expect(moves({}, { coupons: [{ ...COUPON, isCounted: false }] })).toBe(false)
  for (const unproved of [
    { status: 'mail_sent' },
    { mailGeneration: 0 },
    { buyer: { ...buyer, email: undefined } },
  ] as const)
    expect(isLeftFor(ordered({ order, coupons }), { ...newer, order: { ...newer.order, ...unproved } })).toBe(
      false,
    )
})
