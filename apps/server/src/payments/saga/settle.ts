import type { Tx } from '../../db/database.ts'
import { lockWithStock } from '../../orders/life/end-order.ts'
import { abandonOrder } from '../../orders/life/payment-steps.ts'
import { type Attempt, isOver, refOf } from '../attempts/attempt.ts'
import { changeAttempt, keepRefs } from '../attempts/attempt-queries.ts'
import type { AttemptChange } from '../attempts/change-attempts.ts'
import { callProvider, providerOf } from './call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { failpoint } from '../attempts/failpoints.ts'
import { ifUnchanged } from './if-unchanged.ts'
import { isKeptOut } from './kept-out.ts'
import { keepLease } from './keep-lease.ts'
import type { OperationOutcome, Refund } from '../port/port.ts'
import { bookMoney } from './book-money.ts'
import { findOrderAndPayments, hasOtherOpenPayment } from './paid-order.ts'
import { writePaymentStep } from './write-step.ts'
import {
  DEADLINE_SECONDS,
  LEASE_SECONDS,
  LOOKS_IN_AN_HOUR,
  VISITOR_AWAY_SECONDS,
  backOffSeconds,
} from '../attempts/timing.ts'

/** What is done with the money once its use is decided and committed: take it, release it, or give it back. */

const ENDED = { operation: null, step: null, checkInSeconds: null } as const

/** Takes the money of an order whose tickets are issued. */
export async function captureMoney(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const provider = providerOf(deps, attempt)
  const outcome = await keepLease(deps, attempt, () =>
    callProvider('capture', attempt, () => provider.capture(refOf(attempt))),
  )
  if (!isDone(outcome, 'captured')) return later(deps, attempt, outcome)
  await failpoint('captured.committing', attempt.orderId)
  const change = { ...ENDED, state: 'captured' } as const
  const captured = await deps.db.write(writePaymentStep, { previous: attempt, change, moved: 'capture' })
  await failpoint('captured.committed', attempt.orderId)
  return captured
}

/**
 * Fences an attempt that must not be charged, releasing what was authorised; only then the stock goes back. An
 * attempt that turns out captured is given back instead.
 */
export async function voidPayment(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const provider = providerOf(deps, attempt)
  const outcome = await keepLease(deps, attempt, () =>
    callProvider('void', attempt, () => provider.cancelAuthorization(refOf(attempt))),
  )
  if (outcome.kind === 'already' && outcome.state === 'captured') return refundInstead(deps, attempt)
  if (outcome.kind === 'unknown' && outcome.isOpen === true && isOnlyGivenUp(attempt))
    return letVisitorGoOn(deps, attempt)
  if (!isDone(outcome, 'voided')) return later(deps, attempt, outcome)
  const voided = await endVoided(deps, attempt, provider.lateSeconds)
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
async function endVoided(
  { db }: PaymentDeps,
  attempt: Attempt,
  lateSeconds: number,
): Promise<Attempt | undefined> {
  const { orderId, state } = attempt
  const ended = { ...ENDED, checkInSeconds: lateSeconds === 0 ? null : lateSeconds }
  const mayBePaidOtherwise = state !== 'authorized' && attempt.failure !== null
  if (isOver(attempt) || mayBePaidOtherwise) {
    await failpoint('voided.committing', orderId)
    // Not as it was before: what another worker has read of it, such as money that is released now, is out of date.
    if (isOver(attempt))
      return db.write(writePaymentStep, { previous: attempt, change: { ...ENDED, state: 'voided' } })
    const change = { ...ended, state: 'failed' } as const
    return db.write(writePaymentStep, { previous: attempt, change, returnsOrder: true })
  }
  return ifUnchanged({ db }, attempt, async tx => {
    await abandonOrder(tx, { orderId, status: 'expired' })
    const change: AttemptChange =
      state === 'authorized' ? { ...ENDED, state: 'voided' } : { ...ended, state: 'expired' }
    const changed = await changeAttempt(tx, attempt, change)
    await failpoint('voided.committing', orderId)
    return changed
  })
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
  return deps.db.write(writePaymentStep, { previous: attempt, change, moved: 'capture' })
}

/** Gives back money for which there is no ticket. A refusal is the critical refund error (S-1.10, S-7.15). */
export async function refundMoney(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const provider = providerOf(deps, attempt)
  const whole: Refund = {
    key: `${attempt.id}:refund`,
    amount: attempt.amount,
    refundedBefore: 0,
    keep: refs => deps.db.transaction(tx => keepRefs(tx, attempt.id, refs)),
  }
  const outcome = await keepLease(deps, attempt, () =>
    callProvider('refund', attempt, () => provider.refund(refOf(attempt), whole)),
  )
  if (outcome.kind === 'failed' && !isKeptOut(outcome.error))
    return refundRefused(deps, attempt, outcome.error.codes)
  if (!isDone(outcome, 'refunded')) return later(deps, attempt, outcome)
  const refunded = await ifUnchanged(deps, attempt, async tx => {
    await bookMoney(tx, { attempt, kind: 'refund' })
    await abandonUnlessPaidAgain(tx, attempt, 'refunded')
    const changed = await changeAttempt(tx, attempt, { ...ENDED, state: 'refunded' })
    await failpoint('refunded.committing', attempt.orderId)
    return changed
  })
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
  return ifUnchanged(deps, attempt, async tx => {
    await abandonUnlessPaidAgain(tx, attempt, 'refund_failed')
    return changeAttempt(tx, attempt, { ...ENDED, state: 'refund_failed', failure, needsPerson: true })
  })
}

/**
 * The order is over with its money, unless its buyer is paying it again meanwhile: then that attempt decides. The order is
 * locked first: nobody claims it for a payment between this look and its end.
 */
async function abandonUnlessPaidAgain(
  tx: Tx,
  attempt: Attempt,
  status: 'refunded' | 'refund_failed',
): Promise<void> {
  await lockWithStock(tx, attempt.orderId)
  if (hasOtherOpenPayment(await findOrderAndPayments(tx, attempt.orderId), attempt.id)) return
  await abandonOrder(tx, { orderId: attempt.orderId, status })
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
