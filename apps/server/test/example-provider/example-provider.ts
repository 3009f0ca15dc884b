import { jstIso } from '@kippu/domain/jst-date'

import type {
  AdapterParts,
  AttemptRef,
  LeftOutcome,
  OperationOutcome,
  PaymentOutcome,
  PaymentProvider,
  ProviderError,
  QueryOutcome,
  Refund,
  StartParts,
} from '../../src/payments/port/port.ts'
import type { ExampleAccount } from './example-account.ts'
import { createExampleClient, type ExampleCall, type ExamplePayment } from './example-client.ts'
import { readExampleWebhook } from './example-webhook.ts'

/** Example Pay closes its page this long before our deadline, so that no payment arrives after it. */
const MARGIN_SECONDS = 120

/**
 * Example Pay: the visitor leaves for its page, authorises there and comes back; we capture and refund. It executes a
 * reference once, so every call may be repeated.
 * @param place its id and methods in the contract.
 */
export function createExampleProvider(
  account: ExampleAccount,
  { clock }: Pick<AdapterParts, 'clock'>,
  place: Pick<PaymentProvider, 'id' | 'methods'>,
): PaymentProvider {
  const call = createExampleClient(account)
  return {
    ...place,
    account: account.merchant,
    leastAmount: 1,
    // `void` fences even a reference that Example Pay has never received.
    lateSeconds: 0,
    browserSide: () => ({ scripts: [], styles: [], config: {}, isTest: false, hosts: [], formHosts: [] }),
    start: (attempt, parts) => start(call, attempt, { ...parts, nowMs: clock.now() }),
    // Nothing is left to execute after the visitor's step, so resuming is a query.
    resume: async attempt => {
      const outcome = await query(call, attempt)
      return outcome.kind === 'not_found' ? { kind: 'unknown', refs: {}, reason: 'not found' } : outcome
    },
    capture: attempt => operate(call, attempt, 'capture'),
    cancelAuthorization: attempt => operate(call, attempt, 'void'),
    refund: (attempt, refund) => refundPayment(call, attempt, refund),
    query: attempt => query(call, attempt),
    left: attempt => left(call, attempt),
    // The return has no fields; its address tells success from cancel.
    readReturn: () => ({ kept: {}, hint: 'success' }),
    parseNotification: raw => readExampleWebhook(raw, account.key),
  }
}

async function start(
  call: ExampleCall,
  attempt: AttemptRef,
  { returnUrl, notifyUrl, keep, nowMs }: StartParts & { readonly nowMs: number },
): Promise<PaymentOutcome> {
  const expiresAt =
    attempt.refs['expires_at'] ?? jstIso(nowMs + (Math.floor(attempt.secondsLeft) - MARGIN_SECONDS) * 1000)
  // Committed before the call, so that a repeat after a crash is the same request.
  if (attempt.refs['expires_at'] === undefined) await keep({ expires_at: expiresAt })
  const { providerOrderRef: reference, amount } = attempt
  const reply = await call('/payments', {
    reference,
    amount: amount.minor,
    currency: amount.currency,
    expiresAt,
    returnUrl,
    notifyUrl,
  })
  switch (reply.kind) {
    case 'payment':
      return readPayment(attempt, reply.payment)
    case 'lost':
      return { kind: 'unknown', refs: {}, reason: reply.reason }
    case 'not_sent':
      return { kind: 'failed', refs: {}, error: errorOf('not_reached', 'provider_busy') }
    case 'refused':
      // Without refs: this request was not accepted, which says nothing about an earlier one.
      return { kind: 'failed', refs: {}, error: errorOf(reply.code, 'configuration') }
  }
}

async function query(call: ExampleCall, attempt: AttemptRef): Promise<QueryOutcome> {
  const reply = await call(`/payments/${attempt.providerOrderRef}`)
  if (reply.kind === 'payment') return readPayment(attempt, reply.payment)
  if (reply.kind === 'refused' && reply.code === 'unknown_reference') return { kind: 'not_found' }
  return { kind: 'unknown', refs: {}, reason: reply.kind === 'refused' ? reply.code : reply.reason }
}

/** What is left after refunds, ours and those of Example Pay's console. */
async function left(call: ExampleCall, attempt: AttemptRef): Promise<LeftOutcome> {
  const reply = await call(`/payments/${attempt.providerOrderRef}`)
  if (reply.kind === 'payment') return { kind: 'left', yen: reply.payment.amount - reply.payment.refunded }
  return { kind: 'unknown', reason: reply.kind === 'refused' ? reply.code : reply.reason }
}

/** Reads Example Pay's report for the attempt. Every success is compared with our request. */
function readPayment(attempt: AttemptRef, payment: ExamplePayment): PaymentOutcome {
  const { reference, amount, currency, state, page } = payment
  // Kept with the attempt; for staff, who see it in `kippu attempt`.
  const refs = { example_state: state }
  if (reference !== attempt.providerOrderRef)
    return { kind: 'unknown', refs: {}, reason: 'answer about another payment' }
  if (amount !== attempt.amount.minor || currency !== attempt.amount.currency)
    return { kind: 'mismatch', refs, reason: `${amount} ${currency}` }
  switch (state) {
    case 'open':
      return { kind: 'action_required', refs, step: { kind: 'redirect', url: page }, threeDSecure: false }
    case 'authorized':
    case 'captured':
    case 'voided':
      return { kind: state, refs }
    case 'declined':
    case 'cancelled':
      // With refs: the payment has failed, and will never be charged.
      return { kind: 'failed', refs, error: errorOf(state, state) }
  }
}

/** Captures or voids. Both may be repeated: an operation that was done before is answered like the first one. */
async function operate(
  call: ExampleCall,
  attempt: AttemptRef,
  operation: 'capture' | 'void',
): Promise<OperationOutcome> {
  const reply = await call(`/payments/${attempt.providerOrderRef}/${operation}`, {
    amount: attempt.amount.minor,
  })
  if (reply.kind === 'refused') return { kind: 'failed', error: errorOf(reply.code, 'other') }
  if (reply.kind !== 'payment') return { kind: 'unknown', reason: reply.reason }
  const { state } = reply.payment
  if (state === (operation === 'capture' ? 'captured' : 'voided')) return { kind: 'done' }
  if (state === 'captured' || state === 'voided') return { kind: 'already', state }
  // A declined or cancelled payment can never be charged, so it needs no fence.
  if (operation === 'void' && (state === 'declined' || state === 'cancelled')) return { kind: 'done' }
  return { kind: 'unknown', reason: `${operation} left it ${state}` }
}

/** Example Pay executes a key once and remembers no refusal, so the refund's own key is enough. */
async function refundPayment(
  call: ExampleCall,
  attempt: AttemptRef,
  { key, amount, refundedBefore }: Refund,
): Promise<OperationOutcome> {
  const reply = await call(`/payments/${attempt.providerOrderRef}/refund`, { key, amount: amount.minor })
  if (reply.kind === 'refused') return { kind: 'failed', error: errorOf(reply.code, 'other') }
  if (reply.kind !== 'payment') return { kind: 'unknown', reason: reply.reason }
  const { refunded } = reply.payment
  return refunded === refundedBefore + amount.minor
    ? { kind: 'done' }
    : { kind: 'unknown', reason: `${refunded} yen are refunded`, needsPerson: true }
}

function errorOf(code: string, errorClass: ProviderError['class']): ProviderError {
  return { codes: [code], class: errorClass, retryable: errorClass !== 'configuration' }
}
