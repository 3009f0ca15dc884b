import type { ProviderError, ProviderErrorClass } from '../../port/port.ts'

/** The meaning of AMS result codes. An unlisted code is `other`. */
const CLASS_OF_CODE: Readonly<Record<string, ProviderErrorClass>> = {
  FRAUD_REJECT: 'declined',
  PAYMENT_NOT_QUALIFIED: 'declined',
  PROCESS_FAIL: 'declined',
  REGULATION_RESTRICTION: 'declined',
  RISK_REJECT: 'declined',
  USER_BALANCE_NOT_ENOUGH: 'declined',
  USER_KYC_NOT_QUALIFIED: 'declined',
  USER_NOT_EXIST: 'declined',
  USER_STATUS_ABNORMAL: 'declined',
  USER_PAYMENT_VERIFICATION_FAILED: 'authentication_failed',
  ORDER_IS_CANCELED: 'cancelled',
  ORDER_IS_CLOSED: 'expired',
  PAYMENT_AMOUNT_EXCEED_LIMIT: 'limit',
  PAYMENT_COUNT_EXCEED_LIMIT: 'limit',
  REFUND_AMOUNT_EXCEED: 'limit',
  USER_AMOUNT_EXCEED_LIMIT: 'limit',
  REQUEST_TRAFFIC_EXCEED_LIMIT: 'provider_busy',
  ACCESS_DENIED: 'configuration',
  CURRENCY_NOT_SUPPORT: 'configuration',
  INVALID_CLIENT: 'configuration',
  INVALID_CONTRACT: 'configuration',
  INVALID_MERCHANT_STATUS: 'configuration',
  INVALID_SIGNATURE: 'configuration',
  KEY_NOT_FOUND: 'configuration',
  MEDIA_TYPE_NOT_ACCEPTABLE: 'configuration',
  MERCHANT_NOT_REGISTERED: 'configuration',
  METHOD_NOT_SUPPORTED: 'configuration',
  NO_INTERFACE_DEF: 'configuration',
  PARAM_ILLEGAL: 'configuration',
  SETTLE_CONTRACT_NOT_MATCH: 'configuration',
  UNAVAILABLE_PAYMENT_METHOD: 'configuration',
}

const NOT_RETRYABLE_CLASSES: ReadonlySet<ProviderErrorClass> = new Set(['limit', 'configuration', 'other'])

/** Refusals after which another try is pointless or unwanted. */
const NOT_RETRYABLE_CODES = new Set(['FRAUD_REJECT', 'REGULATION_RESTRICTION', 'RISK_REJECT'])

/** Reads a code that came with `F`, or as the reason of a failed payment. */
export function amsErrorOf(code: string): ProviderError {
  const errorClass = CLASS_OF_CODE[code] ?? 'other'
  const retryable = !NOT_RETRYABLE_CLASSES.has(errorClass) && !NOT_RETRYABLE_CODES.has(code)
  return { codes: [code], class: errorClass, retryable }
}

/** No connection could be made. */
export const NOT_REACHED: ProviderError = { codes: ['not_reached'], class: 'provider_busy', retryable: true }
