import { type Attempt, isOver } from '../attempts/attempt.ts'
import type { AttemptChange } from '../attempts/change-attempts.ts'
import { askProvider, providerOf } from './call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { failpoint } from '../attempts/failpoints.ts'
import { isKeptOut } from './kept-out.ts'
import type { PaymentOutcome, StartParts } from '../port/port.ts'
import { notifyUrlOf, returnUrlOf } from '../attempts/provider-addresses.ts'
import { recordOutcome } from './record-outcome.ts'
import { captureMoney, refundMoney, voidPayment } from './settle.ts'
import { writePaymentStep } from './write-step.ts'
import { backOffSeconds, LEASE_SECONDS } from '../attempts/timing.ts'

/** More steps than any way through the states has. */
const MOST_STEPS = 8

/**
 * Takes an attempt as far as it goes now: whatever learns something of a payment ends here (the visitor's page, the
 * reconciler, and through it returns and webhook events). Each step reads where the attempt is, commits what it is
 * about to do, asks the provider with no transaction open, and stores the answer only if nobody else moved the attempt
 * meanwhile. So it is safe to be called by many at once and to be cut off anywhere. `undefined`: someone else is at work.
 */
export async function finishPayment(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  return attempt.operation === null ? goOn(deps, await takeUpAgain(deps, attempt)) : goOn(deps, attempt)
}

/** Sends an attempt that was just written to the provider, and takes it as far as it goes. Its first call is written with it. */
export async function executeAttempt(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  return goOn(deps, await recordOutcome(deps, attempt, await callStart(deps, attempt)))
}

/** Takes one step after the other while something is under way and each step changes something. */
async function goOn(deps: PaymentDeps, attempt: Attempt | undefined): Promise<Attempt | undefined> {
  let current = attempt
  for (let steps = 0; current !== undefined && steps < MOST_STEPS; steps += 1) {
    if (current.operation === null && !isAnsweredMeanwhile(current)) return current
    const next: Attempt | undefined = await runOperation(deps, current)
    // No progress: the provider is in trouble, so the reconciler comes back later.
    if (next?.state === current.state && next.operation === current.operation) return next
    const { issued } = current
    current = next && { ...(issued && { issued }), ...next }
  }
  return current
}

/** The answer that it waits for has come while it was asked. */
function isAnsweredMeanwhile({ state, isDue }: Attempt): boolean {
  return state === 'pending' && isDue
}

async function runOperation(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  switch (attempt.operation) {
    case 'start':
    case 'resume':
    case null:
      return ask(deps, attempt)
    case 'capture':
      return captureMoney(deps, attempt)
    case 'void':
      return voidPayment(deps, attempt)
    case 'refund':
      return refundMoney(deps, attempt)
  }
}

/** An attempt with nothing under way that someone asks about. */
async function takeUpAgain(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  switch (attempt.state) {
    case 'created':
      return recordOutcome(deps, attempt, NEVER_SENT)
    case 'action_required':
      // An attempt past its deadline is only ended, unless its visitor paid in time and never came back.
      return attempt.isPastDeadline ? ask(deps, attempt) : resume(deps, attempt)
    case 'executing':
    case 'pending':
    case 'failed':
    case 'expired':
      return ask(deps, attempt)
    case 'authorized':
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
    case 'voided':
    case 'refund_failed':
      return mark(deps, attempt, { checkInSeconds: null })
  }
}

/** It was written and never sent, and nobody has taken it up for sending since. */
const NEVER_SENT: PaymentOutcome = {
  kind: 'failed',
  refs: {},
  error: { codes: ['never_sent'], class: 'other', retryable: true },
}

/** Asks what became of an attempt, and goes on from there. */
async function ask(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const outcome = await askProvider(deps, 'query', attempt, (provider, ref) => provider.query(ref))
  if (isOver(attempt) && outcome.kind === 'pending') return lookAgain(deps, attempt)
  if (isOver(attempt) && !mayHoldMoney(outcome.kind))
    return mark(deps, attempt, { checkInSeconds: secondsToLateLook(deps, attempt) })
  // Past the deadline the visitor is not waited for, whatever the provider says, unless they have paid.
  const isLeft = attempt.state === 'action_required' && !hasPaid(outcome.kind)
  if (attempt.isPastDeadline && (isLeft || mayStillBeCharged(outcome.kind))) return fence(deps, attempt)
  // While the provider is at work, the visitor is not asked again.
  if (attempt.state === 'pending' && mayStillBeCharged(outcome.kind))
    return recordOutcome(deps, attempt, { kind: 'pending', refs: {} })
  if (outcome.kind === 'ready') return resume(deps, attempt)
  if (outcome.kind === 'not_found') return repeatStart(deps, attempt)
  return recordOutcome(deps, attempt, outcome)
}

/** The provider still works on what had ended for us: money may come of it, so it is not lost sight of. */
function lookAgain(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  if (attempt.isOld) return mark(deps, attempt, { checkInSeconds: null, needsPerson: true })
  return mark(deps, attempt, { checkInSeconds: backOffSeconds(attempt.checks) })
}

/** Until the look at which nothing can come any more: one that an event has brought forward does not take its place. */
function secondsToLateLook(deps: PaymentDeps, attempt: Attempt): number | null {
  const { lateSeconds } = providerOf(deps, attempt)
  const left = attempt.secondsLeft + lateSeconds
  return lateSeconds > 0 && left > 0 ? left : null
}

function mayStillBeCharged(kind: PaymentOutcome['kind'] | 'not_found'): boolean {
  return kind === 'ready' || kind === 'action_required' || kind === 'pending' || kind === 'not_found'
}

/** An attempt that had ended hears of its money only once: the news is not dropped as long as there may be money. */
function mayHoldMoney(kind: PaymentOutcome['kind'] | 'not_found'): boolean {
  return hasPaid(kind) || kind === 'unknown'
}

function hasPaid(kind: PaymentOutcome['kind'] | 'not_found'): boolean {
  return kind === 'authorized' || kind === 'captured' || kind === 'mismatch'
}

/** Executes the payment after the visitor's step. */
async function resume(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const marked = await mark(deps, attempt, { state: 'executing', operation: 'resume' })
  if (marked === undefined) return undefined
  const parts = startPartsOf(deps, marked)
  const outcome = await askProvider(deps, 'resume', marked, (provider, ref) => provider.resume(ref, parts))
  return recordOutcome(deps, marked, outcome)
}

/** The provider does not know the attempt: the same request again, which it executes once even if both arrive. */
async function repeatStart(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  const marked = await mark(deps, attempt, {})
  if (marked === undefined) return undefined
  const outcome = await callStart(deps, marked)
  return recordOutcome(deps, marked, isAboutRepeatOnly(outcome) ? LOST_REPEAT : outcome)
}

/** A refusal to take the repeat says nothing of the first request. */
function isAboutRepeatOnly(outcome: PaymentOutcome): boolean {
  if (outcome.kind !== 'failed' || Object.keys(outcome.refs).length > 0) return false
  return isKeptOut(outcome.error)
}

const LOST_REPEAT: PaymentOutcome = { kind: 'unknown', refs: {}, reason: 'the repeat was not taken' }

function callStart(deps: PaymentDeps, attempt: Attempt): Promise<PaymentOutcome> {
  const parts = startPartsOf(deps, attempt)
  return askProvider(deps, 'start', attempt, (provider, ref) => provider.start(ref, parts))
}

function startPartsOf(deps: PaymentDeps, attempt: Attempt): StartParts {
  return {
    returnUrl: returnUrlOf(deps, attempt),
    notifyUrl: notifyUrlOf(deps, attempt),
    keep: async refs => {
      await failpoint('register.committing', attempt.orderId)
      const change = { refs, checkInSeconds: LEASE_SECONDS }
      const kept = await deps.db.write(writePaymentStep, { previous: attempt, change })
      // Another process that took the attempt further meanwhile may have ended it: nothing may be executed after that.
      if (kept === undefined) throw new Error('the attempt was taken further by another')
      await failpoint('register.committed', attempt.orderId)
    },
  }
}

/** Decides that the attempt shall never be charged: from here on nothing moves it forward. */
function fence(deps: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  return mark(deps, attempt, { operation: 'void' })
}

/** Commits what is about to be done, with a lease for doing it. `undefined`: someone else was faster. */
async function mark(
  { db }: PaymentDeps,
  previous: Attempt,
  change: Partial<AttemptChange>,
): Promise<Attempt | undefined> {
  if (change.operation === 'resume') await failpoint('resume.committing', previous.orderId)
  return db.write(writePaymentStep, { previous, change: { checkInSeconds: LEASE_SECONDS, ...change } })
}
