import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES, canMoveOrder, holdMayExpire, isBeingPaid, isOrderLive } from './order.ts'

/** S-1.11, copied from the requirements and not from the code: every pair that is missing here is refused. */
const ALLOWED = new Set([
  'temporary→mail_sent',
  'mail_sent→mail_sent',
  'mail_sent→ready_checkout',
  'temporary→ready_checkout',
  'ready_checkout→completed',
  'ready_checkout→payment_pending',
  'ready_checkout→payment_3ds',
  'payment_pending→completed',
  'payment_3ds→completed',
  'payment_pending→ready_checkout',
  'payment_3ds→ready_checkout',
  'temporary→expired',
  'mail_sent→expired',
  'ready_checkout→expired',
  'payment_pending→expired',
  'payment_3ds→expired',
  'temporary→cancelled',
  'mail_sent→cancelled',
  'ready_checkout→cancelled',
  'expired→completed',
  'payment_pending→refunded',
  'payment_3ds→refunded',
  'expired→refunded',
  'payment_pending→refund_failed',
  'payment_3ds→refund_failed',
  'expired→refund_failed',
])

const PAIRS = ORDER_STATUSES.flatMap(from => ORDER_STATUSES.map(to => [from, to] as const))

test.each(PAIRS)('%s → %s (S-1.11, R-4.45)', (from, to) => {
  expect(canMoveOrder(from, to)).toBe(ALLOWED.has(`${from}→${to}`))
})

describe('order predicates', () => {
  test('live orders hold stock', () => {
    expect(ORDER_STATUSES.filter(isOrderLive)).toEqual([
      'temporary',
      'mail_sent',
      'ready_checkout',
      'payment_pending',
      'payment_3ds',
    ])
  })

  test('a hold being paid never expires by itself', () => {
    expect(ORDER_STATUSES.filter(isBeingPaid)).toEqual(['payment_pending', 'payment_3ds'])
    expect(ORDER_STATUSES.filter(holdMayExpire)).toEqual(['temporary', 'mail_sent', 'ready_checkout'])
  })

  test('a hold that may expire leads to expired; one that is cancelled is not being paid (S-1.04, S-1.08)', () => {
    const mayEnd = ORDER_STATUSES.filter(holdMayExpire)
    expect(mayEnd.every(status => canMoveOrder(status, 'expired'))).toBe(true)
    expect(ORDER_STATUSES.filter(status => canMoveOrder(status, 'cancelled'))).toEqual(mayEnd)
  })
})
