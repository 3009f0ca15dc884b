import type { Changes } from './records.ts'

/** A JSON object in an answer. */
export type JsonObject = Record<string, unknown>

/** The answer of a call, and the changes it made. The changes are committed before the answer leaves. */
export interface Answer {
  readonly status: number
  readonly body: JsonObject
  readonly changes?: Partial<Changes>
  /** Nothing was executed, so the same key may be used again (`transient-error: true`). */
  readonly transient?: boolean
  /** The call has its effect, but its answer never arrives (test card 0408). */
  readonly lost?: boolean
}

export function ok(body: JsonObject, changes: Partial<Changes> = {}): Answer {
  return { status: 200, body, changes }
}

/** 201: Adyen has received a modification. A webhook reports its result later. */
export function received(body: JsonObject, changes: Partial<Changes>): Answer {
  return { status: 201, body: { ...body, status: 'received' }, changes }
}

function failure(status: number, errorCode: string, message: string, errorType: string): Answer {
  return { status, body: { status, errorCode, message, errorType } }
}

/** 422: the request does not fit. The code names what is wrong. */
export function invalid(errorCode: string, message: string): Answer {
  return failure(422, errorCode, message, 'validation')
}

/** 401: the key is missing or unknown. */
export function unauthorized(): Answer {
  return failure(401, '000', 'HTTP Status Response - Unauthorized', 'security')
}

/** 403: the key may not act for this merchant account. */
export function forbidden(): Answer {
  return failure(403, '901', 'Invalid Merchant Account', 'security')
}

/** 500: Adyen has an internal error. The answer does not say whether something happened. */
export function internalError(): Answer {
  return failure(500, '0', 'Internal error (simulated)', 'internal')
}

/** 500: the bank could not be reached. Nothing happened. */
export function notConnected(): Answer {
  return { ...failure(500, '905', 'No connection available (simulated)', 'internal'), transient: true }
}
