import type { AttemptRef, OperationOutcome } from '../../port/port.ts'
import { cancelAnswer, payAnswer } from './ams-answers.ts'
import { amsErrorOf, NOT_REACHED } from './ams-errors.ts'
import { type Alipay, inquirePayment } from './inquire-payment.ts'
import { expiryOf, isExpired, payRequestOf } from './pay-request.ts'

/** For how many seconds a payment that only uses up the reference may stay open; it is cancelled at once. */
const OCCUPY_SECONDS = 180

/**
 * Cancels a payment in any state: an unpaid one can never be paid afterwards, and a paid one is fully refunded by AMS
 * and stays cancelled. So there is no moment at which a payment could slip through.
 */
export async function cancelPayment(alipay: Alipay, attempt: AttemptRef): Promise<OperationOutcome> {
  const code = await cancel(alipay, attempt)
  if (typeof code !== 'string') return code
  if (code !== 'ORDER_NOT_EXIST') return notCancelled(alipay, attempt, code)
  const expiresAt = attempt.refs['expires_at']
  // A request of ours that is still on its way says itself that it is too late.
  if (expiresAt !== undefined && isExpired(expiresAt, alipay.clock.now())) return { kind: 'done' }
  const occupied = await occupy(alipay, attempt)
  if (occupied !== undefined) return occupied
  const again = await cancel(alipay, attempt)
  return typeof again === 'string' ? { kind: 'unknown', reason: `cancel ${again}` } : again
}

/** Returns the result, or the code of a refusal. */
async function cancel(
  { ams }: Alipay,
  { providerOrderRef }: AttemptRef,
): Promise<Extract<OperationOutcome, { readonly kind: 'done' | 'failed' | 'unknown' }> | string> {
  const reply = await ams.call('cancel', { paymentRequestId: providerOrderRef }, cancelAnswer)
  if (reply.kind === 'not_sent') return { kind: 'failed', error: NOT_REACHED }
  if (reply.kind === 'unknown') return { kind: 'unknown', reason: reply.reason }
  const { resultStatus, resultCode } = reply.answer.result
  switch (resultStatus) {
    case 'S':
      return { kind: 'done' }
    case 'U':
      return { kind: 'unknown', reason: `cancel U ${resultCode}` }
    case 'F':
      return resultCode
  }
}

/**
 * AMS has no payment under our reference, but our own lost request may still arrive. So a payment whose page nobody
 * gets uses the reference up. Undefined once it is there.
 */
async function occupy({ ams, clock }: Alipay, attempt: AttemptRef): Promise<OperationOutcome | undefined> {
  const soon = expiryOf({ secondsLeft: OCCUPY_SECONDS }, clock.now()) ?? ''
  const nowhere = { returnUrl: 'https://www.alipay.com/', notifyUrl: 'https://www.alipay.com/' }
  const request = payRequestOf(attempt, attempt.refs['expires_at'] ?? soon, nowhere)
  const reply = await ams.call('pay', request, payAnswer)
  switch (reply.kind) {
    case 'answered':
      return undefined
    case 'not_sent':
      return { kind: 'failed', error: NOT_REACHED }
    case 'unknown':
      return { kind: 'unknown', reason: reply.reason }
  }
}

/** AMS refused, for example after the day on which a payment may be cancelled: its present state decides. */
async function notCancelled(alipay: Alipay, attempt: AttemptRef, code: string): Promise<OperationOutcome> {
  const outcome = await inquirePayment(alipay, attempt)
  switch (outcome.kind) {
    case 'captured':
    case 'mismatch':
      return { kind: 'already', state: 'captured' }
    case 'voided':
    // A payment that failed has ended: AMS executes a reference once.
    case 'failed':
      return { kind: 'already', state: 'voided' }
    case 'unknown':
      return { kind: 'unknown', reason: outcome.reason }
    case 'not_found':
    case 'action_required':
    case 'pending':
    case 'ready':
    case 'authorized':
      return { kind: 'failed', error: amsErrorOf(code) }
  }
}
