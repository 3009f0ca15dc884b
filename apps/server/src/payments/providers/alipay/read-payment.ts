import type { AttemptRef, PaymentOutcome, ProviderRefs, QueryOutcome } from '../../port/port.ts'
import type { AmsAmount, InquiryAnswer } from './ams-answers.ts'
import type { AmsReply } from './ams-client.ts'
import { amsErrorOf } from './ams-errors.ts'
import { amsAmountOf } from './pay-request.ts'

/** Reads the answer to `inquiryPayment` about an attempt. A successful payment is already captured. */
export function readPayment(reply: AmsReply<InquiryAnswer>, attempt: AttemptRef): QueryOutcome {
  if (reply.kind !== 'answered') return { kind: 'unknown', refs: {}, reason: reply.reason }
  const { result, ...payment } = reply.answer
  if (result.resultStatus === 'F' && result.resultCode === 'ORDER_NOT_EXIST') return { kind: 'not_found' }
  if (result.resultStatus !== 'S')
    return unknown(`inquiryPayment ${result.resultStatus} ${result.resultCode}`)
  if (payment.paymentRequestId !== attempt.providerOrderRef)
    return unknown('inquiryPayment of another payment')
  return readStatus(payment, attempt)
}

function readStatus(payment: Omit<InquiryAnswer, 'result'>, attempt: AttemptRef): QueryOutcome {
  const { paymentStatus, paymentAmount, paymentResultCode } = payment
  const refs: ProviderRefs = payment.paymentId ? { payment_id: payment.paymentId } : {}
  switch (paymentStatus) {
    case 'SUCCESS':
      return mismatchOf(paymentAmount, attempt, refs) ?? { kind: 'captured', refs }
    case 'PENDING':
      return { kind: 'pending', refs }
    case 'PROCESSING':
      return awaitPayer(attempt, refs)
    case 'CANCELLED':
      return { kind: 'voided', refs }
    case 'FAIL': {
      const error = amsErrorOf(paymentResultCode ?? 'FAIL')
      return { kind: 'failed', refs: { ...refs, result: error.codes.join(' ') }, error }
    }
    case null:
    case undefined:
      return unknown('inquiryPayment without a status')
  }
}

/**
 * If the address of the page is missing because its answer was lost, only the same `pay` again returns it; AMS executes
 * it once.
 */
function awaitPayer({ refs: known }: AttemptRef, refs: ProviderRefs): QueryOutcome {
  const url = known['pay_url']
  return url === undefined ? { kind: 'not_found' } : payerStepOf(url, refs)
}

export function payerStepOf(url: string, refs: ProviderRefs): PaymentOutcome {
  return { kind: 'action_required', refs, step: { kind: 'redirect', url }, threeDSecure: false }
}

/** Undefined when they name our amount. */
export function mismatchOf(
  said: AmsAmount | null | undefined,
  attempt: AttemptRef,
  refs: ProviderRefs,
): PaymentOutcome | undefined {
  const ours = amsAmountOf(attempt.amount)
  if (said?.currency === ours.currency && said.value === ours.value) return undefined
  const reason = `${said?.value ?? 'no'} ${said?.currency ?? 'amount'} instead of ${ours.value} ${ours.currency}`
  return { kind: 'mismatch', refs, reason }
}

function unknown(reason: string): PaymentOutcome {
  return { kind: 'unknown', refs: {}, reason }
}
