import type { AttemptRef, OperationOutcome, Refund } from '../../port/port.ts'
import { readOperation, unknown } from './operation.ts'
import type { SpsResult } from './sps-client.ts'

/**
 * Partial refunds are relative: sent twice, the money goes back twice, and the gateway takes no idempotency key. So
 * each is recorded before it is sent; if its answer is lost, it is never sent again unless the gateway reports that
 * nothing was refunded. What cannot be found out is for a person with the gateway's portal, at once.
 */

/** Longer than the gateway accepts a request that is on its way. */
const SETTLED_AFTER_MS = 120_000
/** Recorded instead of the time when no connection was made. */
const NEVER_LEFT = 'never'

/** Our record of an earlier try. `unrecorded`: no references are kept for us, so there may have been one. */
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

/** No query can tell whether this part was refunded. */
export const NOBODY_CAN_TELL: OperationOutcome = {
  kind: 'unknown',
  reason: 'this part may have been given back',
  needsPerson: true,
}

export interface SendOnce {
  readonly refund: Refund
  /** ms since 1970. */
  readonly now: number
  /** The outcome when an earlier try may have been executed. */
  readonly otherwise: OperationOutcome
}

/** Records that the refund is sent, and sends it. */
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

/** A person who retries the refund knows that the earlier tries refunded nothing. */
function nameOf({ key, retries = 0 }: Refund): string {
  return retries === 0 ? `refund_sent_${key}` : `refund_sent_${key}_${retries}`
}
