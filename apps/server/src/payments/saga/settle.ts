import { type Attempt, isOver } from '../attempts/attempt.ts'
import { keepRefs } from '../attempts/attempt-queries.ts'
import { askProvider, providerOf } from './call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { failpoint } from '../attempts/failpoints.ts'
import { afterFailure, commitStep, type EndingStep } from './commit-step.ts'
import { isKeptOut } from './kept-out.ts'
import type { OperationOutcome, Refund } from '../port/port.ts'
import { writePaymentStep } from './write-step.ts'
import {
  DEADLINE_SECONDS,
  LEASE_SECONDS,
  LOOKS_IN_AN_HOUR,
  VISITOR_AWAY_SECONDS,
  backOffSeconds,
} from '../attempts/timing.ts'

/** The end of the money once its use is decided and committed: take it, release it, or give it back. */

const ENDED = { operation: null, step: null, checkInSeconds: null } as const

/** Takes the money of an order whose tickets are issued. */
export async function captureMoney(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const outcome = await askProvider(deps, 'capture', attempt, (provider, ref) => provider.capture(ref))
  if (!isDone(outcome, 'captured')) return later(deps, attempt, outcome)
  const change = { ...ENDED, state: 'captured' } as const
  const step = { previous: attempt, change, moved: { kind: 'capture' } } as const
  const captured = await commitStep(deps, step, 'captured.committing')
  await failpoint('captured.committed', attempt.orderId)
  return captured
}

/**
 * Fences an attempt that must not be charged, releasing what was authorised; only then the stock goes back. An
 * attempt that turns out captured is given back instead.
 */
export async function voidPayment(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const outcome = await askProvider(deps, 'void', attempt, (provider, ref) =>
    provider.cancelAuthorization(ref),
  )
  if (outcome.kind === 'already' && outcome.state === 'captured') return refundInstead(deps, attempt)
  if (outcome.kind === 'unknown' && outcome.isOpen === true && isOnlyGivenUp(attempt))
    return letVisitorGoOn(deps, attempt)
  if (!isDone(outcome, 'voided')) return later(deps, attempt, outcome)
  const voided = await commitStep(deps, voidedStep(deps, attempt), 'voided.committing')
  await failpoint('voided.committed', attempt.orderId)
  return voided
}

/** The visitor came back without paying; the payment has no other fault. */
function isOnlyGivenUp({ failure, step, isPastDeadline }: Attempt): boolean {
  return failure?.class === 'cancelled' && step !== null && !isPastDeadline
}

/** The provider cannot end it now: until it does, the visitor may still pay there, and nowhere else. */
function letVisitorGoOn(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const change = {
    state: 'action_required',
    operation: null,
    refs: { return_hint: 'success' },
    failure: null,
    checkInSeconds: VISITOR_AWAY_SECONDS,
  } as const
  return deps.db.write(writePaymentStep, { previous: attempt, change })
}

/** The order lost its stock, ran out of time, or may be paid otherwise; or the attempt had ended before. */
function voidedStep(deps: PaymentDeps, attempt: Attempt): EndingStep {
  const voided = { previous: attempt, change: { ...ENDED, state: 'voided' } } as const
  // Not as it was before: what another worker has read of it, such as money that is released now, is out of date.
  if (isOver(attempt)) return voided
  if (attempt.state === 'authorized') return { ...voided, endsOrder: 'expired' }
  const { lateSeconds } = providerOf(deps, attempt)
  const ended = { ...ENDED, checkInSeconds: lateSeconds === 0 ? null : lateSeconds }
  return attempt.failure === null
    ? { previous: attempt, change: { ...ended, state: 'expired' }, endsOrder: 'expired' }
    : { previous: attempt, change: { ...ended, state: 'failed' }, ...afterFailure(attempt) }
}

async function refundInstead(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const isWrongAmount = attempt.failure?.class === 'amount_mismatch'
  if (isWrongAmount) deps.log.error({ attempt: attempt.id }, 'a wrong amount was captured')
  const change = {
    state: 'captured',
    operation: 'refund',
    checkInSeconds: LEASE_SECONDS,
    // We refund what we know; a person compares it with what was taken.
    ...(isWrongAmount && { needsPerson: true }),
  } as const
  return deps.db.write(writePaymentStep, { previous: attempt, change, moved: { kind: 'capture' } })
}

/** Gives back money for which there is no ticket. A refusal is the critical refund error. */
export async function refundMoney(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const whole: Refund = {
    key: `${attempt.id}:refund`,
    amount: attempt.amount,
    refundedBefore: 0,
    keep: refs => deps.db.transaction(tx => keepRefs(tx, attempt.id, refs)),
  }
  const outcome = await askProvider(deps, 'refund', attempt, (provider, ref) => provider.refund(ref, whole))
  if (outcome.kind === 'failed' && !isKeptOut(outcome.error))
    return refundRefused(deps, attempt, outcome.error.codes)
  if (!isDone(outcome, 'refunded')) return later(deps, attempt, outcome)
  const change = { ...ENDED, state: 'refunded' } as const
  const step = { previous: attempt, change, moved: { kind: 'refund' }, endsOrder: 'refunded' } as const
  const refunded = await commitStep(deps, step, 'refunded.committing')
  await failpoint('refunded.committed', attempt.orderId)
  return refunded
}

async function refundRefused(
  deps: PaymentDeps,
  attempt: Attempt,
  codes: readonly string[],
): Promise<Attempt | undefined> {
  deps.log.error({ attempt: attempt.id, order: attempt.orderId, codes }, 'critical refund error')
  const failure = { codes, class: 'other', retryable: false } as const
  const change = { ...ENDED, state: 'refund_failed', failure, needsPerson: true } as const
  return commitStep(deps, { previous: attempt, change, endsOrder: 'refund_failed' }, 'refunded.committing')
}

function isDone(outcome: OperationOutcome, state: 'captured' | 'voided' | 'refunded'): boolean {
  return outcome.kind === 'done' || (outcome.kind === 'already' && outcome.state === state)
}

/** The operation stays written, and is tried again; a refusal is a matter for a person as well. */
function later(deps: PaymentDeps, attempt: Attempt, outcome: OperationOutcome): Promise<Attempt | undefined> {
  const isRefused =
    outcome.kind === 'already' || (outcome.kind === 'failed' && outcome.error.class !== 'provider_busy')
  const needsPerson =
    isRefused ||
    attempt.isOld ||
    isLongAccepted(attempt, outcome) ||
    (outcome.kind === 'unknown' && outcome.needsPerson === true)
  const { id, operation } = attempt
  const level = needsPerson ? 'error' : outcome.kind === 'accepted' ? 'info' : 'warn'
  deps.log[level]({ attempt: id, operation, outcome: outcome.kind }, 'payment operation not done yet')
  const refs = 'refs' in outcome ? outcome.refs : undefined
  const checkInSeconds = backOffSeconds(attempt.checks)
  const change = { checkInSeconds, ...(refs && { refs }), ...(needsPerson && { needsPerson }) }
  return deps.db.write(writePaymentStep, { previous: attempt, change })
}

/** A provider that has accepted an operation for more than an hour does not end it by itself; a refund may take days. */
function isLongAccepted({ operation, checks, secondsLeft }: Attempt, { kind }: OperationOutcome): boolean {
  if (kind !== 'accepted' || operation === 'refund') return false
  return checks >= LOOKS_IN_AN_HOUR && secondsLeft < DEADLINE_SECONDS - 3600
}
