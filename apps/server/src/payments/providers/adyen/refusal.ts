import type { ProviderError, ProviderErrorClass } from '../../port/port.ts'

/**
 * Adyen's refusal reasons, by code and by the text that webhook events use
 * (docs.adyen.com/development-resources/refusal-reasons). Unlisted reasons are `declined`.
 */
const REASONS = [
  ['4', 'acquirer error', 'provider_busy'],
  ['5', 'blocked card', 'declined'],
  ['6', 'expired card', 'invalid_input'],
  ['7', 'invalid amount', 'limit'],
  ['8', 'invalid card number', 'invalid_input'],
  ['9', 'issuer unavailable', 'provider_busy'],
  ['11', '3d not authenticated', 'authentication_failed'],
  ['14', 'acquirer fraud', 'declined'],
  ['15', 'cancelled', 'cancelled'],
  ['16', 'shopper cancelled', 'cancelled'],
  ['20', 'fraud', 'declined'],
  ['22', 'fraud-cancelled', 'declined'],
  ['24', 'cvc declined', 'invalid_input'],
  ['28', 'withdrawal amount exceeded', 'limit'],
  ['29', 'withdrawal count exceeded', 'limit'],
  ['31', 'issuer suspected fraud', 'declined'],
  ['38', 'authentication required', 'authentication_failed'],
  ['39', 'rreq not received from ds', 'authentication_failed'],
  ['42', '3ds authentication error', 'authentication_failed'],
] as const satisfies ReadonlyArray<readonly [code: string, words: string, means: ProviderErrorClass]>

/** Refusals after which another try is unwanted. */
const FRAUD = new Set(['5', '14', '20', '22', '31'])

/** The visitor may try again after every refusal except fraud. */
export function refusalOf(resultCode: string, reasonCode = ''): ProviderError {
  return {
    codes: reasonCode === '' ? [resultCode] : [resultCode, reasonCode],
    class: REASONS.find(([code]) => code === reasonCode)?.[2] ?? CLASS_OF_RESULT[resultCode] ?? 'declined',
    retryable: !FRAUD.has(reasonCode),
  }
}

const CLASS_OF_RESULT: Readonly<Record<string, ProviderErrorClass>> = {
  Cancelled: 'cancelled',
  Error: 'provider_busy',
}

/** The code that belongs to the text in a webhook event's `reason`; '' for a text that is not in Adyen's list. */
export function reasonCodeOf(words: string): string {
  return REASONS.find(([, known]) => known === words.trim().toLowerCase())?.[0] ?? ''
}
