import type { Call } from '@kippu/contract/call'
import type { FailureBody } from '@kippu/contract/failure-body'

/** `refused`: the server answered; `connection`: no answer came; `timeout`: none came in time, the outcome is unknown. */
export type FailureKind = 'refused' | 'connection' | 'timeout'

export interface Failure {
  readonly call: Call
  readonly kind: FailureKind
  /** HTTP status, null without an answer. */
  readonly status: number | null
  /** The body, null when it was no JSON object. */
  readonly body: FailureBody | null
  /** A payment whose refusal can be answered by paying in another way: step 3 of the failure handler (D-09). */
  readonly retryableError?: boolean | undefined
}

/** How a call rejects. What the visitor is told is decided in `failure.ts`. */
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
