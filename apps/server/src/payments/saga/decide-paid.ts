import type { Decision } from '../../platform/db/take-step.ts'
import { completionOf, judgeCompletion } from '../../sales/fulfil/complete-order.ts'
import { judgeMove, moveOf } from '../../sales/fulfil/replace-reservation.ts'
import { type Attempt, isOver, type ToldReservation } from '../attempts/attempt.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'
import type { PaymentOutcome } from '../port/port.ts'
import { hasOtherOpenPayment, type OrderAndPayments } from './paid-order.ts'
import type { PaymentStep } from './write-step.ts'

/** An attempt whose money is there. */
export interface PaidOutcome {
  readonly previous: Attempt
  readonly outcome: Extract<PaymentOutcome, { readonly kind: 'authorized' | 'captured' }>
  /** False: it failed too long, the money goes back. */
  readonly mayIssue: boolean
}

type CompletingDeps = Pick<PaymentDeps, 'tokens' | 'jobs'>

/** Decides what a payment does whose money is there, by its order as it was read. */
export function decidePaid(
  deps: CompletingDeps,
  paid: PaidOutcome,
  facts: OrderAndPayments,
): Decision<PaymentStep, Attempt, Attempt | 'late' | undefined> {
  const { previous } = paid
  const now = facts.payments.find(({ id }) => id === previous.id)
  if (now?.state !== previous.state || now.operation !== previous.operation) return { answer: undefined }
  const answerOf = (attempt: Attempt): Attempt => attempt
  switch (judgePaid(paid, facts)) {
    case 'late':
      return { answer: 'late' }
    case 'never':
      return { change: uselessStep(paid), answerOf }
    case 'now':
      return completing(completingStep(deps, paid, facts), facts)
  }
}

function completing(
  step: PaymentStep,
  { moving }: OrderAndPayments,
): Extract<Decision<PaymentStep, Attempt, Attempt>, { readonly change: unknown }> {
  const issued = issuedBy(step, moving)
  return { change: step, answerOf: attempt => ({ ...attempt, ...(issued && { issued }) }) }
}

/** Where something goes back, the answer is read once the provider was asked. */
function issuedBy(
  { completion, move, owed }: PaymentStep,
  moving: OrderAndPayments['moving'],
): ToldReservation | undefined {
  if (completion !== undefined) {
    const { id, number: reservationNumber, tokenHash } = completion.reservation
    return { id, reservationNumber, tokenGeneration: 0, tokenHash }
  }
  if (move === undefined || moving === null || owed !== undefined) return undefined
  const { reservationId: id, tokenGeneration, tokenHash } = move.move
  return { id, reservationNumber: moving.reservationNumber, tokenGeneration, tokenHash }
}

/** Whether the payment can complete its order: {@link judgeCompletion}; or its change of time: {@link judgeMove}. */
export function judgePaid(
  { previous, outcome, mayIssue }: PaidOutcome,
  facts: OrderAndPayments,
): ReturnType<typeof judgeCompletion> {
  // Authorised although it had ended, while its order is being paid otherwise.
  const isPaidOtherwise =
    outcome.kind === 'authorized' && isOver(previous) && hasOtherOpenPayment(facts, previous.id)
  if (!mayIssue || isPaidOtherwise) return 'never'
  const { moving } = facts
  return moving === null ? judgeCompletion(facts, previous) : judgeMove({ ...facts, moving }, previous)
}

/** The tickets are issued, or moved, and the money is kept. */
export function completingStep(
  deps: CompletingDeps,
  paid: PaidOutcome,
  facts: OrderAndPayments,
): PaymentStep {
  const { previous } = paid
  const { moving } = facts
  if (moving === null) return { ...paidStep(paid), completion: completionOf(deps, facts, previous) }
  const { id: orderId, siteKey, refundDue: amount } = facts.order
  return {
    ...paidStep(paid),
    move: moveOf(deps, { ...facts, moving }, previous),
    ...(amount > 0 && { owed: { siteKey, reservationId: moving.id, amount, orderId } }),
  }
}

/** The money is kept: it is there, or captured next. */
function paidStep({ previous, outcome: { kind, refs } }: PaidOutcome): PaymentStep {
  const change = { refs, step: null, state: kind } as const
  if (kind === 'captured')
    return {
      previous,
      change: { ...change, operation: null, checkInSeconds: null },
      moved: { kind: 'capture' },
    }
  return { previous, change: { ...change, operation: 'capture', checkInSeconds: LEASE_SECONDS } }
}

/** No tickets are issued: the money is released or goes back. */
export function uselessStep({ previous, outcome: { kind, refs } }: PaidOutcome): PaymentStep {
  const change = { refs, step: null, checkInSeconds: LEASE_SECONDS } as const
  if (kind === 'captured')
    return {
      previous,
      change: { ...change, state: 'captured', operation: 'refund' },
      moved: { kind: 'capture' },
    }
  // An attempt that had ended and is of no use stays ended: its order may be paid by another one, now or soon (one open
  // attempt per order).
  const ended = isOver(previous) ? {} : ({ state: 'authorized' } as const)
  return { previous, change: { ...change, ...ended, operation: 'void' } }
}
