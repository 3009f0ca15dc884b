import type { AttemptRef, OperationOutcome, Refund } from '../../port/port.ts'
import { refundAnswer, refundInquiryAnswer } from './ams-answers.ts'
import { amsErrorOf, NOT_REACHED } from './ams-errors.ts'
import { type Alipay, inquirePayment } from './inquire-payment.ts'
import { amsAmountOf } from './pay-request.ts'

/** Refunds money, in part or in full. AMS executes a `refundRequestId` once and repeats its answer. */
export async function refundPayment(
  alipay: Alipay,
  attempt: AttemptRef,
  refund: Refund,
): Promise<OperationOutcome> {
  const paymentId = await paymentIdOf(alipay, attempt)
  if (typeof paymentId !== 'string') return paymentId
  const refundRequestId = refundRequestIdOf(refund)
  const request = { refundRequestId, paymentId, refundAmount: amsAmountOf(refund.amount) }
  const reply = await alipay.ams.call('refund', request, refundAnswer)
  if (reply.kind === 'not_sent') return { kind: 'failed', error: NOT_REACHED }
  if (reply.kind === 'unknown') return { kind: 'unknown', reason: reply.reason }
  const { resultStatus, resultCode } = reply.answer.result
  switch (resultStatus) {
    case 'S':
      return { kind: 'done' }
    case 'U':
      return inquireRefund(alipay, refundRequestId)
    case 'F':
      return notRefunded(alipay, attempt, resultCode)
  }
}

/** `<attempt>:refund` or a UUID, without the special characters, which AMS does not accept. */
function refundRequestIdOf({ key }: Pick<Refund, 'key'>): string {
  return key.replaceAll(/[^0-9A-Za-z]/g, '')
}

async function paymentIdOf(alipay: Alipay, attempt: AttemptRef): Promise<string | OperationOutcome> {
  const known = attempt.refs['payment_id']
  if (known !== undefined) return known
  const outcome = await inquirePayment(alipay, attempt)
  const asked = outcome.kind === 'not_found' ? undefined : outcome.refs['payment_id']
  if (asked !== undefined) return asked
  return {
    kind: 'unknown',
    reason: outcome.kind === 'unknown' ? outcome.reason : 'refund of an unknown payment',
  }
}

async function inquireRefund({ ams }: Alipay, refundRequestId: string): Promise<OperationOutcome> {
  const reply = await ams.call('inquiryRefund', { refundRequestId }, refundInquiryAnswer)
  if (reply.kind !== 'answered') return { kind: 'unknown', reason: reply.reason }
  const { result, refundStatus } = reply.answer
  if (result.resultStatus !== 'S') return { kind: 'unknown', reason: `inquiryRefund ${result.resultCode}` }
  switch (refundStatus) {
    case 'SUCCESS':
      return { kind: 'done' }
    case 'PROCESSING':
      return { kind: 'accepted' }
    case 'FAIL':
      return { kind: 'failed', error: amsErrorOf('REFUND_FAIL') }
    case null:
    case undefined:
      return { kind: 'unknown', reason: 'inquiryRefund without a status' }
  }
}

/** A cancelled payment is already refunded; any other refusal is for a person. */
async function notRefunded(alipay: Alipay, attempt: AttemptRef, code: string): Promise<OperationOutcome> {
  const found = await inquirePayment(alipay, attempt)
  if (found.kind === 'voided') return { kind: 'already', state: 'refunded' }
  return { kind: 'failed', error: amsErrorOf(code) }
}
