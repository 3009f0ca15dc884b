import Stripe from 'stripe'

import type { ProviderError, ProviderErrorClass } from '../../port/port.ts'

/** The meaning of an error that the SDK threw: a refusal, or an unknown result. */
export type StripeFailure =
  | { readonly kind: 'failed'; readonly error: ProviderError }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Refusals after which another try with the same or another card is pointless or unwanted. */
const FRAUD_CODES = new Set([
  'fraudulent',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'security_violation',
  'stolen_card',
])

const CLASS_OF_CODE: Readonly<Record<string, ProviderErrorClass>> = {
  processing_error: 'provider_busy',
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  expired_card: 'invalid_input',
  incorrect_cvc: 'invalid_input',
  incorrect_number: 'invalid_input',
  invalid_cvc: 'invalid_input',
  resource_missing: 'invalid_input',
  amount_too_small: 'limit',
  amount_too_large: 'limit',
  payment_intent_payment_attempt_expired: 'expired',
}

const NOT_RETRYABLE: ReadonlySet<ProviderErrorClass> = new Set(['limit', 'configuration', 'other'])

/**
 * Reads an error that a call threw. Only an answer of Stripe's counts as a failure. After a broken or refused
 * connection (the SDK repeats one by itself, and reports the second), a timeout, a 5xx or a key that is still in use it
 * is unknown whether the request was executed.
 */
export function readStripeError(error: unknown): StripeFailure {
  if (!(error instanceof Stripe.errors.StripeError)) return { kind: 'unknown', reason: String(error) }
  if (error instanceof Stripe.errors.StripeCardError) return failed(cardErrorOf(error))
  if (error instanceof Stripe.errors.StripeRateLimitError) return failed(errorOf('provider_busy', error))
  if (isKeptOut(error)) return failed(errorOf('configuration', error))
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409)
    return failed(errorOf(CLASS_OF_CODE[error.code ?? ''] ?? 'configuration', error))
  return { kind: 'unknown', reason: [error.type, error.code, error.statusCode].filter(Boolean).join(' ') }
}

/** The API key is rejected, or lacks the permission. */
export function isKeptOut(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  )
}

/** The error of a payment that Stripe keeps with the intent. */
export function readPaymentError(error: Stripe.PaymentIntent.LastPaymentError | null): ProviderError {
  if (error === null) return { codes: ['no_payment_method'], class: 'other', retryable: true }
  return error.type === 'card_error'
    ? cardErrorOf(error)
    : errorOf(CLASS_OF_CODE[error.code ?? ''] ?? 'other', error)
}

interface ErrorCodes {
  readonly code?: string
  readonly decline_code?: string
}

function cardErrorOf(error: ErrorCodes): ProviderError {
  const read = errorOf(CLASS_OF_CODE[error.code ?? ''] ?? 'declined', error)
  return FRAUD_CODES.has(error.decline_code ?? '') ? { ...read, retryable: false } : read
}

function errorOf(errorClass: ProviderErrorClass, { code, decline_code }: ErrorCodes): ProviderError {
  const codes = [code, decline_code].filter(text => text !== undefined)
  return { codes, class: errorClass, retryable: !NOT_RETRYABLE.has(errorClass) }
}

function failed(error: ProviderError): StripeFailure {
  return { kind: 'failed', error }
}
