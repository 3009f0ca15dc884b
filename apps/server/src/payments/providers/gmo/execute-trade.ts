import type { AttemptRef, PaymentOutcome, StartParts } from '../../port/port.ts'
import { findTrade } from './find-trade.ts'
import type { GmoFields } from './gmo-codec.ts'
import { accessIdOf, type Gmo, keepBeforeExecution } from './gmo-context.ts'
import { errorOf, type GmoRefusal } from './gmo-errors.ts'
import { confirmedOutcome, isSettled, queryTrade } from './query-trade.ts'
import { isForVisitor } from './read-trade.ts'
import { notTaken } from './register-trade.ts'
import { stepOf } from './visitor-step.ts'

interface Execution {
  readonly attempt: AttemptRef
  /** An earlier call may have executed it already. */
  readonly mayBeExecuted: boolean
  readonly parts: StartParts
  /** The product's ExecTran… call. */
  readonly call: string
  readonly fields: GmoFields
  readonly read: (answer: GmoFields) => PaymentOutcome | Promise<PaymentOutcome>
}

/**
 * Executes a registered trade: reserves the money, or opens the page that reserves it. An earlier execution is looked
 * up first; GMO rejects a second execution of one trade as an error.
 */
export async function executeTrade(gmo: Gmo, execution: Execution): Promise<PaymentOutcome> {
  const { attempt, mayBeExecuted, parts, call, fields, read } = execution
  if (mayBeExecuted) {
    const found = await queryTrade(gmo, attempt)
    if (found.kind !== 'not_found') return found
    await keepBeforeExecution(attempt, parts)
  }
  const reply = await gmo.client.call(call, fields)
  switch (reply.kind) {
    case 'answer':
      return read(reply.fields)
    case 'refused':
      return refused(gmo, execution, reply.refusal)
    case 'not_sent':
      return notTaken(reply.reason)
    case 'lost':
      return { kind: 'unknown', refs: {}, reason: reply.reason }
  }
}

async function refused(
  gmo: Gmo,
  { attempt, mayBeExecuted }: Execution,
  refusal: GmoRefusal,
): Promise<PaymentOutcome> {
  const refs = { access_id: accessIdOf(attempt) }
  switch (refusal.kind) {
    case 'unclear':
      return { kind: 'unknown', refs: {}, reason: refusal.codes.join(' ') }
    case 'ask':
    case 'duplicate':
      return refusedByState(gmo, attempt, refusal.codes)
    case 'missing':
      return { kind: 'failed', refs, error: errorOf('configuration', refusal.codes) }
    case 'error': {
      const { error } = refusal
      const isBusy = error.class === 'provider_busy'
      // The refusal of a repeat says nothing about the first execution, and "busy" says little about either.
      const found = mayBeExecuted || isBusy ? await queryTrade(gmo, attempt) : undefined
      if (found !== undefined && isSettled(found)) return found
      return { kind: 'failed', refs: isBusy ? {} : refs, error }
    }
  }
}

/**
 * The trade is further than an execution can be. If it waits for a visitor whose page was lost with an answer, nobody
 * can pay it: the visitor begins anew.
 */
async function refusedByState(
  gmo: Gmo,
  attempt: AttemptRef,
  codes: readonly string[],
): Promise<PaymentOutcome> {
  const found = await findTrade(gmo, attempt)
  if (found.kind === 'trade' && isForVisitor(found.trade) && stepOf(attempt) === undefined)
    return { kind: 'failed', refs: found.trade.refs, error: { ...errorOf('other', codes), retryable: true } }
  return confirmedOutcome(gmo, attempt)
}
