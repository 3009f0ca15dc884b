import type {
  AttemptRef,
  LeftOutcome,
  OperationOutcome,
  PaymentOutcome,
  QueryOutcome,
  Refund,
} from '../../port/port.ts'
import { canPayNoMore, linkFactsOf, untold, wrongAmount } from './link-facts.ts'
import { showLinkPage } from './link-page.ts'
import { CAPTURED, readOperation, reasonOf, REFUNDED, STILL_OPEN, unknown, VOIDED } from './operation.ts'
import { earlierTry, isWhole, NOBODY_CAN_TELL, sendOnce } from './partial-refund.ts'
import type { SoftbankParts } from './softbank-parts.ts'
import { readCode } from './sps-errors.ts'
import { paypayCancel, paypayInquiry, paypayRefund, paypaySales } from './sps-requests.ts'

/**
 * PayPay through the link type: authorised on the gateway's page, known from the inquiry, its amount from the notice,
 * and captured by a sales request.
 */

type PaypayState =
  | 'not_found'
  | 'processing'
  | 'authorized'
  | 'sales_processing'
  | 'sold'
  | 'cancelled'
  | 'refunded'
  | 'refused'

type PaypayInquiry =
  | { readonly kind: 'known'; readonly state: PaypayState; readonly trackingId: string | undefined }
  | { readonly kind: 'unknown'; readonly reason: string }

const STATES: ReadonlyMap<string, PaypayState> = new Map([
  ['0', 'processing'],
  ['1', 'authorized'],
  ['2', 'sales_processing'],
  ['3', 'sold'],
  ['4', 'cancelled'],
  ['5', 'refunded'],
  ['9', 'refused'],
])

async function inquire({ sps }: SoftbankParts, attempt: AttemptRef): Promise<PaypayInquiry> {
  const { trackingId } = linkFactsOf(attempt)
  const result = await sps.call(paypayInquiry(attempt.providerOrderRef, trackingId))
  const isUnknown = result.kind === 'refused' && readCode(result.code).meaning === 'unknown_id'
  if (isUnknown && trackingId === undefined) return { kind: 'known', state: 'not_found', trackingId }
  if (result.kind !== 'ok') return { kind: 'unknown', reason: reasonOf(result) }
  const status = result.values.get('res_pay_method_info.payment_status') ?? ''
  const state = STATES.get(status)
  const told = result.values.get('res_pay_method_info.tracking_id') ?? ''
  return state === undefined
    ? { kind: 'unknown', reason: `payment status ${status}` }
    : { kind: 'known', state, trackingId: told === '' ? trackingId : told }
}

/** Also serves as resume: the payment needs no call of ours before it is authorised. */
export async function queryPaypay(parts: SoftbankParts, attempt: AttemptRef): Promise<QueryOutcome> {
  const facts = linkFactsOf(attempt)
  // Its form never reached the visitor.
  if (facts.page === undefined) return { kind: 'not_found' }
  const wrong = wrongAmount(attempt, facts)
  if (wrong !== undefined) return wrong
  const inquiry = await inquire(parts, attempt)
  if (inquiry.kind === 'unknown') return { kind: 'unknown', refs: {}, reason: inquiry.reason }
  const refs = inquiry.trackingId === undefined ? {} : { tracking_id: inquiry.trackingId }
  switch (inquiry.state) {
    // The inquiry tells no amount, and the form went through the visitor's browser.
    case 'authorized':
      return facts.paid === undefined ? untold(attempt, refs) : { kind: 'authorized', refs }
    case 'sales_processing':
    case 'sold':
      return facts.paid === undefined ? untold(attempt, refs) : { kind: 'captured', refs }
    case 'cancelled':
    case 'refunded':
      return { kind: 'voided', refs }
    case 'refused':
      return { kind: 'failed', refs, error: facts.refused ?? REFUSED }
    case 'processing':
      return facts.returned === 'OK' ? { kind: 'pending', refs } : unpaid(parts, attempt)
    case 'not_found':
      return unpaid(parts, attempt)
  }
}

const REFUSED = { codes: ['payment_status_9'], class: 'declined', retryable: true } as const

function unpaid(parts: SoftbankParts, attempt: AttemptRef): QueryOutcome {
  const { paid, refused, page } = linkFactsOf(attempt)
  if (paid !== undefined)
    return { kind: 'unknown', refs: {}, reason: 'paid by the notice, not by the inquiry' }
  if (refused !== undefined) return { kind: 'failed', refs: {}, error: refused }
  return page === undefined ? { kind: 'not_found' } : showLinkPage(parts, attempt, page)
}

export async function resumePaypay(parts: SoftbankParts, attempt: AttemptRef): Promise<PaymentOutcome> {
  const outcome = await queryPaypay(parts, attempt)
  return outcome.kind === 'not_found' ? { kind: 'unknown', refs: {}, reason: 'nothing to resume' } : outcome
}

/** Captures the money. It queries first: the gateway may be processing an earlier request, or have finished it. */
export async function capturePaypay(parts: SoftbankParts, attempt: AttemptRef): Promise<OperationOutcome> {
  const before = await inquire(parts, attempt)
  if (before.kind === 'unknown') return unknown(before.reason)
  const { state, trackingId } = before
  if (state !== 'authorized') return capturedBy(state)
  if (trackingId === undefined) return unknown('no tracking id')
  const result = await parts.sps.call(paypaySales(trackingId, attempt.amount.minor))
  return readOperation(result) ?? unknown('something happened before')
}

function capturedBy(state: Exclude<PaypayState, 'authorized'>): OperationOutcome {
  switch (state) {
    case 'sold':
      return CAPTURED
    case 'sales_processing':
      return { kind: 'accepted' }
    case 'cancelled':
      return VOIDED
    case 'refunded':
      return REFUNDED
    case 'not_found':
    case 'processing':
    case 'refused':
      return unknown(state)
  }
}

/**
 * Releases an authorisation. An unpaid attempt counts as fenced at once, because only we capture an authorisation: one
 * that still comes about is found by the notice or by the late query, and released then. So a visitor who gave up need
 * not wait until the gateway no longer accepts the form.
 */
export async function cancelPaypay(parts: SoftbankParts, attempt: AttemptRef): Promise<OperationOutcome> {
  const inquiry = await inquire(parts, attempt)
  if (inquiry.kind === 'unknown') return unknown(inquiry.reason)
  switch (inquiry.state) {
    case 'authorized':
      return cancelWhole(parts, inquiry.trackingId)
    case 'sold':
      return CAPTURED
    case 'sales_processing':
      return unknown('the gateway is taking it')
    case 'cancelled':
    case 'refunded':
      return VOIDED
    case 'refused':
    case 'processing':
    case 'not_found': {
      const facts = linkFactsOf(attempt)
      const gaveUp = attempt.refs['return_hint'] === 'cancel'
      const isOver = gaveUp || canPayNoMore(facts, parts.clock.now())
      if (facts.paid !== undefined || facts.isOfOtherForm)
        return unknown('paid by the notice, not by the inquiry')
      return isOver ? { kind: 'done' } : STILL_OPEN
    }
  }
}

async function cancelWhole(
  { sps }: SoftbankParts,
  trackingId: string | undefined,
): Promise<OperationOutcome> {
  if (trackingId === undefined) return unknown('no tracking id')
  const result = await sps.call(paypayCancel(trackingId))
  return readOperation(result) ?? unknown('something happened before')
}

/** Refunds money: in full, which cannot be done twice, or in part. */
export async function refundPaypay(
  parts: SoftbankParts,
  attempt: AttemptRef,
  refund: Refund,
): Promise<OperationOutcome> {
  const inquiry = await inquire(parts, attempt)
  if (inquiry.kind === 'unknown') return unknown(inquiry.reason)
  const { state, trackingId } = inquiry
  if (state === 'cancelled' || (state === 'refunded' && isWhole(attempt, refund))) return REFUNDED
  if (state === 'authorized') return unknown('not taken yet')
  if (trackingId === undefined) return unknown('no tracking id')
  return isWhole(attempt, refund)
    ? cancelWhole(parts, trackingId)
    : refundPart(parts, { attempt, trackingId, refund })
}

interface PartOfPaypay {
  readonly attempt: AttemptRef
  readonly trackingId: string
  readonly refund: Refund
}

/** The inquiry does not show partial refunds: one that was sent is never sent again. */
async function refundPart(
  { sps, clock }: SoftbankParts,
  { attempt, trackingId, refund }: PartOfPaypay,
): Promise<OperationOutcome> {
  const now = clock.now()
  if (earlierTry(attempt, refund, now) !== 'none') return NOBODY_CAN_TELL
  const send = () => sps.call(paypayRefund(trackingId, refund.amount.minor))
  return sendOnce({ refund, now, otherwise: NOBODY_CAN_TELL }, send)
}

/** The inquiry shows that all went back, and never that a part did. */
export async function leftOfPaypay(parts: SoftbankParts, attempt: AttemptRef): Promise<LeftOutcome> {
  const inquiry = await inquire(parts, attempt)
  if (inquiry.kind === 'unknown') return unknown(inquiry.reason)
  const { state } = inquiry
  return state === 'refunded' || state === 'cancelled'
    ? { kind: 'left', yen: 0 }
    : { kind: 'cannot be asked' }
}
