import type { AttemptRef, OperationOutcome, PaymentOutcome, QueryOutcome, Refund } from '../../port/port.ts'
import { canPayNoMore, linkFactsOf, untold, wrongAmount } from './link-facts.ts'
import { showLinkPage } from './link-page.ts'
import { CAPTURED, isGivenBack, readOperation, REFUNDED, STILL_OPEN, unknown } from './operation.ts'
import { earlierTry, isWhole, NOBODY_CAN_TELL, sendOnce } from './partial-refund.ts'
import type { SoftbankParts } from './softbank-parts.ts'
import { alipayRefund } from './sps-requests.ts'

/**
 * Alipay through the link type. It is captured at once, and the gateway has no documented inquiry for it: our only
 * knowledge is the result notice with a valid hash, which is kept with the attempt.
 */

export function queryAlipay(parts: SoftbankParts, attempt: AttemptRef): QueryOutcome {
  const facts = linkFactsOf(attempt)
  if (facts.page === undefined) return { kind: 'not_found' }
  const wrong = wrongAmount(attempt, facts)
  if (wrong !== undefined) return wrong
  if (facts.paid !== undefined) return { kind: 'captured', refs: {} }
  // The browser says that it was paid, with the gateway's hash: the notice is on its way.
  if (facts.returned === 'OK') return untold(attempt, {})
  if (facts.refused !== undefined) return { kind: 'failed', refs: {}, error: facts.refused }
  return showLinkPage(parts, attempt, facts.page)
}

export function resumeAlipay(parts: SoftbankParts, attempt: AttemptRef): PaymentOutcome {
  const outcome = queryAlipay(parts, attempt)
  return outcome.kind === 'not_found' ? { kind: 'unknown', refs: {}, reason: 'nothing to resume' } : outcome
}

export function captureAlipay(attempt: AttemptRef): OperationOutcome {
  return linkFactsOf(attempt).paid === undefined ? unknown('nothing is known to be paid') : CAPTURED
}

/** Nothing can be released: a paid attempt is refunded, an unpaid one has ended when the visitor can no longer pay. */
export function cancelAlipay({ clock }: SoftbankParts, attempt: AttemptRef): OperationOutcome {
  const facts = linkFactsOf(attempt)
  if (facts.paid !== undefined) return CAPTURED
  // The gateway could not tell: a person refunds by hand what the portal shows, unless a notice still comes.
  if (facts.isOfOtherForm) return { ...unknown('a notice of a form that is not ours'), needsPerson: true }
  if (facts.returned === 'OK')
    return { ...unknown('paid as the browser says, and no notice came'), needsPerson: true }
  return canPayNoMore(facts, clock.now()) ? { kind: 'done' } : STILL_OPEN
}

export async function refundAlipay(
  { sps, clock }: SoftbankParts,
  attempt: AttemptRef,
  refund: Refund,
): Promise<OperationOutcome> {
  const { trackingId, paid } = linkFactsOf(attempt)
  if (trackingId === undefined) return unknown('nothing is known to be paid')
  const now = clock.now()
  // A full refund returns all that was taken, even if that is another amount.
  const yen = isWhole(attempt, refund) && paid !== undefined ? Number(paid) : refund.amount.minor
  const send = () => sps.call(alipayRefund(trackingId, yen))
  if (!isWhole(attempt, refund)) {
    if (earlierTry(attempt, refund, now) !== 'none') return NOBODY_CAN_TELL
    return sendOnce({ refund, now, otherwise: NOBODY_CAN_TELL }, send)
  }
  // The gateway never refunds more than was paid, so a full refund may be sent again: the gateway says when it has been
  // done.
  const result = await send()
  if (isGivenBack(result)) return REFUNDED
  return readOperation(result) ?? { ...unknown('something happened before'), needsPerson: true }
}
