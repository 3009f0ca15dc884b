import type { ProviderError, ProviderErrorClass } from '../../port/port.ts'

const CLASS_OF_CODE: Readonly<Record<string, ProviderErrorClass>> = {
  declined: 'declined',
  expired: 'expired',
  amount_exceeded: 'limit',
  busy: 'provider_busy',
  not_reached: 'provider_busy',
  d_account: 'provider_busy',
  unauthorized: 'configuration',
  invalid_request: 'configuration',
}

const NOT_RETRYABLE: ReadonlySet<ProviderErrorClass> = new Set(['limit', 'configuration', 'other'])

/** Reads a code of the gateway or one of our own. An unknown code is `other`. */
export function docomoErrorOf(code: string): ProviderError {
  const errorClass = CLASS_OF_CODE[code] ?? 'other'
  return { codes: [code], class: errorClass, retryable: !NOT_RETRYABLE.has(errorClass) }
}
