import type { Changes } from './records.ts'

/** A JSON object on its way out. */
export type JsonObject = Record<string, unknown>

/** What an operation answers, and what it changed. The changes are committed before the answer leaves. */
export interface Answer {
  readonly status: number
  readonly body: JsonObject
  readonly changes?: Partial<Changes>
  /** The effect stands, the answer never arrives (card 0408). */
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

/** The request itself is wrong: Stripe's 400 with the parameter that is to blame. */
export function invalidRequest(message: string, details: ErrorDetails = {}): Answer {
  return failure(400, 'invalid_request_error', message, details)
}

/** Nothing under this id: 404. */
export function missing(kind: string, id: string, param = 'id'): Answer {
  return failure(404, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  })
}

/** No key, or the wrong kind of key: 401. */
export function unauthorized(message: string): Answer {
  return failure(401, 'invalid_request_error', message, {})
}

/** The bank said no, or could not say: 402. */
export function cardError(message: string, details: ErrorDetails): Answer {
  return failure(402, 'card_error', message, details)
}

/** The key was used before with other parameters: 400. */
export function idempotencyError(key: string): Answer {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return failure(400, 'idempotency_error', message, {})
}

/** Stripe's own trouble: 500. */
export function apiError(): Answer {
  return failure(500, 'api_error', 'An unknown error occurred (simulated).', {})
}
