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
 * `undefined`, and nothing is changed, when someone else took the attempt further since it was seen.
 */
export async function recordOutcome(
  deps: PaymentDeps,
  seen: Attempt,
  outcome: PaymentOutcome,
): Promise<Attempt | undefined> {
  const hasMoney = outcome.kind === 'authorized' || outcome.kind === 'captured'
  try {
    const recorded = await storeOutcome(deps, { seen, outcome, mayIssue: true })
    if (!hasMoney) await failpoint('outcome.committed', seen.orderId)
    return recorded
  } catch (error) {
    if (!hasMoney || mayPass(error)) throw error
    return recordFaultyIssue(deps, { seen, outcome }, error)
  }
}

function storeOutcome(deps: PaymentDeps, seen: Seen): Promise<Attempt | undefined> {
  const { kind } = seen.outcome
  return ifUnchanged(deps, seen.seen, async tx => {
    const changed = await apply(tx, deps, seen)
    const step = kind === 'authorized' || kind === 'captured' ? 'issue' : 'outcome'
    await failpoint(`${step}.committing`, seen.seen.orderId)
    return changed
  })
}

/**
 * Tickets could not be issued for a reason that is ours. A person is told, and it is tried again until the deadline: then
 * the money goes back by itself, so that no fault keeps a card blocked and places held for ever (S-1.09).
 */
async function recordFaultyIssue(
  deps: PaymentDeps,
  { seen, outcome }: Pick<Seen, 'seen' | 'outcome'>,
  error: unknown,
): Promise<Attempt | undefined> {
  deps.log.error({ err: error, attempt: seen.id, order: seen.orderId }, 'tickets not issued')
  if (seen.isPastDeadline) return storeOutcome(deps, { seen, outcome, mayIssue: false })
  return ifUnchanged(deps, seen, tx => {
    const checkInSeconds = backOffSeconds(seen.checks)
    return changeAttempt(tx, seen, { refs: outcome.refs, checkInSeconds, needsPerson: true })
  })
}

interface Seen<Kind extends PaymentOutcome['kind'] = PaymentOutcome['kind']> {
  readonly seen: Attempt
  readonly outcome: Extract<PaymentOutcome, { readonly kind: Kind }>
  /** False: it failed too long, the money goes back. */
  readonly mayIssue: boolean
}

function apply(tx: Tx, deps: PaymentDeps, { seen, outcome, mayIssue }: Seen): Promise<Attempt> {
  switch (outcome.kind) {
    case 'authorized':
      return applyAuthorized(tx, deps, { seen, outcome, mayIssue })
    case 'captured':
      return applyCaptured(tx, deps, { seen, outcome, mayIssue })
    case 'action_required':
      return applyActionRequired(tx, { seen, outcome, mayIssue })
    case 'pending': {
      const { refs } = outcome
      const checkInSeconds = backOffSeconds(seen.checks)
      return changeAttempt(tx, seen, { state: 'pending', operation: null, refs, checkInSeconds })
    }
    case 'failed':
      return applyFailed(tx, deps, { seen, refs: outcome.refs, error: outcome.error })
    case 'voided':
      return applyVoided(tx, deps, { seen, outcome, mayIssue })
    case 'mismatch':
      return applyMismatch(tx, deps, { seen, outcome, mayIssue })
    case 'ready':
      return applyUnknown(tx, deps, { seen, refs: outcome.refs, reason: 'still to be confirmed' })
    case 'unknown':
      return applyUnknown(tx, deps, { ...outcome, seen })
  }
}

/** Tickets first, then the money (payments §0). What cannot be issued is released. */
async function applyAuthorized(
  tx: Tx,
  deps: PaymentDeps,
  { seen, outcome, mayIssue }: Seen<'authorized'>,
): Promise<Attempt> {
  const common = { refs: outcome.refs, step: null, checkInSeconds: LEASE_SECONDS } as const
  const isWanted = mayIssue && (!isOver(seen) || !(await hasOtherOpenAttempt(tx, seen)))
  const isIssued = isWanted && (await issue(tx, deps, seen))
  // An attempt that had ended and is of no use stays ended: its order may be paid by another one, now or soon (one open
  // attempt per order).
  if (isOver(seen) && !isIssued) return changeAttempt(tx, seen, { ...common, operation: 'void' })
  return changeAttempt(tx, seen, {
    ...common,
    state: 'authorized',
    operation: isIssued ? 'capture' : 'void',
  })
}

async function applyCaptured(
  tx: Tx,
  deps: PaymentDeps,
  { seen, outcome, mayIssue }: Seen<'captured'>,
): Promise<Attempt> {
  await bookMoney(tx, { attempt: seen, kind: 'capture', ids: [randomUUID(), randomUUID()] })
  const isIssued = mayIssue && (await issue(tx, deps, seen))
  return changeAttempt(tx, seen, {
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
  { seen, outcome: { refs, step, threeDSecure } }: Seen<'action_required'>,
): Promise<Attempt> {
  if (threeDSecure) await markThreeDSecure(tx, { orderId: seen.orderId })
  if (seen.refs['return_hint'] === 'cancel')
    return changeAttempt(tx, seen, { ...GIVEN_UP, refs, step, checkInSeconds: LEASE_SECONDS })
  const checkInSeconds = Math.max(VISITOR_AWAY_SECONDS, backOffSeconds(seen.checks))
  return changeAttempt(tx, seen, { state: 'action_required', operation: null, refs, step, checkInSeconds })
}

/** The visitor came back without paying: what is open is ended, so that it is not paid beside another way (S-1.12). */
const GIVEN_UP = {
  operation: 'void',
  failure: { codes: ['cancelled'], class: 'cancelled', retryable: true },
} as const

interface Failed {
  readonly seen: Attempt
  readonly refs: ProviderRefs
  readonly error: ProviderError
}

/** The visitor may pay otherwise: the order waits for another attempt (S-1.12). */
async function applyFailed(tx: Tx, deps: PaymentDeps, { seen, refs, error }: Failed): Promise<Attempt> {
  if (isOver(seen)) return changeAttempt(tx, seen, { refs, checkInSeconds: null })
  await returnToCheckout(tx, { orderId: seen.orderId })
  // An answer was lost before: what it said may still come true at a provider that cannot be told to refuse it.
  const { lateSeconds } = providerOf(deps, seen)
  const checkInSeconds = seen.checks > 0 && lateSeconds > 0 ? lateSeconds : null
  const ended = { state: 'failed', operation: null, step: null, checkInSeconds } as const
  return changeAttempt(tx, seen, { ...ended, refs, failure: error })
}

/** Cancelled at the provider, by whomever: fenced, so the stock may go back once nobody can be paying any more. */
async function applyVoided(
  tx: Tx,
  deps: PaymentDeps,
  { seen, outcome: { refs } }: Seen<'voided'>,
): Promise<Attempt> {
  if (!seen.isPastDeadline || isOver(seen))
    return applyFailed(tx, deps, {
      seen,
      refs,
      error: { codes: ['voided'], class: 'expired', retryable: true },
    })
  await abandonOrder(tx, { orderId: seen.orderId, status: 'expired' })
  const ended = { state: 'expired', operation: null, step: null, checkInSeconds: null } as const
  return changeAttempt(tx, seen, { ...ended, refs })
}

/** Another amount or currency than ours: released at once, never used (S-7.10). */
function applyMismatch(
  tx: Tx,
  { log }: PaymentDeps,
  { seen, outcome: { refs, reason } }: Seen<'mismatch'>,
): Promise<Attempt> {
  log.error({ attempt: seen.id, reason }, 'payment of a wrong amount')
  const failure = { codes: [reason], class: 'amount_mismatch', retryable: false } as const
  return changeAttempt(tx, seen, { operation: 'void', refs, failure, checkInSeconds: LEASE_SECONDS })
}

interface Unknown {
  readonly seen: Attempt
  readonly refs: ProviderRefs
  readonly reason: string
  /** Without it, for what has been open for a day. */
  readonly needsPerson?: boolean
}

function applyUnknown(
  tx: Tx,
  { log }: PaymentDeps,
  { seen, refs, reason, needsPerson = seen.isOld }: Unknown,
): Promise<Attempt> {
  const level = needsPerson ? 'error' : 'warn'
  log[level]({ attempt: seen.id, operation: seen.operation, reason }, 'fate of a payment unknown')
  const checkInSeconds = backOffSeconds(seen.checks)
  return changeAttempt(tx, seen, { refs, checkInSeconds, ...(needsPerson && { needsPerson }) })
}
