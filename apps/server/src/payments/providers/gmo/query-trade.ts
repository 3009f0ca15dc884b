import type { AttemptRef, PaymentOutcome, QueryOutcome } from '../../port/port.ts'
import { findTrade } from './find-trade.ts'
import { accessIdOf, type Gmo } from './gmo-context.ts'
import { readTrade } from './read-trade.ts'
import { returnOf, stepOf } from './visitor-step.ts'

/**
 * Asks for the state of an attempt; changes nothing. A trade that waits, without a page that the visitor could be on,
 * was not executed or its page is lost: it is started again, and GMO executes it once.
 */
export async function queryTrade(gmo: Gmo, attempt: AttemptRef): Promise<QueryOutcome> {
  const found = await findTrade(gmo, attempt)
  switch (found.kind) {
    case 'none':
      return { kind: 'not_found' }
    case 'unknown':
      return { kind: 'unknown', refs: {}, reason: found.reason }
    case 'trade':
      return readTrade(attempt, found.trade, () => waiting(attempt))
  }
}

function waiting(attempt: AttemptRef): QueryOutcome {
  const step = stepOf(attempt)
  if (step === undefined) return { kind: 'not_found' }
  const refs = { access_id: accessIdOf(attempt) }
  const isBack = step.kind === 'three_ds' && returnOf(attempt).kind !== 'none'
  return isBack
    ? { kind: 'ready', refs }
    : { kind: 'action_required', refs, step, threeDSecure: step.kind === 'three_ds' }
}

/** Queries the trade after GMO reported the money as reserved: only the answer to a query counts. */
export async function confirmedOutcome(gmo: Gmo, attempt: AttemptRef): Promise<PaymentOutcome> {
  const outcome = await queryTrade(gmo, attempt)
  return isSettled(outcome)
    ? outcome
    : { kind: 'unknown', refs: {}, reason: `executed, but then ${outcome.kind}` }
}

type SettledOutcome = Exclude<QueryOutcome, { readonly kind: 'not_found' | 'ready' | 'action_required' }>

/** Whether GMO's answer is final as far as our calls go: no next step of ours or the visitor's is open. */
export function isSettled(outcome: QueryOutcome): outcome is SettledOutcome {
  return outcome.kind !== 'not_found' && outcome.kind !== 'ready' && outcome.kind !== 'action_required'
}
