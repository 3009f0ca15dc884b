import { takeStep } from '../../platform/db/take-step.ts'
import { mayPass } from '../../platform/db/sql-states.ts'
import { retakeOrder } from '../../sales/fulfil/retake-order.ts'
import { lockWithStock } from '../../orders/life/end-order.ts'
import { isNumberTaken } from '../../tickets/issue.ts'
import { type Attempt, isOver } from '../attempts/attempt.ts'
import { lockUnchanged } from '../attempts/attempt-queries.ts'
import type { AttemptChange } from '../attempts/change-attempts.ts'
import { failpoint } from '../attempts/failpoints.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { backOffSeconds, LEASE_SECONDS, VISITOR_AWAY_SECONDS } from '../attempts/timing.ts'
import type { PaymentOutcome, ProviderError, ProviderRefs } from '../port/port.ts'
import { providerOf } from './call-provider.ts'
import { afterFailure, commitStep, type EndingStep } from './commit-step.ts'
import { completingStep, decidePaid, judgePaid, type PaidOutcome, uselessStep } from './decide-paid.ts'
import { findOrderAndPayments, orderAndPayments } from './paid-order.ts'
import { storeLateMove } from './store-late-move.ts'
import { tallyEnd } from './tally-end.ts'
import { type PaymentStep, writeLockedStep, writePaymentStep } from './write-step.ts'

/**
 * Stores what became of a payment, and what follows for its order, in one commit. An authorised or captured payment
 * issues the tickets here; the money is captured, released or given back afterwards, as the stored operation says.
 * `undefined`, and nothing is changed, when another worker has moved the attempt since it was read.
 */
export async function recordOutcome(
  deps: PaymentDeps,
  previous: Attempt,
  outcome: PaymentOutcome,
): Promise<Attempt | undefined> {
  if (outcome.kind === 'authorized' || outcome.kind === 'captured')
    return tallyEnd(previous, await recordPaid(deps, { previous, outcome, mayIssue: true }))
  const recorded = await commitStep(deps, stepOf(deps, previous, outcome), 'outcome.committing')
  await failpoint('outcome.committed', previous.orderId)
  return tallyEnd(previous, recorded)
}

type UnpaidOutcome = Exclude<PaymentOutcome, PaidOutcome['outcome']>

/** The step after an outcome without money. */
function stepOf(deps: PaymentDeps, previous: Attempt, outcome: UnpaidOutcome): EndingStep {
  switch (outcome.kind) {
    case 'voided':
      return voidedStep(deps, previous, outcome.refs)
    case 'failed':
      return failedStep(deps, previous, outcome)
    case 'action_required':
      return actionStep(previous, outcome)
    case 'pending':
    case 'mismatch':
    case 'ready':
    case 'unknown':
      return { previous, change: waitingOf(deps, previous, outcome) }
  }
}

/**
 * When tickets cannot be issued for a reason that is ours, a person is told, and it is tried again until the deadline:
 * then the money goes back by itself, so that no fault keeps a card blocked and places held for ever.
 */
async function recordPaid(deps: PaymentDeps, paid: PaidOutcome): Promise<Attempt | undefined> {
  const { previous, outcome } = paid
  try {
    return await storePaid(deps, paid)
  } catch (error) {
    if (mayPass(error)) throw error
    deps.log.error({ err: error, attempt: previous.id, order: previous.orderId }, 'tickets not issued')
    if (previous.isPastDeadline) return storePaid(deps, { ...paid, mayIssue: false })
    const checkInSeconds = backOffSeconds(previous.checks)
    const change = { refs: outcome.refs, checkInSeconds, needsPerson: true }
    return deps.db.write(writePaymentStep, { previous, change })
  }
}

/** Tickets first, then the money. What cannot be issued is released. */
async function storePaid(deps: PaymentDeps, paid: PaidOutcome): Promise<Attempt | undefined> {
  const { orderId } = paid.previous
  const before = (): Promise<void> => failpoint('issue.committing', orderId)
  const step = { read: orderAndPayments, write: writePaymentStep, before }
  try {
    const stored = await takeStep(deps.db, step, orderId, facts => decidePaid(deps, paid, facts))
    if (stored !== 'late') return stored
    return await (paid.previous.orderKind === 'time_change' ? storeLateMove : storeLate)(deps, paid)
  } catch (error) {
    if (!isNumberTaken(error)) throw error
    return storePaid(deps, paid)
  }
}

/** A payment that comes after the order's time: stock and coupons are taken again, or the money goes back. */
function storeLate(deps: PaymentDeps, paid: PaidOutcome): Promise<Attempt | undefined> {
  const { previous } = paid
  const { orderId } = previous
  return deps.db.transaction(async tx => {
    if (!(await lockUnchanged(tx, previous))) return undefined
    await lockWithStock(tx, orderId)
    const facts = await findOrderAndPayments(tx, orderId)
    const isRetaken = judgePaid(paid, facts) !== 'never' && (await retakeOrder(tx, facts.order))
    const step = isRetaken
      ? completingStep(deps, paid, await findOrderAndPayments(tx, orderId))
      : uselessStep(paid)
    await failpoint('issue.committing', orderId)
    return writeLockedStep(tx, step)
  })
}

function actionStep(
  previous: Attempt,
  { refs, step, threeDSecure }: Extract<PaymentOutcome, { kind: 'action_required' }>,
): PaymentStep {
  const change: AttemptChange =
    previous.refs['return_hint'] === 'cancel'
      ? { ...GIVEN_UP, refs, step, checkInSeconds: LEASE_SECONDS }
      : {
          state: 'action_required',
          operation: null,
          refs,
          step,
          checkInSeconds: Math.max(VISITOR_AWAY_SECONDS, backOffSeconds(previous.checks)),
        }
  return { previous, change, asksThreeDSecure: threeDSecure }
}

/** The visitor came back without paying: what is open is ended, so that it is not paid beside another way. */
const GIVEN_UP = {
  operation: 'void',
  failure: { codes: ['cancelled'], class: 'cancelled', retryable: true },
} as const

/** The visitor may pay otherwise: the order waits for another attempt. */
function failedStep(
  deps: PaymentDeps,
  previous: Attempt,
  { refs, error }: { readonly refs: ProviderRefs; readonly error: ProviderError },
): EndingStep {
  if (isOver(previous)) return { previous, change: { refs, checkInSeconds: null } }
  // A lost answer may still come true at a provider that cannot be told to refuse it.
  const { lateSeconds } = providerOf(deps, previous)
  const checkInSeconds = lateSeconds > 0 ? lateSeconds : null
  const ended = { state: 'failed', operation: null, step: null, checkInSeconds } as const
  return { previous, change: { ...ended, refs, failure: error }, ...afterFailure(previous) }
}

const VOIDED: ProviderError = { codes: ['voided'], class: 'expired', retryable: true }

/**
 * Cancelled at the provider, by us or by another: fenced, so the stock may go back once nobody can be paying any more.
 */
function voidedStep(deps: PaymentDeps, previous: Attempt, refs: ProviderRefs): EndingStep {
  if (!previous.isPastDeadline || isOver(previous)) return failedStep(deps, previous, { refs, error: VOIDED })
  const ended = { state: 'expired', operation: null, step: null, checkInSeconds: null } as const
  return { previous, change: { ...ended, refs }, endsOrder: 'expired' }
}

/** The step for a payment that is looked at again, because nobody knows yet how it ends. */
function waitingOf(
  { log }: PaymentDeps,
  previous: Attempt,
  outcome: Extract<PaymentOutcome, { kind: 'pending' | 'mismatch' | 'ready' | 'unknown' }>,
): AttemptChange {
  const { refs } = outcome
  const checkInSeconds = backOffSeconds(previous.checks)
  if (outcome.kind === 'pending') return { state: 'pending', operation: null, refs, checkInSeconds }
  if (outcome.kind === 'mismatch') {
    // Another amount or currency than ours: released at once, never used.
    log.error({ attempt: previous.id, reason: outcome.reason }, 'payment of a wrong amount')
    const failure = { codes: [outcome.reason], class: 'amount_mismatch', retryable: false } as const
    return { operation: 'void', refs, failure, checkInSeconds: LEASE_SECONDS }
  }
  const isReady = outcome.kind === 'ready'
  const reason = isReady ? 'still to be confirmed' : outcome.reason
  // Without the provider's word: what has been open for a day.
  const needsPerson = (isReady ? undefined : outcome.needsPerson) ?? previous.isOld
  const level = needsPerson ? 'error' : 'warn'
  log[level]({ attempt: previous.id, operation: previous.operation, reason }, 'fate of a payment unknown')
  return { refs, checkInSeconds, ...(needsPerson && { needsPerson }) }
}
