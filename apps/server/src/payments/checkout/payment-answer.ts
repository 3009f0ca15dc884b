import { setTimeout as delay } from 'node:timers/promises'

import type { RefusalOf } from '@kippu/contract/call'
import type { confirmCheckout, PaymentResult, ReturnResult } from '@kippu/contract/payments'

import { methodAsAsked } from '@kippu/domain/payment-method'

import { isRefusal, refuse, type Refusal, type RefusalDetails } from '../../platform/http/refusal.ts'
import type { OrderRecord } from '../../orders/life/find-order.ts'
import { reservationToken } from '../../tickets/reservation-token.ts'
import type { Tokens } from '../../platform/tokens.ts'
import { type Attempt, isWithVisitor, placeOf, type ToldReservation, UNPROVED } from '../attempts/attempt.ts'
import { referenceOf } from '../attempts/payment-name.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import type { BrowserStep } from '../port/port.ts'
import { type PaymentAndOrder, paymentAndOrder, type ReservationOfPayment } from './payment-and-order.ts'

/** The answer to every request about a payment: all of them get the same one. */
export type PaymentAnswer = PaymentResult | Refusal<RefusalOf<typeof confirmCheckout>>

/** As {@link PaymentAnswer}, to a browser that may not be the one that began the payment. */
export type ReturnAnswer = ReturnResult | Refusal<RefusalOf<typeof confirmCheckout>>

/** How long a visitor's request waits for the work of another one, in ms, and how often it looks. */
const PATIENCE_MS = 5_000
const LOOK_EVERY_MS = 100

/** Reads the answer; `checking` while the end is open. */
export async function answerPayment({ db, tokens }: PaymentDeps, attemptId: string): Promise<PaymentAnswer> {
  const found = await db.find(paymentAndOrder, attemptId)
  return found.order.status === 'completed' ? answerCompleted(tokens, found) : answerOpen(tokens, found)
}

/** The answer about a payment that this request has taken as far as it goes, or that somebody else is at work on. */
export async function answerTaken(
  deps: PaymentDeps,
  attemptId: string,
  taken: Attempt | undefined,
): Promise<PaymentAnswer> {
  if (taken === undefined) return awaitAnswer(deps, attemptId)
  const { issued } = taken
  return issued === undefined
    ? answerPayment(deps, attemptId)
    : answerCompleted(deps.tokens, { attempt: taken, reservation: issued, refund: null })
}

/** As {@link answerPayment}, once the request that works on it has ended, or after the longest wait. */
export function awaitAnswer(deps: PaymentDeps, attemptId: string): Promise<PaymentAnswer> {
  const known = WAITING.get(attemptId)
  if (known !== undefined) return known
  const waiting = lookUntilEnd(deps, attemptId).finally(() => WAITING.delete(attemptId))
  WAITING.set(attemptId, waiting)
  return waiting
}

/** All requests that wait for one attempt share one query. */
const WAITING = new Map<string, Promise<PaymentAnswer>>()

async function lookUntilEnd(deps: PaymentDeps, attemptId: string): Promise<PaymentAnswer> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await answerPayment(deps, attemptId)
    if (isRefusal(answer) || answer.result !== 'checking' || performance.now() > end) return answer
    await delay(LOOK_EVERY_MS)
  }
}

/**
 * The answer to a browser that names the payment by its reference, because it is not the one that began it: whether
 * there is something to wait for, and no token, no address of a next step and nothing of the order.
 */
export function answerElsewhere(
  attempt: Pick<Attempt, 'method' | 'orderKind' | 'orderChannel'>,
  answer: PaymentAnswer,
): ReturnAnswer {
  const elsewhere = {
    result: 'elsewhere',
    payment_method_type: methodAsAsked(attempt.method),
    ...placeOf(attempt),
  } as const
  if (isRefusal(answer)) {
    // The order can still be paid, where it was begun.
    const { orderToken, timeChangeToken } = answer.details
    if (orderToken !== undefined || timeChangeToken !== undefined) return { ...elsewhere, state: 'open' }
    return answer
  }
  switch (answer.result) {
    case 'completed':
      return { ...elsewhere, state: 'completed' }
    case 'checking':
      return { ...elsewhere, state: 'checking' }
    case 'redirect':
    case 'form':
    case 'three_ds':
    case 'action':
      return { ...elsewhere, state: 'open' }
  }
}

function answerCompleted(
  tokens: Tokens,
  {
    attempt,
    reservation,
    refund,
  }: Pick<PaymentAndOrder, 'attempt' | 'refund'> & { readonly reservation: ToldReservation | null },
): PaymentAnswer {
  if (reservation === null) throw new Error('a completed order without a reservation')
  if (refund?.state === 'failed') return refuse('critical refund error', { canRetry: false })
  return {
    result: 'completed',
    reservation_token: reservationToken(tokens, reservation),
    reservation_number: reservation.reservationNumber,
    payment_number: tokens.deriveStored('payment', attempt.id, attempt.paymentNumberHash),
    ...placeOf(attempt),
    ...(refund !== null && { refund: { amount: refund.amount, state: refund.state } }),
  }
}

/** The order has run out of time. */
function refuseEnded({ kind }: OrderRecord, details: RefusalDetails = {}): PaymentAnswer {
  return kind === 'time_change' ? refuse('time change expired', details) : refuse('session_timeout', details)
}

function answerOpen(tokens: Tokens, found: PaymentAndOrder): PaymentAnswer {
  const { attempt, order } = found
  const open = {
    payment_number: tokens.deriveStored('payment', attempt.id, attempt.paymentNumberHash),
    payment_reference: referenceOf(attempt.paymentNumberHash),
    payment_method_type: methodAsAsked(attempt.method),
    ...placeOf(attempt),
  }
  switch (attempt.state) {
    case 'action_required':
      if (attempt.step === null || !isWithVisitor(attempt)) break
      return answerStep(attempt.step, open)
    case 'failed':
      return answerFailed(tokens, found)
    case 'expired':
      return refuseEnded(order)
    case 'voided':
    case 'refunded':
      // It had failed, and what came late of it was released: the order goes on.
      if (attempt.failure !== null && order.status === 'ready_checkout') return answerFailed(tokens, found)
      if (attempt.failure?.class === 'amount_mismatch')
        return refuse('invalid payment status', { canRetry: false })
      // Nothing is owed and the order is over: no order token, the buyer may order again.
      return refuse('payment_api_failure', { canRetry: true })
    case 'refund_failed':
      return refuse('critical refund error', { canRetry: false })
    case 'created':
    case 'executing':
    case 'pending':
    case 'authorized':
    case 'captured':
    case 'partially_refunded':
      break
  }
  return { result: 'checking', ...open }
}

/** The part about an open payment in every answer: in another tab it may be by another method than the chosen one. */
type OpenPayment = Pick<
  Exclude<PaymentResult, { result: 'completed' }>,
  'payment_number' | 'payment_reference' | 'payment_method_type' | 'time_change' | 'spot'
>

/** The visitor's next step, in the words of the call. */
function answerStep(step: BrowserStep, open: OpenPayment): PaymentResult {
  switch (step.kind) {
    case 'redirect':
      return { result: 'redirect', ...open, redirect_url: step.url }
    case 'form': {
      const fields = step.fields.map(([name, value]): [string, string] => [name, value])
      const { url: action_url, charset } = step
      return { result: 'form', ...open, action_url, method: 'POST', charset, fields }
    }
    case 'three_ds':
      return { result: 'three_ds', ...open, acs_url: step.url, fields: [], md: step.md }
    case 'qr': {
      const action = { type: 'qr', code: step.code, expires_at: step.expiresAt } as const
      return { result: 'action', ...open, action }
    }
    case 'd_account': {
      const action = { type: 'd_account', authorization_url: step.authorizationUrl } as const
      return { result: 'action', ...open, action }
    }
  }
}

/** The tokens come along while the order can still be paid. */
function answerFailed(tokens: Tokens, { attempt, order, reservation }: PaymentAndOrder): PaymentAnswer {
  const isAlive = order.status === 'ready_checkout' && !order.hasEnded
  // It has ended with its payment: the page that asked makes another one of the same choices.
  const endedWithIt = attempt.refs[UNPROVED] !== undefined
  const details = {
    canRetry: (isAlive || endedWithIt) && (attempt.failure?.retryable ?? false),
    ...(isAlive && tokensOf(tokens, order, reservation)),
  }
  if (attempt.failure?.class === 'amount_mismatch') return refuse('invalid payment status', details)
  return order.hasEnded && !endedWithIt ? refuseEnded(order, details) : refuse('payment_api_failure', details)
}

/** Where the visitor goes on: the order; or the change of time, and the reservation that it is for. */
function tokensOf(
  tokens: Tokens,
  { kind, id, tokenHash }: OrderRecord,
  reservation: ReservationOfPayment | null,
): RefusalDetails {
  if (kind === 'visit') return { orderToken: tokens.deriveStored('order', id, tokenHash) }
  return {
    timeChangeToken: tokens.deriveStored('time_change', id, tokenHash),
    ...(reservation !== null && { reservationToken: reservationToken(tokens, reservation) }),
  }
}
