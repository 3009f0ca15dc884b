import { randomUUID } from 'node:crypto'

import { mayPass, type Tx } from '../../db/database.ts'
import { findOrderById } from '../../orders/life/find-order.ts'
import { completeOrder } from '../../orders/fulfil/complete-order.ts'
import { abandonOrder, markThreeDSecure, returnToCheckout } from '../../orders/life/payment-steps.ts'
import { type Attempt, isOver } from '../attempts/attempt.ts'
import { changeAttempt, hasOtherOpenAttempt } from '../attempts/attempt-queries.ts'
import { providerOf } from './call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { failpoint } from '../attempts/failpoints.ts'
import { ifUnchanged } from './if-unchanged.ts'
import type { PaymentOutcome, ProviderError, ProviderRefs } from '../port/port.ts'
import { bookMoney } from './book-money.ts'
import { backOffSeconds, LEASE_SECONDS, VISITOR_AWAY_SECONDS } from '../attempts/timing.ts'

/**
 * Stores what became of a payment, and what follows for its order, in one transaction. An authorised or captured payment
 * issues the tickets here; the money is captured, released or given back afterwards, as the stored operation says.
 * `undefined`, and nothing is changed, when another worker has moved the attempt since it was read.
 */
export async function recordOutcome(
  deps: PaymentDeps,
  previous: Attempt,
  outcome: PaymentOutcome,
): Promise<Attempt | undefined> {
  const hasMoney = outcome.kind === 'authorized' || outcome.kind === 'captured'
  try {
    const recorded = await storeOutcome(deps, { previous, outcome, mayIssue: true })
    if (!hasMoney) await failpoint('outcome.committed', previous.orderId)
    return recorded
  } catch (error) {
    if (!hasMoney || mayPass(error)) throw error
    return recordFaultyIssue(deps, { previous, outcome }, error)
  }
}

function storeOutcome(deps: PaymentDeps, previous: AttemptOutcome): Promise<Attempt | undefined> {
  const { kind } = previous.outcome
  return ifUnchanged(deps, previous.previous, async tx => {
    const changed = await apply(tx, deps, previous)
    const step = kind === 'authorized' || kind === 'captured' ? 'issue' : 'outcome'
    await failpoint(`${step}.committing`, previous.previous.orderId)
    return changed
  })
}

/**
 * Tickets could not be issued for a reason that is ours. A person is told, and it is tried again until the deadline: then
 * the money goes back by itself, so that no fault keeps a card blocked and places held for ever (S-1.09).
 */
async function recordFaultyIssue(
  deps: PaymentDeps,
  { previous, outcome }: Pick<AttemptOutcome, 'previous' | 'outcome'>,
  error: unknown,
): Promise<Attempt | undefined> {
  deps.log.error({ err: error, attempt: previous.id, order: previous.orderId }, 'tickets not issued')
  if (previous.isPastDeadline) return storeOutcome(deps, { previous, outcome, mayIssue: false })
  return ifUnchanged(deps, previous, tx => {
    const checkInSeconds = backOffSeconds(previous.checks)
    return changeAttempt(tx, previous, { refs: outcome.refs, checkInSeconds, needsPerson: true })
  })
}

interface AttemptOutcome<Kind extends PaymentOutcome['kind'] = PaymentOutcome['kind']> {
  readonly previous: Attempt
  readonly outcome: Extract<PaymentOutcome, { readonly kind: Kind }>
  /** False: it failed too long, the money goes back. */
  readonly mayIssue: boolean
}

function apply(tx: Tx, deps: PaymentDeps, { previous, outcome, mayIssue }: AttemptOutcome): Promise<Attempt> {
  switch (outcome.kind) {
    case 'authorized':
      return applyAuthorized(tx, deps, { previous, outcome, mayIssue })
    case 'captured':
      return applyCaptured(tx, deps, { previous, outcome, mayIssue })
    case 'action_required':
      return applyActionRequired(tx, { previous, outcome, mayIssue })
    case 'pending': {
      const { refs } = outcome
      const checkInSeconds = backOffSeconds(previous.checks)
      return changeAttempt(tx, previous, { state: 'pending', operation: null, refs, checkInSeconds })
    }
    case 'failed':
      return applyFailed(tx, deps, { previous, refs: outcome.refs, error: outcome.error })
    case 'voided':
      return applyVoided(tx, deps, { previous, outcome, mayIssue })
    case 'mismatch':
      return applyMismatch(tx, deps, { previous, outcome, mayIssue })
    case 'ready':
      return applyUnknown(tx, deps, { previous, refs: outcome.refs, reason: 'still to be confirmed' })
    case 'unknown':
      return applyUnknown(tx, deps, { ...outcome, previous })
  }
}

/** Tickets first, then the money. What cannot be issued is released. */
async function applyAuthorized(
  tx: Tx,
  deps: PaymentDeps,
  { previous, outcome, mayIssue }: AttemptOutcome<'authorized'>,
): Promise<Attempt> {
  const common = { refs: outcome.refs, step: null, checkInSeconds: LEASE_SECONDS } as const
  const isWanted = mayIssue && (!isOver(previous) || !(await hasOtherOpenAttempt(tx, previous)))
  const isIssued = isWanted && (await issue(tx, deps, previous))
  // An attempt that had ended and is of no use stays ended: its order may be paid by another one, now or soon (one open
  // attempt per order).
  if (isOver(previous) && !isIssued) return changeAttempt(tx, previous, { ...common, operation: 'void' })
  return changeAttempt(tx, previous, {
    ...common,
    state: 'authorized',
    operation: isIssued ? 'capture' : 'void',
  })
}

async function applyCaptured(
  tx: Tx,
  deps: PaymentDeps,
  { previous, outcome, mayIssue }: AttemptOutcome<'captured'>,
): Promise<Attempt> {
  await bookMoney(tx, { attempt: previous, kind: 'capture', ids: [randomUUID(), randomUUID()] })
  const isIssued = mayIssue && (await issue(tx, deps, previous))
  return changeAttempt(tx, previous, {
    state: 'captured',
    operation: isIssued ? null : 'refund',
    refs: outcome.refs,
    step: null,
    checkInSeconds: isIssued ? null : LEASE_SECONDS,
  })
}

/** False: the order cannot be completed, or another payment completed it. */
async function issue(tx: Tx, { tokens, jobs }: PaymentDeps, attempt: Attempt): Promise<boolean> {
  const { id: attemptId, orderId, methodDiscount } = attempt
  const order = await findOrderById(tx, orderId)
  if (order?.status === 'completed') return false
  const paid = { amount: attempt.amount.minor, methodDiscount, attemptId }
  return (await completeOrder(tx, { orderId, paid, tokens, jobs })) !== undefined
}

async function applyActionRequired(
  tx: Tx,
  { previous, outcome: { refs, step, threeDSecure } }: AttemptOutcome<'action_required'>,
): Promise<Attempt> {
  if (threeDSecure) await markThreeDSecure(tx, { orderId: previous.orderId })
  if (previous.refs['return_hint'] === 'cancel')
    return changeAttempt(tx, previous, { ...GIVEN_UP, refs, step, checkInSeconds: LEASE_SECONDS })
  const checkInSeconds = Math.max(VISITOR_AWAY_SECONDS, backOffSeconds(previous.checks))
  return changeAttempt(tx, previous, {
    state: 'action_required',
    operation: null,
    refs,
    step,
    checkInSeconds,
  })
}

/** The visitor came back without paying: what is open is ended, so that it is not paid beside another way (S-1.12). */
const GIVEN_UP = {
  operation: 'void',
  failure: { codes: ['cancelled'], class: 'cancelled', retryable: true },
} as const

interface Failed {
  readonly previous: Attempt
  readonly refs: ProviderRefs
  readonly error: ProviderError
}

/** The visitor may pay otherwise: the order waits for another attempt (S-1.12). */
async function applyFailed(tx: Tx, deps: PaymentDeps, { previous, refs, error }: Failed): Promise<Attempt> {
  if (isOver(previous)) return changeAttempt(tx, previous, { refs, checkInSeconds: null })
  await returnToCheckout(tx, { orderId: previous.orderId })
  // An answer was lost before: what it said may still come true at a provider that cannot be told to refuse it.
  const { lateSeconds } = providerOf(deps, previous)
  const checkInSeconds = previous.checks > 0 && lateSeconds > 0 ? lateSeconds : null
  const ended = { state: 'failed', operation: null, step: null, checkInSeconds } as const
  return changeAttempt(tx, previous, { ...ended, refs, failure: error })
}

/** Cancelled at the provider, by whomever: fenced, so the stock may go back once nobody can be paying any more. */
async function applyVoided(
  tx: Tx,
  deps: PaymentDeps,
  { previous, outcome: { refs } }: AttemptOutcome<'voided'>,
): Promise<Attempt> {
  if (!previous.isPastDeadline || isOver(previous))
    return applyFailed(tx, deps, {
      previous,
      refs,
      error: { codes: ['voided'], class: 'expired', retryable: true },
    })
  await abandonOrder(tx, { orderId: previous.orderId, status: 'expired' })
  const ended = { state: 'expired', operation: null, step: null, checkInSeconds: null } as const
  return changeAttempt(tx, previous, { ...ended, refs })
}

/** Another amount or currency than ours: released at once, never used (S-7.10). */
function applyMismatch(
  tx: Tx,
  { log }: PaymentDeps,
  { previous, outcome: { refs, reason } }: AttemptOutcome<'mismatch'>,
): Promise<Attempt> {
  log.error({ attempt: previous.id, reason }, 'payment of a wrong amount')
  const failure = { codes: [reason], class: 'amount_mismatch', retryable: false } as const
  return changeAttempt(tx, previous, { operation: 'void', refs, failure, checkInSeconds: LEASE_SECONDS })
}

interface Unknown {
  readonly previous: Attempt
  readonly refs: ProviderRefs
  readonly reason: string
  /** Without it, for what has been open for a day. */
  readonly needsPerson?: boolean
}

function applyUnknown(
  tx: Tx,
  { log }: PaymentDeps,
  { previous, refs, reason, needsPerson = previous.isOld }: Unknown,
): Promise<Attempt> {
  const level = needsPerson ? 'error' : 'warn'
  log[level]({ attempt: previous.id, operation: previous.operation, reason }, 'fate of a payment unknown')
  const checkInSeconds = backOffSeconds(previous.checks)
  return changeAttempt(tx, previous, { refs, checkInSeconds, ...(needsPerson && { needsPerson }) })
}
