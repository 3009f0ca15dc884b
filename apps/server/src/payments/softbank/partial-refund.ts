import type { AttemptRef, OperationOutcome, Refund } from '../port.ts'
import { readOperation, unknown } from './operation.ts'
import type { SpsResult } from './sps-client.ts'

/**
 * Partial refunds are relative: sent twice, the money goes back twice, and the gateway knows no key of ours. So before
 * one leaves it is written down that it does; should its answer be lost, it is never sent again unless the gateway tells
 * that nothing was given back. What nobody can tell stays `unknown` until a person looks into the gateway's portal.
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

/** Writes down that the refund leaves, and lets it. */
export async function sendOnce(
  refund: Refund,
  now: number,
  send: () => Promise<SpsResult>,
): Promise<OperationOutcome> {
  await refund.keep?.({ [nameOf(refund)]: String(now) })
  const result = await send()
  if (result.kind === 'not_sent') await refund.keep?.({ [nameOf(refund)]: NEVER_LEFT })
  return readOperation(result) ?? unknown('a part may have been given back before')
}

function nameOf({ key }: Refund): string {
  return `refund_sent_${key}`
}
