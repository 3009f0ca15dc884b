import type { AttemptRef, OperationOutcome, Refund } from '../../port/port.ts'
import { findTrade, type Trade } from './find-trade.ts'
import type { GmoReply } from './gmo-client.ts'
import { accessOf, type Gmo, productOf } from './gmo-context.ts'
import { errorOf } from './gmo-errors.ts'
import { refusedOutcome } from './operation-outcome.ts'
import { standingOf } from './read-trade.ts'
import { takeBackCard } from './take-back.ts'

/** Yen that are left of the trade before and after the refund. */
interface Left {
  readonly before: number
  readonly after: number
}

/**
 * Gives money back. GMO knows no key for a refund, so it is written down before its first try, and what is left of the trade
 * is asked for before each: it is as much as before the refund, or as much as after an earlier try, or a person has to look.
 * What somebody gave back by hand is never taken for a refund of ours that was not tried. A card's trade is reduced to what shall be left,
 * which would converge by itself; wallets take the amount to give back.
 */
export async function refundTrade(gmo: Gmo, attempt: AttemptRef, refund: Refund): Promise<OperationOutcome> {
  const ours = attempt.amount.minor - refund.refundedBefore
  const after = ours - refund.amount.minor
  if (after < 0) return failed(`${refund.amount.minor} of ${ours} yen`)
  const found = await findTrade(gmo, attempt)
  if (found.kind !== 'trade')
    return found.kind === 'none' ? failed('no such trade') : { kind: 'unknown', reason: found.reason }
  const { trade } = found
  const before = leftOf(trade)
  if (before === after)
    return wasTried(attempt, refund) ? REFUNDED : failed(`${after} yen left before its first try`)
  // Whoever gets all of it back gets all that was taken, should that be another amount.
  const isWhole = refund.refundedBefore === 0 && after === 0
  if (before === undefined || (before !== ours && !isWhole))
    return failed(`${trade.status} ${before ?? '?'} instead of ${ours} yen`)
  await refund.keep?.({ [nameOf(refund)]: 'yes' })
  const reply = await giveBack(gmo, attempt, { trade, left: { before, after } })
  return readRefund(gmo, { attempt, after }, reply)
}

const REFUNDED = { kind: 'already', state: 'refunded' } as const

/** Under which name it is kept that a refund leaves. */
function nameOf({ key }: Refund): string {
  return `refund_tried_${key}`
}

function wasTried({ refs }: AttemptRef, refund: Refund): boolean {
  return nameOf(refund) in refs
}

/** Yen that the visitor has paid so far; undefined when it is not a matter of refunds. */
function leftOf(trade: Trade): number | undefined {
  const standing = standingOf(trade)
  if (standing === 'released') return 0
  return standing === 'captured' ? trade.amount - trade.cancelled : undefined
}

function giveBack(
  gmo: Gmo,
  attempt: AttemptRef,
  { trade, left: { before, after } }: { readonly trade: Trade; readonly left: Left },
): Promise<GmoReply> {
  const access = accessOf(gmo, attempt)
  const ordered = { ...access, OrderID: attempt.providerOrderRef }
  const smaller = { JobCd: 'CAPTURE', Amount: String(after) }
  const CancelAmount = String(before - after)
  switch (productOf(attempt.method)) {
    case 'card':
      if (after === 0) return takeBackCard(gmo, attempt, trade)
      return gmo.client.call('ChangeTran', { ...access, ...smaller })
    case 'brand_token':
      if (after === 0) return gmo.client.call('RefundTranBrandtoken', { ...ordered, Amount: String(before) })
      return gmo.client.call('ChangeTranBrandtoken', { ...ordered, ...smaller })
    case 'paypay':
      return gmo.client.call('PaypayCancelReturn', { ...ordered, CancelAmount })
    case 'docomo':
      return gmo.client.call('DocomoCancelReturn', { ...ordered, CancelAmount })
  }
}

interface Expected {
  readonly attempt: AttemptRef
  /** Yen that must be left. */
  readonly after: number
}

async function readRefund(gmo: Gmo, expected: Expected, reply: GmoReply): Promise<OperationOutcome> {
  switch (reply.kind) {
    case 'answer':
      return confirm(gmo, expected, { kind: 'unknown', reason: 'refunded, but another amount is left' })
    case 'refused':
      return reply.refusal.kind === 'ask'
        ? confirm(gmo, expected, refusedOutcome(reply.refusal))
        : refusedOutcome(reply.refusal)
    case 'not_sent':
    case 'lost':
      return { kind: 'unknown', reason: reply.reason }
  }
}

/** Looks whether it is so (S-7.10); `otherwise` when it is not. */
async function confirm(
  gmo: Gmo,
  { attempt, after }: Expected,
  otherwise: OperationOutcome,
): Promise<OperationOutcome> {
  const found = await findTrade(gmo, attempt)
  if (found.kind === 'unknown') return found
  return found.kind === 'trade' && leftOf(found.trade) === after ? { kind: 'done' } : otherwise
}

/** For staff: the books of GMO and ours differ, or more is asked for than there is. */
function failed(code: string): OperationOutcome {
  return { kind: 'failed', error: errorOf('other', [code]) }
}
