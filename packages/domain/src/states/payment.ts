/** Every state of one payment attempt (docs/payments.md). An unknown result is a flag beside the state, not a state. */
export const ATTEMPT_STATES = [
  'created',
  'executing',
  'action_required',
  'pending',
  'authorized',
  'captured',
  'partially_refunded',
  'refunded',
  'voided',
  'failed',
  'expired',
  'refund_failed',
] as const

export type AttemptState = (typeof ATTEMPT_STATES)[number]

const ENDED_WITHOUT_MONEY = ['failed', 'expired'] as const
const MONEY = ['authorized', 'captured'] as const

/** All moves that are allowed (docs/payments.md); every other is refused. */
const ATTEMPT_TRANSITIONS: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['executing', ...ENDED_WITHOUT_MONEY],
  executing: ['action_required', 'pending', ...MONEY, ...ENDED_WITHOUT_MONEY],
  // After a 3-D Secure challenge we execute again, and store that before the call, so that a crash leaves a trace.
  action_required: ['executing', 'pending', ...MONEY, ...ENDED_WITHOUT_MONEY],
  pending: [...MONEY, ...ENDED_WITHOUT_MONEY],
  authorized: ['captured', 'voided'],
  captured: ['partially_refunded', 'refunded', 'refund_failed'],
  partially_refunded: ['partially_refunded', 'refunded', 'refund_failed'],
  refunded: [],
  voided: [],
  // A payment that a provider reports late must be recorded, to be used, released or refunded.
  failed: [...MONEY, 'voided'],
  expired: [...MONEY, 'voided'],
  // Staff, or the provider's own later result, can still settle a refund.
  refund_failed: ['partially_refunded', 'refunded'],
}

export function canMoveAttempt(from: AttemptState, to: AttemptState): boolean {
  return ATTEMPT_TRANSITIONS[from].includes(to)
}

/**
 * Whether nothing is pending, so that the order may open another attempt: an order has one non-final attempt at most.
 */
export function isAttemptFinal(state: AttemptState): boolean {
  switch (state) {
    case 'created':
    case 'executing':
    case 'action_required':
    case 'pending':
    case 'authorized':
      return false
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
    case 'voided':
    case 'failed':
    case 'expired':
    case 'refund_failed':
      return true
  }
}
