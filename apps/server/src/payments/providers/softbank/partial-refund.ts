import type { AttemptRef, OperationOutcome, Refund } from '../../port/port.ts'
import { readOperation, unknown } from './operation.ts'
import type { SpsResult } from './sps-client.ts'

/**
 * Partial refunds are relative: sent twice, the money goes back twice, and the gateway knows no key of ours. So before
 * one leaves it is written down that it does; should its answer be lost, it is never sent again unless the gateway tells
 * that nothing was given back. What nobody can tell is a matter for a person with the gateway's portal, at once.
 */

/** Longer than the gateway takes a request that is on its way. */
const SETTLED_AFTER_MS = 120_000
/** Stands in the place of the time when no connection came about. */
const NEVER_LEFT = 'never'

/** What we remember of an earlier try. `unrecorded`: nobody keeps references for us, so there may have been one. */
export type EarlierTry = 'none' | 'unrecorded' | 'on_its_way' | 'sent'

export function earlierTry({ refs }: AttemptRef, refund: Refund, now: number): EarlierTry {
  const sentAt = refs[nameOf(refund)]
  if (sentAt === NEVER_LEFT) return 'none'
  if (sentAt === undefined) return refund.keep === undefined ? 'unrecorded' : 'none'
  return now - Number(sentAt) < SETTLED_AFTER_MS ? 'on_its_way' : 'sent'
}

export function isWhole({ amount }: AttemptRef, refund: Refund): boolean {
  return refund.refundedBefore === 0 && refund.amount.minor === amount.minor
}

/** Whether this part went back is told by nothing that we could ask. */
export const NOBODY_CAN_TELL: OperationOutcome = {
  kind: 'unknown',
  reason: 'this part may have been given back',
  needsPerson: true,
}

export interface SendOnce {
  readonly refund: Refund
  /** ms since 1970. */
  readonly now: number
  /** What it is when it may have been executed. */
  readonly otherwise: OperationOutcome
}

/** Writes down that the refund leaves, and lets it. */
export async function sendOnce(
  { refund, now, otherwise }: SendOnce,
  send: () => Promise<SpsResult>,
): Promise<OperationOutcome> {
  await refund.keep?.({ [nameOf(refund)]: String(now) })
  const result = await send()
  if (result.kind === 'not_sent') {
    await refund.keep?.({ [nameOf(refund)]: NEVER_LEFT })
    return unknown(result.reason)
  }
  const outcome = readOperation(result)
  return outcome === undefined || outcome.kind === 'unknown' ? otherwise : outcome
}

/** A person who has it tried once more knows that the tries before gave nothing back. */
function nameOf({ key, retries = 0 }: Refund): string {
  return retries === 0 ? `refund_sent_${key}` : `refund_sent_${key}_${retries}`
}
