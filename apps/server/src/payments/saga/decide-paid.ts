import type { Decision } from '../../db/take-step.ts'
import { completionOf, judgeCompletion, type PaidAmount } from '../../orders/fulfil/complete-order.ts'
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
type PaidMoney = Pick<PaidOutcome, 'previous' | 'outcome'>

type CompletingDeps = Pick<PaymentDeps, 'tokens' | 'jobs'>

/** Decides what a payment does whose money is there, by its order as it was read. */
export function decidePaid(
  deps: CompletingDeps,
  { mayIssue, ...money }: PaidOutcome,
  facts: OrderAndPayments,
): Decision<PaymentStep, Attempt, Attempt | 'late' | undefined> {
  const { previous } = money
  const now = facts.payments.find(({ id }) => id === previous.id)
  if (now?.state !== previous.state || now.operation !== previous.operation) return { answer: undefined }
  const answerOf = (attempt: Attempt): Attempt => attempt
  switch (mayIssue ? judgePaid(money, facts) : 'never') {
    case 'late':
      return { answer: 'late' }
    case 'never':
      return { change: paidStep(deps, money), answerOf }
    case 'now':
      return { change: paidStep(deps, money, facts), answerOf }
  }
}

/** As `judgeCompletion`, of a payment that is not useless. */
export function judgePaid(
  { previous, outcome }: PaidMoney,
  facts: OrderAndPayments,
): ReturnType<typeof judgeCompletion> {
  return isUseless(facts, previous, outcome) ? 'never' : judgeCompletion(facts, paidBy(previous))
}

/** Authorised although it had ended, while its order is being paid otherwise. */
function isUseless(facts: OrderAndPayments, previous: Attempt, { kind }: PaidOutcome['outcome']): boolean {
  return kind === 'authorized' && isOver(previous) && hasOtherOpenPayment(facts, previous.id)
}

function paidBy({ id, amount, methodDiscount }: Attempt): PaidAmount {
  return { amount: amount.minor, methodDiscount, attemptId: id }
}

/** What a payment does whose money is there. Without an order that it completes the money is released or goes back. */
export function paidStep(
  deps: CompletingDeps,
  { previous, outcome: { kind, refs } }: PaidMoney,
  order?: OrderAndPayments,
): PaymentStep {
  const isIssued = order !== undefined
  const issued = isIssued ? { completion: completionOf(deps, order, paidBy(previous)) } : {}
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
