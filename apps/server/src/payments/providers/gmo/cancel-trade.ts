import type { AttemptRef, OperationOutcome } from '../../port/port.ts'
import { findTrade, type Trade } from './find-trade.ts'
import type { GmoReply } from './gmo-client.ts'
import { accessOf, executedAt, type Gmo, productOf } from './gmo-context.ts'
import { refusedOutcome } from './operation-outcome.ts'
import { standingOf } from './read-trade.ts'
import { takeBackCard } from './take-back.ts'
import { returnOf, stepOf } from './visitor-step.ts'

/**
 * A request begun this long ago is no longer under way: we abandon each after 60 seconds, and GMO's clients wait for
 * 180.
 */
const SETTLED_SECONDS = 180
/** How long a visitor may stay on a wallet's page that was opened in time. */
export const WALLET_SECONDS = 900

/**
 * Makes sure that an attempt is never charged. A reserved amount is released. GMO cannot be told to refuse a trade that
 * was never executed: it is `done` once nobody can execute it any longer. A card waits for our own SecureTran2, a
 * wallet for its page to close.
 */
export async function cancelTrade(gmo: Gmo, attempt: AttemptRef): Promise<OperationOutcome> {
  const found = await findTrade(gmo, attempt)
  if (found.kind === 'unknown') return found
  // Without its keys nobody can execute the trade, even if its registration is still on its way.
  if (found.kind === 'none') return { kind: 'done' }
  const { trade } = found
  if (standingOf(trade) === 'waiting') return fence(attempt, trade)
  if (standingOf(trade) !== 'authorized') return ended(trade)
  const known = { ...attempt, refs: { ...attempt.refs, ...trade.refs } }
  return readRelease(gmo, known, await release(gmo, known, trade))
}

function fence(attempt: AttemptRef, { status }: Trade): OperationOutcome {
  return attempt.secondsLeft <= openUntil(attempt, status)
    ? { kind: 'done' }
    : { kind: 'unknown', reason: `it may still be paid: ${status}`, isOpen: true }
}

/** The time from which nobody can execute the trade, in seconds to the deadline; Infinity: nobody ever could. */
function openUntil(attempt: AttemptRef, status: string): number {
  const step = stepOf(attempt)
  switch (productOf(attempt.method)) {
    case 'card':
    case 'brand_token':
      if (step === undefined) return (executedAt(attempt) ?? Infinity) - SETTLED_SECONDS
      // After a return our charge may be under way; nobody begins another one.
      return returnOf(attempt).kind === 'none' ? Infinity : -SETTLED_SECONDS
    case 'paypay':
    case 'docomo':
      // Nobody has the address of a page that we did not hand out. A page that was not opened in time never opens.
      if (step === undefined) return Infinity
      return status === 'AUTHPROCESS' ? -WALLET_SECONDS : 0
  }
}

/** Nothing is reserved any longer, or everything is captured. */
function ended(trade: Trade): OperationOutcome {
  switch (standingOf(trade)) {
    case 'captured':
      return { kind: 'already', state: 'captured' }
    case 'released':
      return { kind: 'already', state: 'voided' }
    case 'refused':
    case 'expired':
      return { kind: 'done' }
    case 'waiting':
    case 'authorized':
    case 'at_work':
    case 'odd':
      return { kind: 'unknown', reason: `status ${trade.status}` }
  }
}

function release(gmo: Gmo, attempt: AttemptRef, trade: Trade): Promise<GmoReply> {
  const access = { ...accessOf(gmo, attempt), OrderID: attempt.providerOrderRef }
  const CancelAmount = String(trade.amount - trade.cancelled)
  switch (productOf(attempt.method)) {
    case 'card':
      return takeBackCard(gmo, attempt, trade)
    case 'paypay':
      return gmo.client.call('PaypayCancelReturn', { ...access, CancelAmount })
    case 'docomo':
      return gmo.client.call('DocomoCancelReturn', { ...access, CancelAmount })
    case 'brand_token':
      return gmo.client.call('VoidTranBrandtoken', access)
  }
}

async function readRelease(gmo: Gmo, attempt: AttemptRef, reply: GmoReply): Promise<OperationOutcome> {
  switch (reply.kind) {
    case 'answer':
      return { kind: 'done' }
    case 'refused': {
      if (reply.refusal.kind !== 'ask') return refusedOutcome(reply.refusal)
      const found = await findTrade(gmo, attempt)
      return found.kind === 'trade'
        ? ended(found.trade)
        : { kind: 'unknown', reason: 'refused, and not found' }
    }
    case 'not_sent':
    case 'lost':
      return { kind: 'unknown', reason: reply.reason }
  }
}
