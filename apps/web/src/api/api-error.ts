import type { Call } from '@kippu/contract/call'
import type { FailureBody } from '@kippu/contract/failure-body'

/**
 * `refused`: the server answered; `connection`: no answer came; `timeout`: no answer came in time, so the outcome is
 * unknown.
 */
export type FailureKind = 'refused' | 'connection' | 'timeout'

export interface Failure {
  readonly call: Call
  readonly kind: FailureKind
  /** HTTP status, null without an answer. */
  readonly status: number | null
  /** The body, null when it was not a JSON object. */
  readonly body: FailureBody | null
  /** The visitor can answer this refusal by paying with another method: step 3 of the failure handler. */
  readonly retryableError?: boolean | undefined
}

/** The error that every call rejects with. `failure.ts` decides what the visitor is told. */
export class ApiError extends Error implements Failure {
  readonly call: Call
  readonly kind: FailureKind
  readonly status: number | null
  readonly body: FailureBody | null
  readonly retryableError: boolean | undefined

  constructor({ call, kind, status, body, retryableError }: Failure) {
    super(`${call.method} ${call.path}: ${kind} ${status ?? ''} ${body?.error ?? ''}`.trim())
    this.name = 'ApiError'
    this.call = call
    this.kind = kind
    this.status = status
    this.body = body
    this.retryableError = retryableError
  }
}
