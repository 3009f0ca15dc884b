import type { AttemptRef, PaymentOutcome, StartParts } from '../../port/port.ts'
import { findTrade } from './find-trade.ts'
import type { GmoFields } from './gmo-codec.ts'
import { accessRefs, type Gmo, keepBeforeExecution } from './gmo-context.ts'
import { errorOf, type GmoRefusal } from './gmo-errors.ts'

export type RegistrationOutcome =
  | {
      readonly kind: 'registered'
      /** Has the keys to its trade among its references, which are committed. */
      readonly attempt: AttemptRef
      /** An earlier call may have executed it. */
      readonly mayBeExecuted: boolean
    }
  /** We have no keys to the trade, so it cannot be executed. GMO may have registered it. */
  | { readonly kind: 'no_keys'; readonly outcome: PaymentOutcome }

interface Registration {
  /** The product's EntryTran… call. */
  readonly call: string
  /** Fields besides order reference, amount and JobCd. */
  readonly fields: GmoFields
}

/**
 * Registers the trade, without moving money: its keys are kept before anything is executed. On a repeat GMO answers
 * that the reference is used, and a query returns the keys again. The amount is the whole price: GMO adds what it calls
 * tax, and our prices already contain tax.
 */
export async function registerTrade(
  gmo: Gmo,
  attempt: AttemptRef,
  parts: StartParts,
  { call, fields }: Registration,
): Promise<RegistrationOutcome> {
  if (attempt.refs['access_id'] !== undefined) return { kind: 'registered', attempt, mayBeExecuted: true }
  const reply = await gmo.client.call(call, {
    OrderID: attempt.providerOrderRef,
    JobCd: 'AUTH',
    Amount: String(attempt.amount.minor),
    ...fields,
  })
  switch (reply.kind) {
    case 'answer': {
      const { AccessID: id, AccessPass: pass } = reply.fields
      if (id === undefined || pass === undefined) return withoutKeys('registered without keys')
      return {
        kind: 'registered',
        attempt: await keepBeforeExecution(attempt, parts, accessRefs(gmo, id, pass)),
        mayBeExecuted: false,
      }
    }
    case 'refused':
      return reply.refusal.kind === 'duplicate'
        ? recover(gmo, attempt, parts)
        : { kind: 'no_keys', outcome: refused(reply.refusal) }
    case 'not_sent':
      return { kind: 'no_keys', outcome: notTaken(reply.reason) }
    case 'lost':
      return withoutKeys(reply.reason)
  }
}

async function recover(gmo: Gmo, attempt: AttemptRef, parts: StartParts): Promise<RegistrationOutcome> {
  const found = await findTrade(gmo, attempt)
  if (found.kind !== 'trade')
    return withoutKeys(found.kind === 'none' ? 'registered, but not found' : found.reason)
  const { trade } = found
  if (trade.refs['access_pass'] === undefined) return withoutKeys('registered, but the keys are lost')
  const known = await keepBeforeExecution(attempt, parts, trade.refs)
  return { kind: 'registered', attempt: known, mayBeExecuted: true }
}

function withoutKeys(reason: string): RegistrationOutcome {
  return { kind: 'no_keys', outcome: { kind: 'unknown', refs: {}, reason } }
}

/** Nothing was executed. It says nothing about an earlier request, so there are no references. */
function refused(refusal: GmoRefusal): PaymentOutcome {
  if (refusal.kind !== 'error') return { kind: 'unknown', refs: {}, reason: refusal.codes.join(' ') }
  return { kind: 'failed', refs: {}, error: refusal.error }
}

/** The request was never sent, so there are no references either. */
export function notTaken(reason: string): PaymentOutcome {
  return { kind: 'failed', refs: {}, error: errorOf('provider_busy', [reason]) }
}
