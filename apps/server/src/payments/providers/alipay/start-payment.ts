import type { AttemptRef, PaymentOutcome, ProviderRefs, StartParts } from '../../port/port.ts'
import { type PayAnswer, payAnswer } from './ams-answers.ts'
import { amsErrorOf, NOT_REACHED } from './ams-errors.ts'
import { type Alipay, inquirePayment } from './inquire-payment.ts'
import { expiryOf, isExpired, payRequestOf } from './pay-request.ts'
import { mismatchOf, payerStepOf } from './read-payment.ts'

/** Opens the page to pay on. `paymentRequestId` is our order reference, so that a repeat opens no second payment. */
export async function startPayment(
  alipay: Alipay,
  attempt: AttemptRef,
  { returnUrl, notifyUrl, keep }: StartParts,
): Promise<PaymentOutcome> {
  const known = attempt.refs['expires_at']
  const expiresAt = known ?? expiryOf(attempt, alipay.clock.now())
  if (expiresAt === undefined) return TOO_LATE
  if (isExpired(expiresAt, alipay.clock.now())) {
    const found = await inquirePayment(alipay, attempt)
    return found.kind === 'not_found' ? TOO_LATE : found
  }
  // A repeat must be exactly the same request.
  if (known === undefined) await keep({ expires_at: expiresAt })
  const request = payRequestOf(attempt, expiresAt, { returnUrl, notifyUrl })
  const reply = await alipay.ams.call('pay', request, payAnswer)
  if (reply.kind === 'not_sent') return { kind: 'failed', refs: {}, error: NOT_REACHED }
  if (reply.kind === 'unknown') return { kind: 'unknown', refs: {}, reason: reply.reason }
  return readPayAnswer(alipay, attempt, reply.answer)
}

const TOO_LATE: PaymentOutcome = {
  kind: 'failed',
  refs: {},
  error: { codes: ['too_late'], class: 'expired', retryable: true },
}

async function readPayAnswer(
  alipay: Alipay,
  attempt: AttemptRef,
  answer: PayAnswer,
): Promise<PaymentOutcome> {
  const { resultStatus, resultCode } = answer.result
  switch (resultStatus) {
    case 'F':
      return readRefusal(alipay, attempt, resultCode)
    case 'S':
      return lookAgain(alipay, attempt, resultCode)
    case 'U':
      return readOpenPage(alipay, attempt, answer)
  }
}

function readOpenPage({ isSimulated }: Alipay, attempt: AttemptRef, answer: PayAnswer): PaymentOutcome {
  const { result, paymentRequestId, paymentId, paymentAmount, normalUrl } = answer
  if (result.resultCode !== 'PAYMENT_IN_PROCESS' || !normalUrl)
    return { kind: 'unknown', refs: {}, reason: `pay U ${result.resultCode}` }
  if (paymentRequestId && paymentRequestId !== attempt.providerOrderRef)
    return { kind: 'unknown', refs: {}, reason: 'pay answered for another payment' }
  if (!isPage(normalUrl, isSimulated))
    return { kind: 'unknown', refs: {}, reason: 'pay: no address of a page' }
  const refs: ProviderRefs = { pay_url: normalUrl, ...(paymentId && { payment_id: paymentId }) }
  const mismatch = paymentAmount ? mismatchOf(paymentAmount, attempt, refs) : undefined
  return mismatch ?? payerStepOf(normalUrl, refs)
}

/** A final refusal, unless it concerns this request only: then it says nothing about an earlier one. */
async function readRefusal(alipay: Alipay, attempt: AttemptRef, code: string): Promise<PaymentOutcome> {
  if (code === 'REPEAT_REQ_INCONSISTENT') return lookAgain(alipay, attempt, code)
  if (code === 'ORDER_IS_CANCELED') return { kind: 'voided', refs: { result: code } }
  const error = amsErrorOf(code)
  const isOfRequest = error.class === 'configuration' || error.class === 'provider_busy'
  return { kind: 'failed', refs: isOfRequest ? {} : { result: code }, error }
}

/** Our reference belongs to something other than an open page: the inquiry tells what it is. */
async function lookAgain(alipay: Alipay, attempt: AttemptRef, code: string): Promise<PaymentOutcome> {
  const outcome = await inquirePayment(alipay, attempt)
  return outcome.kind === 'not_found' ? { kind: 'unknown', refs: {}, reason: `pay ${code}` } : outcome
}

function isPage(address: string, isSimulated: boolean): boolean {
  const protocol = URL.parse(address)?.protocol
  return protocol === 'https:' || (isSimulated && protocol === 'http:')
}
