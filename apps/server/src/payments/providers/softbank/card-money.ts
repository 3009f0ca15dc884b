import type { AttemptRef, LeftOutcome, OperationOutcome, Refund } from '../../port/port.ts'
import { type CardInquiry, inquireCard, type TrackedCard, trackedCard } from './card-inquiry.ts'
import { CAPTURED, readOperation, REFUNDED, unknown, VOIDED } from './operation.ts'
import { earlierTry, isWhole, NOBODY_CAN_TELL, sendOnce } from './partial-refund.ts'
import type { SoftbankParts } from './softbank-parts.ts'
import { typeOf } from './sps-errors.ts'
import { cardCancel, cardPartialRefund, cardRefund, cardSales } from './sps-requests.ts'

/** Captures an authorised card; where the contract captures with the commit, there is nothing left to do. */
export async function captureCard(parts: SoftbankParts, attempt: AttemptRef): Promise<OperationOutcome> {
  const tracked = trackedCard(attempt)
  if (tracked === undefined) return unknown('nothing is authorised')
  if (parts.account.cardSales === 'with_commit') return capturedBy(await inquireCard(parts, tracked))
  const { sps } = parts
  const result = await sps.call(cardSales({ ...tracked, now: sps.now() }, attempt.amount.minor))
  return readOperation(result) ?? capturedBy(await inquireCard(parts, tracked))
}

function capturedBy(inquiry: CardInquiry): OperationOutcome {
  if (inquiry.kind === 'unknown') return unknown(inquiry.reason)
  switch (inquiry.state) {
    case 'committed':
    case 'sold':
    case 'partially_refunded':
      return CAPTURED
    case 'cancelled':
      return VOIDED
    case 'refunded':
      return REFUNDED
    case 'at_work':
      return { kind: 'accepted' }
    case 'uncommitted':
    case 'refused':
      return unknown(inquiry.state)
  }
}

/**
 * Fences a card. Without a tracking id no commit could name it, and a commit of ours that is still on its way has
 * expired at the gateway.
 */
export async function cancelCard(parts: SoftbankParts, attempt: AttemptRef): Promise<OperationOutcome> {
  const tracked = trackedCard(attempt)
  if (tracked === undefined) return { kind: 'done' }
  const inquiry = await inquireCard(parts, tracked)
  if (inquiry.kind === 'unknown') return unknown(inquiry.reason)
  switch (inquiry.state) {
    case 'uncommitted':
      return release(parts, tracked)
    case 'committed':
      // Captured with the commit: it is refunded.
      return parts.account.cardSales === 'with_commit' ? CAPTURED : release(parts, tracked)
    case 'sold':
    case 'partially_refunded':
      return CAPTURED
    case 'cancelled':
      return VOIDED
    case 'refunded':
      return VOIDED
    case 'refused':
      return { kind: 'done' }
    case 'at_work':
      return unknown('the gateway is at work')
  }
}

/** Contracts with automatic sales release an authorisation by a refund. */
const USE_REFUND = ['49', '50']

async function release(parts: SoftbankParts, tracked: TrackedCard): Promise<OperationOutcome> {
  const { sps } = parts
  const transaction = { ...tracked, now: sps.now() }
  const cancelled = await sps.call(cardCancel(transaction))
  const result =
    cancelled.kind === 'refused' && USE_REFUND.includes(typeOf(cancelled.code))
      ? await sps.call(cardRefund(transaction))
      : cancelled
  const outcome = readOperation(result)
  if (outcome !== undefined) return outcome
  const after = await inquireCard(parts, tracked)
  if (after.kind === 'unknown') return unknown(after.reason)
  if (after.state === 'cancelled' || after.state === 'refunded') return VOIDED
  return after.state === 'sold' || after.state === 'partially_refunded' ? CAPTURED : unknown(after.state)
}

/** Refunds a card: in full at once, or a part in addition to earlier parts. */
export async function refundCard(
  parts: SoftbankParts,
  attempt: AttemptRef,
  refund: Refund,
): Promise<OperationOutcome> {
  const tracked = trackedCard(attempt)
  if (tracked === undefined) return unknown('nothing was taken')
  return isWhole(attempt, refund)
    ? refundWhole(parts, tracked)
    : refundPart(parts, { attempt, tracked, refund })
}

async function refundWhole(parts: SoftbankParts, tracked: TrackedCard): Promise<OperationOutcome> {
  const { sps } = parts
  const result = await sps.call(cardRefund({ ...tracked, now: sps.now() }))
  const outcome = readOperation(result)
  if (outcome !== undefined) return outcome
  const inquiry = await inquireCard(parts, tracked)
  if (inquiry.kind === 'unknown') return unknown(inquiry.reason)
  return inquiry.state === 'refunded' || inquiry.state === 'cancelled' ? REFUNDED : unknown(inquiry.state)
}

interface PartOfCard {
  readonly attempt: AttemptRef
  readonly tracked: TrackedCard
  readonly refund: Refund
}

async function refundPart(
  parts: SoftbankParts,
  { attempt, tracked, refund }: PartOfCard,
): Promise<OperationOutcome> {
  const { sps, clock } = parts
  const now = clock.now()
  const earlier = earlierTry(attempt, refund, now)
  // The status shows only the first part.
  const otherwise =
    refund.refundedBefore > 0 ? NOBODY_CAN_TELL : unknown('this part may have been given back')
  const send = (): Promise<OperationOutcome> =>
    sendOnce({ refund, now, otherwise }, () =>
      sps.call(cardPartialRefund({ ...tracked, now: sps.now() }, refund.amount.minor)),
    )
  if (earlier === 'none') return send()
  const inquiry = await inquireCard(parts, tracked)
  if (inquiry.kind === 'unknown') return unknown(inquiry.reason)
  // Everything is refunded, so this part is too.
  if (inquiry.state === 'refunded') return REFUNDED
  if (refund.refundedBefore > 0) return NOBODY_CAN_TELL
  if (inquiry.state === 'partially_refunded') return REFUNDED
  const isUntouched = inquiry.state === 'sold' || inquiry.state === 'committed'
  return isUntouched && earlier !== 'on_its_way' ? send() : unknown(inquiry.state)
}

/** The gateway says whether something went back, and of a part not how much. */
export async function leftOfCard(parts: SoftbankParts, attempt: AttemptRef): Promise<LeftOutcome> {
  const tracked = trackedCard(attempt)
  if (tracked === undefined) return unknown('nothing was taken')
  const inquiry = await inquireCard(parts, tracked)
  if (inquiry.kind === 'unknown') return unknown(inquiry.reason)
  switch (inquiry.state) {
    case 'committed':
    case 'sold':
      return { kind: 'left', yen: attempt.amount.minor }
    case 'cancelled':
    case 'refunded':
      return { kind: 'left', yen: 0 }
    case 'partially_refunded':
      return { kind: 'less' }
    case 'uncommitted':
    case 'refused':
    case 'at_work':
      return unknown(inquiry.state)
  }
}
