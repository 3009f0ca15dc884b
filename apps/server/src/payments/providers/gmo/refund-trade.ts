import type { AttemptRef, LeftOutcome, OperationOutcome, Refund } from '../../port/port.ts'
import { findTrade, type Trade } from './find-trade.ts'
import type { GmoReply } from './gmo-client.ts'
import { accessOf, type Gmo, productOf } from './gmo-context.ts'
import { errorOf } from './gmo-errors.ts'
import { refusedOutcome } from './operation-outcome.ts'
import { standingOf } from './read-trade.ts'
import { takeBackCard } from './take-back.ts'

/** Yen that remain in the trade before and after the refund. */
interface RemainingYen {
  readonly before: number
  readonly after: number
}

/**
 * Refunds money. GMO takes no idempotency key for a refund, so it is written down before its first try, and the
 * remainder of the trade is queried before each try: it must be the amount before the refund or the amount after it,
 * otherwise a person has to look. An amount that somebody refunded by hand never counts as a refund of ours that was
 * not tried. A card's trade is changed to the amount that shall remain, which would be idempotent by itself; wallets
 * take the amount to refund.
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
  // A full refund returns all that was taken, even if that is another amount.
  const isWhole = refund.refundedBefore === 0 && after === 0
  if (before === undefined || (before !== ours && !isWhole))
    return failed(`${trade.status} ${before ?? '?'} instead of ${ours} yen`)
  await refund.keep?.({ [nameOf(refund)]: 'yes' })
  const reply = await giveBack(gmo, attempt, { trade, left: { before, after } })
  return readRefund(gmo, { attempt, after }, reply)
}

/** Yen that are left in the trade after all that went back, by the store or elsewhere. */
export async function leftOfTrade(gmo: Gmo, attempt: AttemptRef): Promise<LeftOutcome> {
  const found = await findTrade(gmo, attempt)
  if (found.kind !== 'trade')
    return { kind: 'unknown', reason: found.kind === 'none' ? 'no such trade' : found.reason }
  const yen = leftOf(found.trade)
  return yen === undefined ? { kind: 'unknown', reason: found.trade.status } : { kind: 'left', yen }
}

const REFUNDED = { kind: 'already', state: 'refunded' } as const

/** The name under which it is recorded that a refund is sent. */
function nameOf({ key }: Refund): string {
  return `refund_tried_${key}`
}

function wasTried({ refs }: AttemptRef, refund: Refund): boolean {
  return nameOf(refund) in refs
}

/** Yen of the trade that are still paid; undefined when the trade's state allows no refund. */
function leftOf(trade: Trade): number | undefined {
  const standing = standingOf(trade)
  if (standing === 'released') return 0
  return standing === 'captured' ? trade.amount - trade.cancelled : undefined
}

function giveBack(
  gmo: Gmo,
  attempt: AttemptRef,
  { trade, left: { before, after } }: { readonly trade: Trade; readonly left: RemainingYen },
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

interface ExpectedRemainder {
  readonly attempt: AttemptRef
  /** Yen that must remain. */
  readonly after: number
}

async function readRefund(gmo: Gmo, expected: ExpectedRemainder, reply: GmoReply): Promise<OperationOutcome> {
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

/** Verifies the remainder; returns `otherwise` when it differs. */
async function confirm(
  gmo: Gmo,
  { attempt, after }: ExpectedRemainder,
  otherwise: OperationOutcome,
): Promise<OperationOutcome> {
  const found = await findTrade(gmo, attempt)
  if (found.kind === 'unknown') return found
  return found.kind === 'trade' && leftOf(found.trade) === after ? { kind: 'done' } : otherwise
}

/** For staff: GMO's ledger and ours differ, or the refund is larger than the remainder. */
function failed(code: string): OperationOutcome {
  return { kind: 'failed', error: errorOf('other', [code]) }
}
