import type { PaymentMethod } from '@kippu/domain/payment-method'

import { refuse } from '../../http/refusal.ts'
import { isTokenOf } from '../../tokens.ts'
import { type Attempt, isWithVisitor } from '../attempts/attempt.ts'
import {
  claimDue,
  findAttemptByMd,
  findAttemptByNumber,
  lockAttempt,
  readAttempt,
} from '../attempts/attempt-queries.ts'
import { providerOf } from '../saga/call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { finishPayment } from '../saga/finish-payment.ts'
import { answerPayment, awaitAnswer, type PaymentAnswer } from './payment-answer.ts'
import { keepReturn, type Returned } from '../attempts/returned.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'

export interface ConfirmPayment {
  readonly siteKey: string
  readonly paymentNumber: string
  readonly method: PaymentMethod
  /** Fields of the provider's return, and `status` of the callback route. */
  readonly details: Readonly<Record<string, string>> | undefined
}

/** Goes on with a payment after the visitor came back, and answers with what became of it; as often as asked (S-1.14). */
export async function confirmPayment(
  deps: PaymentDeps,
  { siteKey, paymentNumber, method, details }: ConfirmPayment,
): Promise<PaymentAnswer> {
  if (!isTokenOf('payment', paymentNumber)) return refuse('record not found')
  const found = await deps.db.read(tx => findAttemptByNumber(tx, { siteKey, paymentNumber }))
  if (found === undefined) return refuse('record not found')
  if (found.method !== method) return refuse('invalid payment status', { canRetry: false })
  return goOn(deps, details === undefined ? found : await keepDetails(deps, found, details))
}

/** As {@link confirmPayment}, for a payment of GMO that comes back from 3-D Secure. */
export async function executeGmoPayment(
  deps: PaymentDeps,
  { siteKey, md }: { readonly siteKey: string; readonly md: string },
): Promise<PaymentAnswer> {
  const attempt = await deps.db.read(tx => findAttemptByMd(tx, { siteKey, md }))
  return attempt === undefined ? refuse('invalid payment status', { canRetry: false }) : goOn(deps, attempt)
}

async function keepDetails(
  deps: PaymentDeps,
  attempt: Attempt,
  details: Readonly<Record<string, string>>,
): Promise<Attempt> {
  const read = providerOf(deps, attempt).readReturn(new URLSearchParams(details))
  const returned: Returned = details['status'] === 'cancel' ? { ...read, hint: 'cancel' } : read
  return deps.db.transaction(async tx => {
    const now = await lockAttempt(tx, attempt.id)
    // While a call is on its way the visitor's word changes nothing about it.
    if (now?.state !== 'action_required' || now.operation !== null) return now ?? attempt
    await keepReturn(tx, attempt.id, returned)
    return readAttempt(tx, attempt.id)
  })
}

async function goOn(deps: PaymentDeps, attempt: Attempt): Promise<PaymentAnswer> {
  const ours = await takeForVisitor(deps, attempt)
  const isAtRest = ours !== undefined && (await finishPayment(deps, ours))
  return isAtRest ? answerPayment(deps, attempt.id) : awaitAnswer(deps, attempt.id)
}

/** The visitor's return is a reason to go on now; everything else waits until it is due, or is somebody's work. */
async function takeForVisitor({ db }: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  if (isWithVisitor(attempt)) return attempt
  return attempt.isDue ? db.transaction(tx => claimDue(tx, attempt.id, LEASE_SECONDS)) : undefined
}
