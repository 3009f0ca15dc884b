import type { AttemptRef, OperationOutcome, Refund } from '../../port/port.ts'
import type { AdyenClient, AdyenCall, CallResult, AdyenApis, CallOptions } from './adyen-client.ts'
import { isCharged, isFactOf, KNOWN, pspOf, readEnd, refundFact, wronglyTaken } from './facts.ts'
import { type OperationName, operationReference, refundName } from './references.ts'

/**
 * Capture, cancellation and refund. Adyen only confirms that it has received a request; the result comes in a webhook
 * event. So each operation is sent once, and is `accepted` until its fact has arrived.
 */

/**
 * For how many seconds after its deadline we wait for a payment that nobody has authorised, when Adyen does not report
 * its end. If it is paid even later, the webhook event says so and the money is refunded.
 */
const LONGEST_OFFER_SECONDS = 900

/** Captures the authorised amount. Wallets are already captured. */
export async function capture(client: AdyenClient, attempt: AttemptRef): Promise<OperationOutcome> {
  const { refs, amount } = attempt
  if (KNOWN.captureFailed in refs) return refused(KNOWN.captureFailed, refs[KNOWN.captureFailed])
  const captured = refs[KNOWN.captured]
  if (captured !== undefined)
    return isFactOf(captured, amount) ? { kind: 'done' } : { kind: 'unknown', reason: `captured ${captured}` }
  if (readEnd(attempt)?.kind === 'voided') return { kind: 'already', state: 'voided' }
  if (isCharged(attempt)) return { kind: 'already', state: 'captured' }
  const request = { ...requestOf(client, attempt, 'capture'), amount: wireAmount(amount) }
  return modify(client, attempt, {
    operation: 'capture',
    call: 'captures',
    send: (psp, { modifications }, options) => modifications.captureAuthorisedPayment(psp, request, options),
  })
}

/** Fences the payment: an authorised payment is cancelled by its PSP reference, an unknown one by our own reference. */
export function cancelAuthorization(client: AdyenClient, attempt: AttemptRef): Promise<OperationOutcome> {
  const end = readEnd(attempt)
  switch (end?.kind) {
    case 'voided':
      return Promise.resolve({ kind: 'already', state: 'voided' })
    case 'captured':
      return Promise.resolve({ kind: 'already', state: 'captured' })
    case 'failed':
      return Promise.resolve({ kind: 'done' })
    case 'authorized':
    case 'mismatch':
      return cancelAuthorised(client, attempt)
    case 'action_required':
    case 'ready':
    case 'pending':
    case 'unknown':
    case undefined:
      return fence(client, attempt)
  }
}

async function cancelAuthorised(client: AdyenClient, attempt: AttemptRef): Promise<OperationOutcome> {
  if (isCharged(attempt) || KNOWN.captured in attempt.refs) return { kind: 'already', state: 'captured' }
  // The authorisation was reported while it is already being cancelled: a second cancellation would only fail.
  if (numberOf('fence') in attempt.refs && !(KNOWN.fenceFailed in attempt.refs)) return { kind: 'accepted' }
  if (KNOWN.cancelFailed in attempt.refs) return refused(KNOWN.cancelFailed, attempt.refs[KNOWN.cancelFailed])
  const request = requestOf(client, attempt, 'cancel')
  return modify(client, attempt, {
    operation: 'cancel',
    call: 'cancels',
    send: (psp, { modifications }, options) =>
      modifications.cancelAuthorisedPaymentByPspReference(psp, request, options),
  })
}

/** Also covers a request of ours whose answer was lost, and a payment that the visitor has left. */
async function fence(client: AdyenClient, attempt: AttemptRef): Promise<OperationOutcome> {
  const isLongOver = attempt.secondsLeft < -LONGEST_OFFER_SECONDS
  if (KNOWN.fenceFailed in attempt.refs) {
    // There was nothing to cancel. Only a request of ours charges a card, and none follows.
    if (!isCharged(attempt) || isLongOver) return { kind: 'done' }
    return { kind: 'unknown', reason: 'the visitor may still pay', isOpen: true }
  }
  const request = { ...requestOf(client, attempt, 'fence'), paymentReference: attempt.providerOrderRef }
  const sent = await once(client, attempt, {
    operation: 'fence',
    call: 'cancels',
    send: ({ modifications }, options) => modifications.cancelAuthorisedPayment(request, options),
  })
  return sent.kind === 'accepted' && isLongOver ? { kind: 'done' } : sent
}

/** Refunds money. Webhook events of other refunds of the same payment do not count for this one. */
export async function refund(
  client: AdyenClient,
  attempt: AttemptRef,
  { key, amount: asked, refundedBefore, retries = 0 }: Refund,
): Promise<OperationOutcome> {
  // A full refund returns all that was taken, even if that is another amount.
  const isWhole = refundedBefore === 0 && asked.minor === attempt.amount.minor
  const amount = (isWhole ? wronglyTaken(attempt) : undefined) ?? asked
  const tries = Array.from({ length: retries + 1 }, (_, index) =>
    refundName(index === 0 ? key : `${key}-${index}`),
  )
  const operation = tries.at(-1) ?? refundName(key)
  const namesOf = (name: OperationName): readonly string[] => [name, attempt.refs[numberOf(name)] ?? name]
  const failure = namesOf(operation)
    .map(of => attempt.refs[refundFact('failed', of)])
    .find(isSet)
  if (failure !== undefined) return refused('refund_failed', failure)
  const done = tries
    .flatMap(name => namesOf(name))
    .map(of => attempt.refs[refundFact('done', of)])
    .find(isSet)
  if (done !== undefined)
    return isFactOf(done, amount) ? { kind: 'done' } : { kind: 'unknown', reason: `refunded ${done}` }
  const request = { ...requestOf(client, attempt, operation), amount: wireAmount(amount) }
  return modify(client, attempt, {
    operation,
    call: 'refunds',
    send: (psp, { modifications }, options) => modifications.refundCapturedPayment(psp, request, options),
  })
}

interface SentOperation {
  readonly operation: OperationName
  readonly call: AdyenCall
  readonly send: (apis: AdyenApis, options: CallOptions) => Promise<{ pspReference: string }>
}

interface Modification extends Omit<SentOperation, 'send'> {
  readonly send: (psp: string, apis: AdyenApis, options: CallOptions) => Promise<{ pspReference: string }>
}

/** An operation on a payment that Adyen has authorised. */
function modify(
  client: AdyenClient,
  attempt: AttemptRef,
  { send, ...rest }: Modification,
): Promise<OperationOutcome> {
  const psp = pspOf(attempt)
  if (psp === undefined)
    return Promise.resolve({ kind: 'unknown', reason: 'number of the payment not known yet' })
  return once(client, attempt, { ...rest, send: (apis, options) => send(psp, apis, options) })
}

/** Sends the operation unless Adyen has said before that it received it. */
async function once(
  client: AdyenClient,
  attempt: AttemptRef,
  { operation, call, send }: SentOperation,
): Promise<OperationOutcome> {
  const number = numberOf(operation)
  if (number in attempt.refs) return { kind: 'accepted' }
  const asked: CallResult<{ pspReference: string }> = await client.ask(
    call,
    `${attempt.attemptId}:${operation}`,
    send,
  )
  if ('failure' in asked) return asked.failure
  return { kind: 'accepted', refs: { [number]: asked.value.pspReference } }
}

/** The name under which Adyen's reference of an operation is kept. */
function numberOf(operation: OperationName): string {
  return `psp_${operation}`
}

function requestOf({ merchantAccount }: AdyenClient, attempt: AttemptRef, operation: OperationName) {
  return { merchantAccount, reference: operationReference(attempt, operation) }
}

function wireAmount({ minor, currency }: AttemptRef['amount']) {
  return { value: minor, currency }
}

function refused(what: string, fact: string | undefined): OperationOutcome {
  return {
    kind: 'failed',
    error: { codes: [what, ...(fact?.split(' ').slice(0, 1) ?? [])], class: 'other', retryable: false },
  }
}

function isSet(text: string | undefined): text is string {
  return text !== undefined
}
