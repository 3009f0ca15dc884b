import type { ProviderError, ProviderErrorClass } from '../../port/port.ts'
import { HttpClientException } from './library-classes.ts'

/** The meaning of a call's thrown error: a refusal, or an unknown result. */
export type AdyenFailure =
  | { readonly kind: 'failed'; readonly error: ProviderError }
  | { readonly kind: 'unknown'; readonly reason: string }

/** There was no connection: the request has not left us. The message is the system's code, such as ECONNREFUSED. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

/** "Request already processed or in progress": says nothing of the first one. */
const IN_PROGRESS = '704'

/** Adyen's codes for unusable card data. All other invalid requests are our own fault. */
const CARD_CODES = new Set(['101', '102', '103', '105', '129', '140', '141', '142', '144', '152', '153'])

/**
 * Reads an error that a call threw. After a broken connection, a timeout and most 5xx it is unknown whether the request
 * was executed. Adyen marks requests that certainly were not with `transient-error: true`; the same key may then be
 * used again.
 */
export function readAdyenError(error: unknown): AdyenFailure {
  if (error instanceof NotSent) return failed('provider_busy', [error.message])
  if (!(error instanceof HttpClientException)) return { kind: 'unknown', reason: nameOf(error) }
  const { statusCode, errorCode, responseHeaders } = error
  const codes = [`http_${statusCode}`, ...(errorCode === undefined ? [] : [errorCode])]
  if (errorCode === IN_PROGRESS) return { kind: 'unknown', reason: codes.join(' ') }
  if (statusCode === 429 || responseHeaders?.['transient-error'] === 'true')
    return failed('provider_busy', codes)
  if (statusCode === 401 || statusCode === 403) return failed('configuration', codes)
  if (statusCode >= 400 && statusCode < 500)
    return failed(CARD_CODES.has(errorCode ?? '') ? 'invalid_input' : 'configuration', codes)
  return { kind: 'unknown', reason: codes.join(' ') }
}

/** For logs and stored reasons. */
export function describe(failure: AdyenFailure): string {
  return failure.kind === 'failed' ? failure.error.codes.join(' ') : failure.reason
}

function failed(errorClass: ProviderErrorClass, codes: readonly string[]): AdyenFailure {
  return { kind: 'failed', error: { codes, class: errorClass, retryable: errorClass !== 'configuration' } }
}

/** Never the message: it may repeat what was sent. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'no answer'
}
