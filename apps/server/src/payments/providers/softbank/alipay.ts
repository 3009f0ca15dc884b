import type { AttemptRef, OperationOutcome, PaymentOutcome, QueryOutcome, Refund } from '../../port/port.ts'
import { canPayNoMore, linkFactsOf, untold, wrongAmount } from './link-facts.ts'
import { showLinkPage } from './link-page.ts'
import { CAPTURED, isGivenBack, readOperation, REFUNDED, unknown } from './operation.ts'
import { earlierTry, isWhole, NOBODY_CAN_TELL, sendOnce } from './partial-refund.ts'
import type { SoftbankParts } from './softbank-parts.ts'
import { alipayRefund } from './sps-requests.ts'

/**
 * Alipay through the link type. It is taken at once, and no inquiry for it is known: what we know is the result notice
 * whose hash held, kept with the attempt, and nothing else (payments §12).
 */

export function queryAlipay(parts: SoftbankParts, attempt: AttemptRef): QueryOutcome {
  const facts = linkFactsOf(attempt)
  if (facts.page === undefined) return { kind: 'not_found' }
  const wrong = wrongAmount(attempt, facts)
  if (wrong !== undefined) return wrong
  if (facts.paid !== undefined) return { kind: 'captured', refs: {} }
  // The browser says that it was paid, and it says so with our hash: the notice is on its way.
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

/** Nothing can be released: what was paid is given back, what was not is over when the visitor can pay no more. */
export function cancelAlipay({ clock }: SoftbankParts, attempt: AttemptRef): OperationOutcome {
  const facts = linkFactsOf(attempt)
  if (facts.paid !== undefined) return CAPTURED
  // No question to the gateway would tell: what the portal shows is given back by hand, unless a notice still comes.
  if (facts.isOfOtherForm) return { ...unknown('a notice of a form that is not ours'), needsPerson: true }
  if (facts.returned === 'OK')
    return { ...unknown('paid as the browser says, and no notice came'), needsPerson: true }
  return canPayNoMore(facts, clock.now()) ? { kind: 'done' } : unknown('the visitor may still pay')
}

export async function refundAlipay(
  { sps, clock }: SoftbankParts,
  attempt: AttemptRef,
  refund: Refund,
): Promise<OperationOutcome> {
  const { trackingId, paid } = linkFactsOf(attempt)
  if (trackingId === undefined) return unknown('nothing is known to be paid')
  const now = clock.now()
  // Whoever gets all of it back gets all that was taken, should that be another amount (S-7.10).
  const yen = isWhole(attempt, refund) && paid !== undefined ? Number(paid) : refund.amount.minor
  const send = () => sps.call(alipayRefund(trackingId, yen))
  if (!isWhole(attempt, refund)) {
    if (earlierTry(attempt, refund, now) !== 'none') return NOBODY_CAN_TELL
    return sendOnce({ refund, now, otherwise: NOBODY_CAN_TELL }, send)
  }
  // More than was paid never goes back, so all of it may be asked for again: the gateway says when it has gone.
  const result = await send()
  if (isGivenBack(result)) return REFUNDED
  return readOperation(result) ?? { ...unknown('something happened before'), needsPerson: true }
}
