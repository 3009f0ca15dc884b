import type { PaymentMethod } from '@kippu/contract/payment-method'

import { refuse } from '../http/refusal.ts'
import { isTokenOf } from '../tokens.ts'
import type { Attempt } from './attempt.ts'
import { claimDue, findAttemptByNumber } from './attempt-queries.ts'
import type { PaymentDeps } from './call-provider.ts'
import { finishPayment } from './finish-payment.ts'
import { answerPayment, awaitAnswer, type PaymentAnswer } from './payment-answer.ts'
import { LEASE_SECONDS } from './timing.ts'

export interface ConfirmPayment {
  readonly siteKey: string
  readonly paymentNumber: string
  readonly method: PaymentMethod
}

/** Goes on with a payment after the visitor came back, and answers with what became of it; as often as asked (S-1.14). */
export async function confirmPayment(
  deps: PaymentDeps,
  { siteKey, paymentNumber, method }: ConfirmPayment,
): Promise<PaymentAnswer> {
  if (!isTokenOf('payment', paymentNumber)) return refuse('record not found')
  const attempt = await deps.db.read(tx => findAttemptByNumber(tx, { siteKey, paymentNumber }))
  if (attempt === undefined) return refuse('record not found')
  if (attempt.method !== method) return refuse('invalid payment status', { canRetry: false })
  const ours = await takeForVisitor(deps, attempt)
  const isAtRest = ours !== undefined && (await finishPayment(deps, ours))
  return isAtRest ? answerPayment(deps, attempt.id) : awaitAnswer(deps, attempt.id)
}

/** The visitor's return is a reason to go on now; everything else waits until it is due, or is somebody's work. */
async function takeForVisitor({ db }: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  if (attempt.state === 'action_required' && attempt.operation === null) return attempt
  return attempt.isDue ? db.transaction(tx => claimDue(tx, attempt.id, LEASE_SECONDS)) : undefined
}
