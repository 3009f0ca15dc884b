import { takeStep } from '../../db/take-step.ts'
import { mayPass } from '../../db/sql-states.ts'
import { retakeOrder } from '../../orders/fulfil/retake-order.ts'
import { lockWithStock } from '../../orders/life/end-order.ts'
import { abandonOrder } from '../../orders/life/payment-steps.ts'
import { isNumberTaken } from '../../tickets/issue.ts'
import { type Attempt, isOver } from '../attempts/attempt.ts'
import { changeAttempt, lockUnchanged } from '../attempts/attempt-queries.ts'
import type { AttemptChange } from '../attempts/change-attempts.ts'
import { failpoint } from '../attempts/failpoints.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { backOffSeconds, LEASE_SECONDS, VISITOR_AWAY_SECONDS } from '../attempts/timing.ts'
import type { PaymentOutcome, ProviderError, ProviderRefs } from '../port/port.ts'
import { providerOf } from './call-provider.ts'
import { ifUnchanged } from './if-unchanged.ts'
import { type AttemptOutcome, decidePaid, judgePaid, type PaidOutcome, paidStep } from './decide-paid.ts'
import { findOrderAndPayments, orderAndPayments } from './paid-order.ts'
import { type PaymentStep, writePaymentStep, writePaymentSteps } from './write-step.ts'

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

async function storeOutcome(deps: PaymentDeps, stored: AttemptOutcome): Promise<Attempt | undefined> {
  const { previous, outcome, mayIssue } = stored
  switch (outcome.kind) {
    case 'authorized':
    case 'captured':
      return storePaid(deps, { previous, outcome, mayIssue })
    case 'voided':
      return storeVoided(deps, { previous, outcome, mayIssue })
    case 'failed':
      return write(deps, failedStep(deps, { previous, refs: outcome.refs, error: outcome.error }))
    case 'action_required':
      return write(deps, { previous, ...actionOf({ previous, outcome, mayIssue }) })
    case 'pending':
    case 'mismatch':
    case 'ready':
    case 'unknown':
      return write(deps, { previous, change: waitingOf(deps, previous, outcome) })
  }
}

async function write(deps: PaymentDeps, step: PaymentStep): Promise<Attempt | undefined> {
  await failpoint('outcome.committing', step.previous.orderId)
  return deps.db.write(writePaymentStep, step)
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
  const checkInSeconds = backOffSeconds(previous.checks)
  const change = { refs: outcome.refs, checkInSeconds, needsPerson: true }
  return deps.db.write(writePaymentStep, { previous, change })
}

/** Tickets first, then the money. What cannot be issued is released. */
async function storePaid(deps: PaymentDeps, paid: PaidOutcome): Promise<Attempt | undefined> {
  const { orderId } = paid.previous
  const before = (): Promise<void> => failpoint('issue.committing', orderId)
  const step = { read: orderAndPayments, write: writePaymentStep, before }
  try {
    const stored = await takeStep(deps.db, step, orderId, facts => decidePaid(deps, paid, facts))
    return stored === 'late' ? await storeLate(deps, paid) : stored
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
    const found = await findOrderAndPayments(tx, orderId)
    const isRetaken = judgePaid(paid, found) !== 'never' && (await retakeOrder(tx, found.order))
    const step = paidStep(deps, paid, isRetaken ? await findOrderAndPayments(tx, orderId) : undefined)
    await failpoint('issue.committing', orderId)
    const [stored] = await writePaymentSteps(tx, [step])
    if (stored instanceof Error) throw stored
    if (stored === undefined) throw new Error('a payment changed under its lock')
    return stored
  })
}

function actionOf({
  previous,
  outcome: { refs, step, threeDSecure },
}: AttemptOutcome<'action_required'>): Pick<PaymentStep, 'change' | 'asksThreeDSecure'> {
  if (previous.refs['return_hint'] === 'cancel')
    return {
      change: { ...GIVEN_UP, refs, step, checkInSeconds: LEASE_SECONDS },
      asksThreeDSecure: threeDSecure,
    }
  const checkInSeconds = Math.max(VISITOR_AWAY_SECONDS, backOffSeconds(previous.checks))
  const change = { state: 'action_required', operation: null, refs, step, checkInSeconds } as const
  return { change, asksThreeDSecure: threeDSecure }
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
function failedStep(deps: PaymentDeps, { previous, refs, error }: Failed): PaymentStep {
  if (isOver(previous)) return { previous, change: { refs, checkInSeconds: null } }
  // What a lost answer said may still come true at a provider that cannot be told to refuse it.
  const { lateSeconds } = providerOf(deps, previous)
  const checkInSeconds = lateSeconds > 0 ? lateSeconds : null
  const ended = { state: 'failed', operation: null, step: null, checkInSeconds } as const
  return { previous, change: { ...ended, refs, failure: error }, returnsOrder: true }
}

const VOIDED: ProviderError = { codes: ['voided'], class: 'expired', retryable: true }

/** Cancelled at the provider, by whomever: fenced, so the stock may go back once nobody can be paying any more. */
function storeVoided(
  deps: PaymentDeps,
  { previous, outcome: { refs } }: AttemptOutcome<'voided'>,
): Promise<Attempt | undefined> {
  if (!previous.isPastDeadline || isOver(previous))
    return write(deps, failedStep(deps, { previous, refs, error: VOIDED }))
  return ifUnchanged(deps, previous, async tx => {
    await abandonOrder(tx, { orderId: previous.orderId, status: 'expired' })
    const ended = { state: 'expired', operation: null, step: null, checkInSeconds: null } as const
    const changed = await changeAttempt(tx, previous, { ...ended, refs })
    await failpoint('outcome.committing', previous.orderId)
    return changed
  })
}

/** What is looked at again, because nobody knows yet how it ends. */
function waitingOf(
  { log }: PaymentDeps,
  previous: Attempt,
  outcome: AttemptOutcome<'pending' | 'mismatch' | 'ready' | 'unknown'>['outcome'],
): AttemptChange {
  const { refs } = outcome
  const checkInSeconds = backOffSeconds(previous.checks)
  if (outcome.kind === 'pending') return { state: 'pending', operation: null, refs, checkInSeconds }
  if (outcome.kind === 'mismatch') {
    // Another amount or currency than ours: released at once, never used (S-7.10).
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
