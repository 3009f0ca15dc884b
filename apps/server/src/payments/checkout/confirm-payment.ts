import type { PaymentMethod } from '@kippu/domain/payment-method'

import { type Decision, takeStep } from '../../platform/db/take-step.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { type Attempt, isWithVisitor } from '../attempts/attempt.ts'
import { claimDue, findAttemptByMd } from '../attempts/attempt-queries.ts'
import { type FoundPayment, paymentByName } from '../attempts/find-attempts.ts'
import { hashOfName, isReference, type PaymentName } from '../attempts/payment-name.ts'
import { providerOf } from '../saga/call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { finishPayment } from '../saga/finish-payment.ts'
import { type PaymentStep, writePaymentStep } from '../saga/write-step.ts'
import { hasMovedOn } from '../../tickets/moved-on.ts'
import { answerElsewhere, answerTaken, type ReturnAnswer } from './payment-answer.ts'
import { paymentAndOrder } from './payment-and-order.ts'
import { refsOfReturn, type Returned, storableReturn } from '../attempts/returned.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'

export interface ConfirmPayment {
  readonly siteKey: string
  /** Its number; or its reference, which is answered without any token. */
  readonly name: PaymentName
  readonly method: PaymentMethod
  /** Fields of the provider's return, and `status` of the callback route. */
  readonly details: Readonly<Record<string, string>> | undefined
}

/** Goes on with a payment after the visitor came back, and answers with what became of it; as often as asked. */
export async function confirmPayment(
  deps: PaymentDeps,
  { siteKey, name, method, details }: ConfirmPayment,
): Promise<ReturnAnswer> {
  if (hashOfName(name) === undefined) return refuse('record not found')
  const step = { read: paymentByName, write: writePaymentStep }
  const confirmed = await takeStep(deps.db, step, { siteKey, name }, found =>
    // A browser that has the reference alone was not the one that began: what it brought back is stored by the return address.
    decideConfirmation(found, method, attempt =>
      isReference(name) ? undefined : details && readDetails(deps, attempt, details),
    ),
  )
  return isRefusal(confirmed) ? confirmed : goOn(deps, confirmed, name)
}

type Confirmed = Attempt | Refusal<'record not found' | 'invalid payment status'>

/**
 * The effect of the page's return on the payment: its details are kept only while the visitor has something to do,
 * because the visitor's word changes nothing about a call that is on its way.
 *
 * @param read reads the details, if the page sent any.
 */
export function decideConfirmation(
  found: Pick<FoundPayment, 'attempt'> | undefined,
  method: PaymentMethod,
  read: (attempt: Attempt) => Returned | undefined,
): Decision<PaymentStep, Attempt, Confirmed> {
  if (found === undefined) return { answer: refuse('record not found') }
  const { attempt } = found
  if (attempt.method !== method) return { answer: refuse('invalid payment status', { canRetry: false }) }
  const returned = isWithVisitor(attempt) ? read(attempt) : undefined
  if (returned === undefined) return { answer: attempt }
  const change = { refs: refsOfReturn(returned), checkInSeconds: LEASE_SECONDS }
  return { change: { previous: attempt, change }, answerOf: kept => kept }
}

function readDetails(
  deps: PaymentDeps,
  attempt: Attempt,
  details: Readonly<Record<string, string>>,
): Returned {
  const read = storableReturn(providerOf(deps, attempt).readReturn(new URLSearchParams(details)))
  return details['status'] === 'cancel' ? { ...read, hint: 'cancel' } : read
}

/** As {@link confirmPayment}, for a payment of GMO that comes back from 3-D Secure. */
export async function executeGmoPayment(
  deps: PaymentDeps,
  { siteKey, md }: { readonly siteKey: string; readonly md: string },
): Promise<ReturnAnswer> {
  const attempt = isReference(md)
    ? (await deps.db.find(paymentByName, { siteKey, name: md }))?.attempt
    : await deps.db.read(tx => findAttemptByMd(tx, { siteKey, md }))
  return attempt === undefined
    ? refuse('invalid payment status', { canRetry: false })
    : goOn(deps, attempt, md)
}

/** @param name what the visitor named the payment by: its number, the MD of its bank, or its reference. */
async function goOn(deps: PaymentDeps, attempt: Attempt, name: PaymentName): Promise<ReturnAnswer> {
  const ours = await takeForVisitor(deps, attempt)
  const taken = ours && (await finishPayment(deps, ours))
  const answer = await answerTaken(deps, attempt.id, taken)
  return isReference(name) || (await isLeftBehind(deps, attempt)) ? answerElsewhere(attempt, answer) : answer
}

/** Whether the visit that a change of time was paid for has been moved by another change since: see {@link hasMovedOn}. */
async function isLeftBehind({ db }: PaymentDeps, { id, orderKind }: Attempt): Promise<boolean> {
  if (orderKind !== 'time_change') return false
  const { order, reservation } = await db.find(paymentAndOrder, id)
  return reservation !== null && hasMovedOn(reservation, order)
}

/** The visitor's return is a reason to go on now; everything else waits until it is due, or is somebody's work. */
async function takeForVisitor({ db }: PaymentDeps, attempt: Attempt): Promise<Attempt | undefined> {
  if (isWithVisitor(attempt)) return attempt
  return attempt.isDue ? db.transaction(tx => claimDue(tx, attempt.id)) : undefined
}
