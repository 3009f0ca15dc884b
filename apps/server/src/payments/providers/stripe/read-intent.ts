import type Stripe from 'stripe'

import type { AttemptRef, PaymentOutcome, ProviderRefs } from '../../port/port.ts'
import { readPaymentError } from './stripe-errors.ts'

/** Reads an intent for its attempt. A success with another amount, currency or attempt is not a success. */
export function readIntent(intent: Stripe.PaymentIntent, attempt: AttemptRef): PaymentOutcome {
  const refs = { intent: intent.id }
  if (intent.metadata['attempt_id'] !== attempt.attemptId)
    return { kind: 'unknown', refs: {}, reason: `intent ${intent.id} belongs to another attempt` }
  switch (intent.status) {
    case 'requires_payment_method':
      return { kind: 'failed', refs, error: readPaymentError(intent.last_payment_error) }
    case 'requires_confirmation':
      return { kind: 'ready', refs }
    case 'requires_action':
      return readNextAction(intent, refs)
    case 'processing':
      return { kind: 'pending', refs }
    case 'requires_capture':
      return ifEqual(intent, { attempt, minor: intent.amount_capturable, kind: 'authorized' })
    case 'succeeded':
      return ifEqual(intent, { attempt, minor: intent.amount_received, kind: 'captured' })
    case 'canceled':
      return { kind: 'voided', refs }
    default:
      return { kind: 'unknown', refs, reason: `status ${intent.status}` }
  }
}

interface ExpectedSuccess {
  readonly attempt: AttemptRef
  readonly minor: number
  readonly kind: 'authorized' | 'captured'
}

function ifEqual(intent: Stripe.PaymentIntent, { attempt, minor, kind }: ExpectedSuccess): PaymentOutcome {
  const refs = { intent: intent.id }
  const currency = intent.currency.toUpperCase()
  if (minor === attempt.amount.minor && currency === attempt.amount.currency) return { kind, refs }
  const reason = `${kind} ${minor} ${currency} instead of ${attempt.amount.minor} ${attempt.amount.currency}`
  return { kind: 'mismatch', refs, reason }
}

function readNextAction({ next_action }: Stripe.PaymentIntent, refs: ProviderRefs): PaymentOutcome {
  const url = next_action?.redirect_to_url?.url
  if (url === undefined || url === null)
    return { kind: 'unknown', refs, reason: `next action ${next_action?.type ?? 'missing'}` }
  return { kind: 'action_required', refs, step: { kind: 'redirect', url }, threeDSecure: true }
}
