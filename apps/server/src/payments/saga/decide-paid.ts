import type { Decision } from '../../db/take-step.ts'
import {
  type Completion,
  completionOf,
  judgeCompletion,
  type PaidAmount,
} from '../../orders/fulfil/complete-order.ts'
import { type Attempt, isOver } from '../attempts/attempt.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import type { PaymentOutcome } from '../port/port.ts'
import { hasOtherOpenPayment, type OrderAndPayments } from './paid-order.ts'
import type { PaymentStep } from './write-step.ts'

export interface AttemptOutcome<Kind extends PaymentOutcome['kind'] = PaymentOutcome['kind']> {
  readonly previous: Attempt
  readonly outcome: Extract<PaymentOutcome, { readonly kind: Kind }>
  /** False: it failed too long, the money goes back. */
  readonly mayIssue: boolean
}

export type PaidOutcome = AttemptOutcome<'authorized' | 'captured'>

type CompletingDeps = Pick<PaymentDeps, 'tokens' | 'jobs'>

/** Decides what a payment does whose money is there, by its order as it was read. */
export function decidePaid(
  deps: CompletingDeps,
  { previous, outcome, mayIssue }: PaidOutcome,
  facts: OrderAndPayments,
): Decision<PaymentStep, Attempt, Attempt | 'late' | undefined> {
  const now = facts.payments.find(({ id }) => id === previous.id)
  if (now?.state !== previous.state || now.operation !== previous.operation) return { answer: undefined }
  const answerOf = (attempt: Attempt): Attempt => attempt
  const paid = paidBy(previous)
  const mayComplete = mayIssue && !isUseless(facts, previous, outcome)
  const verdict = mayComplete ? judgeCompletion(facts, paid) : 'never'
  switch (verdict) {
    case 'late':
      return { answer: 'late' }
    case 'never':
      return { change: paidStep(previous, outcome), answerOf }
    case 'now':
      return { change: paidStep(previous, outcome, completionOf(deps, facts, paid)), answerOf }
  }
}

interface LateFacts extends OrderAndPayments {
  /** Whether the order has its stock and coupons again. */
  readonly isRetaken: boolean
}

/** Decides what a payment does that came after its order's time. */
export function decideLate(
  deps: CompletingDeps,
  { previous, outcome }: PaidOutcome,
  facts: LateFacts,
): PaymentStep {
  const paid = paidBy(previous)
  const isCompleted =
    facts.isRetaken && !isUseless(facts, previous, outcome) && judgeCompletion(facts, paid) !== 'never'
  return paidStep(previous, outcome, isCompleted ? completionOf(deps, facts, paid) : undefined)
}

/** Authorised although it had ended, while its order is being paid otherwise. */
function isUseless(facts: OrderAndPayments, previous: Attempt, { kind }: PaidOutcome['outcome']): boolean {
  return kind === 'authorized' && isOver(previous) && hasOtherOpenPayment(facts, previous.id)
}

export function paidBy({ id, amount, methodDiscount }: Attempt): PaidAmount {
  return { amount: amount.minor, methodDiscount, attemptId: id }
}

/** Without a completion the money is released or goes back. */
function paidStep(
  previous: Attempt,
  { kind, refs }: PaidOutcome['outcome'],
  completion?: Completion,
): PaymentStep {
  const isIssued = completion !== undefined
  const issued = isIssued ? { completion } : {}
  const common = { refs, step: null, checkInSeconds: LEASE_SECONDS } as const
  if (kind === 'captured') {
    const operation = isIssued ? null : 'refund'
    const checkInSeconds = isIssued ? null : LEASE_SECONDS
    const change = { ...common, state: 'captured', operation, checkInSeconds } as const
    return { previous, change, moved: 'capture', ...issued }
  }
  // An attempt that had ended and is of no use stays ended: its order may be paid by another one, now or soon (one open
  // attempt per order).
  if (isOver(previous) && !isIssued) return { previous, change: { ...common, operation: 'void' } }
  const operation = isIssued ? 'capture' : 'void'
  return { previous, change: { ...common, state: 'authorized', operation }, ...issued }
}
