/** The purpose of an order: a visit, or another time for one that is bought. */
export const ORDER_KINDS = ['visit', 'time_change'] as const

export type OrderKind = (typeof ORDER_KINDS)[number]

/** Every state of an order. */
export const ORDER_STATUSES = [
  'temporary',
  'mail_sent',
  'ready_checkout',
  'payment_pending',
  'payment_3ds',
  'completed',
  'expired',
  'cancelled',
  'refunded',
  'refund_failed',
] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

const PAID_FOR_TOO_LATE = ['completed', 'refunded', 'refund_failed'] as const

/** All moves that are allowed; every other is refused. */
const ORDER_TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  temporary: ['mail_sent', 'ready_checkout', 'expired', 'cancelled'],
  // A second mail leaves the order where it is.
  mail_sent: ['mail_sent', 'ready_checkout', 'expired', 'cancelled'],
  ready_checkout: ['payment_pending', 'payment_3ds', 'completed', 'expired', 'cancelled'],
  payment_pending: ['ready_checkout', 'expired', ...PAID_FOR_TOO_LATE],
  payment_3ds: ['ready_checkout', 'expired', ...PAID_FOR_TOO_LATE],
  completed: [],
  expired: PAID_FOR_TOO_LATE,
  cancelled: [],
  refunded: [],
  refund_failed: [],
}

export function canMoveOrder(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_TRANSITIONS[from].includes(to)
}

/** Whether the order is under way and holds stock. */
export function isOrderLive(status: OrderStatus): boolean {
  return holdMayExpire(status) || isBeingPaid(status)
}

/** Whether a payment is open: price and contents are frozen. */
export function isBeingPaid(status: OrderStatus): boolean {
  return status === 'payment_pending' || status === 'payment_3ds'
}

/**
 * Whether the end of the hold may end the order. A hold being paid never expires by itself: the move from `payment_*`
 * to `expired` belongs to the reconciler, after the attempt is fenced (docs/operations.md).
 */
export function holdMayExpire(status: OrderStatus): boolean {
  return status === 'temporary' || status === 'mail_sent' || status === 'ready_checkout'
}
