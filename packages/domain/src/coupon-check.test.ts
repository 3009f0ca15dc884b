import { describe, expect, test } from 'vitest'

import {
  checkCoupon,
  checkCouponAgain,
  type CheckedCoupon,
  type CouponedOrder,
  type CouponFault,
} from './coupon-check.ts'
import type { CouponKind } from './coupon.ts'

/** FLAT500 of a venue that restricts nothing. */
const COUPON: CheckedCoupon = {
  id: 'flat500',
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
  usageLimit: null,
  usedByOthers: 0,
}

/** Two adults on a Tuesday in December, ordered on a Saturday in November. */
const ORDER: CouponedOrder = {
  today: '2026-11-21',
  channel: 'web',
  productId: 7,
  visitDate: '2026-12-01',
  lines: [{ kind: 'ticket', basePrice: 3200, addCost: 0, quantity: 2 }],
  promotion: null,
  couponsBefore: [],
}

const KINDS = {
  flat_rate: { discountType: 'fixed', discountAmount: 500 },
  fixed_rate: { discountType: 'percent', discountAmount: 10 },
  invitation: { discountType: 'fixed', discountAmount: 0 },
  campaign: { discountType: 'percent', discountAmount: 15 },
} as const

test('a coupon that passes every check is accepted (S-3.09)', () => {
  expect(checkCoupon(COUPON, ORDER)).toBeNull()
})

type Parts = { readonly coupon?: Partial<CheckedCoupon>; readonly order?: Partial<CouponedOrder> }

/** One way to fail each check, in the order of S-3.09. Any two of them can be combined. */
const FAILURES: ReadonlyArray<readonly [CouponFault, Parts]> = [
  ['inactive', { coupon: { isActive: false } }],
  ['wrong_channel', { coupon: { channels: ['spot', 'pos'] } }],
  ['not_started', { coupon: { startsOn: '2026-11-22' } }],
  ['expired', { coupon: { endsOn: '2026-11-20' } }],
  ['visit_not_covered', { coupon: { visitWeekdays: [0, 6] } }],
  ['wrong_order', { coupon: { productIds: [8, 9] } }],
  ['limit_reached', { coupon: { usageLimit: 3, usedByOthers: 3 } }],
  ['two_flat_rates', { order: { couponsBefore: [before('flat_rate')] } }],
  ['nothing_left', { order: { promotion: { type: 'percent', amount: 100 } } }],
  ['not_calculable', { coupon: { discountType: 'points' } }],
]

describe('each check has its fault (S-3.09, R-8.39–8.45, R-8.54–8.56)', () => {
  test.each(FAILURES)('%s', (fault, parts) => {
    expect(check(parts)).toBe(fault)
  })
})

const PAIRS = FAILURES.flatMap((earlier, index) =>
  FAILURES.slice(index + 1).map(later => [earlier[0], later[0], earlier[1], later[1]] as const),
)

describe('of two failing checks the earlier one is reported (S-3.09)', () => {
  test.each(PAIRS)('%s before %s', (fault, _, one, other) => {
    const both = { coupon: { ...one.coupon, ...other.coupon }, order: { ...one.order, ...other.order } }
    expect(check(both)).toBe(fault)
  })
})

describe('days are days in Japan, both ends included (D-23)', () => {
  test.each<[string, Partial<CheckedCoupon>, CouponFault | null]>([
    ['from today', { startsOn: '2026-11-21' }, null],
    ['from tomorrow', { startsOn: '2026-11-22' }, 'not_started'],
    ['until today', { endsOn: '2026-11-21' }, null],
    ['until yesterday', { endsOn: '2026-11-20' }, 'expired'],
    ['visits from that day', { visitsFrom: '2026-12-01' }, null],
    ['visits from the day after', { visitsFrom: '2026-12-02' }, 'visit_not_covered'],
    ['visits until that day', { visitsUntil: '2026-12-01' }, null],
    ['visits until the day before', { visitsUntil: '2026-11-30' }, 'visit_not_covered'],
    ['visits on Tuesdays', { visitWeekdays: [2] }, null],
    ['visits on no day', { visitWeekdays: [] }, 'visit_not_covered'],
  ])('%s', (_, coupon, fault) => {
    expect(check({ coupon })).toBe(fault)
  })
})

describe('conditions on the order (R-8.56, S-3.10)', () => {
  test('a coupon for a product takes that product', () => {
    expect(check({ coupon: { productIds: [6, 7] } })).toBeNull()
  })

  test('the minimum quantity counts tickets alone', () => {
    const guides = { kind: 'extra', basePrice: 0, addCost: 500, quantity: 5 } as const
    const lines = [...ORDER.lines, guides]
    expect(check({ coupon: { minQuantity: 2 }, order: { lines } })).toBeNull()
    expect(check({ coupon: { minQuantity: 3 }, order: { lines } })).toBe('wrong_order')
  })

  test('the last allowed use is accepted, and a limit of 0 allows none (R-8.43)', () => {
    expect(check({ coupon: { usageLimit: 3, usedByOthers: 2 } })).toBeNull()
    expect(check({ coupon: { usageLimit: 0, usedByOthers: 0 } })).toBe('limit_reached')
  })
})

describe('which coupons can be combined (S-3.06, D-22)', () => {
  const MATRIX: ReadonlyArray<readonly [CouponKind, CouponKind, CouponFault | null]> = [
    ['flat_rate', 'flat_rate', 'two_flat_rates'],
    ['fixed_rate', 'fixed_rate', 'two_fixed_rates'],
    ['flat_rate', 'fixed_rate', 'flat_and_fixed_rate'],
    ['invitation', 'flat_rate', 'invitation_and_flat_rate'],
    ['invitation', 'fixed_rate', 'invitation_and_fixed_rate'],
    ['invitation', 'invitation', null],
    ['campaign', 'campaign', 'campaign_and_other'],
    ['campaign', 'flat_rate', 'campaign_and_other'],
    ['campaign', 'fixed_rate', 'campaign_and_other'],
    ['campaign', 'invitation', 'campaign_and_other'],
  ]

  test.each(MATRIX)('%s with %s, in either order: %s', (one, other, fault) => {
    expect(check({ coupon: { kind: one, ...KINDS[one] }, order: { couponsBefore: [before(other)] } })).toBe(
      fault,
    )
    expect(check({ coupon: { kind: other, ...KINDS[other] }, order: { couponsBefore: [before(one)] } })).toBe(
      fault,
    )
  })

  test('the same invitation twice is reported before a forbidden combination (S-3.07)', () => {
    const invitation = { ...before('invitation'), id: COUPON.id }
    const order = { couponsBefore: [before('campaign'), invitation] }
    expect(check({ coupon: { ...KINDS.invitation, kind: 'invitation' }, order })).toBe('invitation_twice')
  })

  test('invitations are as many as tickets at most (S-3.08)', () => {
    const invitation = { coupon: { ...KINDS.invitation, kind: 'invitation' } } as const
    const lines = [...ORDER.lines, { kind: 'set', basePrice: 1500, addCost: 0, quantity: 3 }] as const
    const couponsBefore = [before('invitation'), before('invitation')]
    expect(check({ ...invitation, order: { lines, couponsBefore: couponsBefore.slice(1) } })).toBeNull()
    expect(check({ ...invitation, order: { lines, couponsBefore } })).toBe('more_invitations_than_tickets')
  })
})

describe('a code is not used up without a discount (R-8.54)', () => {
  test('when the price is 0 already', () => {
    expect(check({ order: { lines: [{ kind: 'ticket', basePrice: 0, addCost: 0, quantity: 1 }] } })).toBe(
      'nothing_left',
    )
  })

  test('when its discount would be 0', () => {
    const lines = [{ kind: 'ticket', basePrice: 50, addCost: 0, quantity: 1 }] as const
    expect(
      check({ coupon: { ...KINDS.fixed_rate, discountAmount: 1, kind: 'fixed_rate' }, order: { lines } }),
    ).toBe('nothing_left')
  })

  test('but an amount below 0 is a mistake of the venue (R-8.55)', () => {
    expect(check({ coupon: { discountAmount: -500 } })).toBe('not_calculable')
  })
})

function before(kind: CouponKind): CouponedOrder['couponsBefore'][number] {
  return { id: `${kind} before`, kind, shouldApplyPerTicket: false, ...KINDS[kind] }
}

function check({ coupon, order }: Parts): CouponFault | null {
  return checkCoupon({ ...COUPON, ...coupon }, { ...ORDER, ...order })
}

test('a coupon that the order already has passes every check again, except whether a discount is left for it (S-3.12)', () => {
  for (const [fault, { coupon, order }] of FAILURES) {
    const again = checkCouponAgain({ ...COUPON, ...coupon }, { ...ORDER, ...order })
    expect(again).toBe(fault === 'nothing_left' ? null : fault)
  }
})
