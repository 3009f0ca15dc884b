import type { Changes } from './records.ts'

/** A JSON object in an answer. */
export type JsonObject = Record<string, unknown>

/** The answer of an operation, and the changes it made. The changes are committed before the answer leaves. */
export interface Answer {
  readonly status: number
  readonly body: JsonObject
  readonly changes?: Partial<Changes>
  /** The call has its effect, but its answer never arrives (test card 0408). */
  readonly lost?: boolean
}

interface ErrorDetails {
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly payment_intent?: JsonObject
}

export function ok(body: JsonObject, changes: Partial<Changes> = {}): Answer {
  return { status: 200, body, changes }
}

function failure(status: number, type: string, message: string, details: ErrorDetails): Answer {
  return { status, body: { error: { type, message, ...details } } }
}

/** 400: the request itself is wrong. The answer names the parameter. */
export function invalidRequest(message: string, details: ErrorDetails = {}): Answer {
  return failure(400, 'invalid_request_error', message, details)
}

/** 404: nothing has this id. */
export function missing(kind: string, id: string, param = 'id'): Answer {
  return failure(404, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  })
}

/** 401: the key is missing or of the wrong kind. */
export function unauthorized(message: string): Answer {
  return failure(401, 'invalid_request_error', message, {})
}

/** 402: the bank declined, or could not answer. */
export function cardError(message: string, details: ErrorDetails): Answer {
  return failure(402, 'card_error', message, details)
}

/** 400: the idempotency key was used before with other parameters. */
export function idempotencyError(key: string): Answer {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return failure(400, 'idempotency_error', message, {})
}

/** 500: Stripe has an internal error. */
export function apiError(): Answer {
  return failure(500, 'api_error', 'An unknown error occurred (simulated).', {})
}
