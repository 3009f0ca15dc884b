import type { Changes } from './records.ts'

/** A JSON object on its way out. */
export type JsonObject = Record<string, unknown>

/** What a call answers, and what it changed. The changes are committed before the answer leaves. */
export interface Answer {
  readonly status: number
  readonly body: JsonObject
  readonly changes?: Partial<Changes>
  /** Nothing was executed: the same key may be used anew (`transient-error: true`). */
  readonly transient?: boolean
  /** The effect stands, the answer never arrives (card 0408). */
  readonly lost?: boolean
}

export function ok(body: JsonObject, changes: Partial<Changes> = {}): Answer {
  return { status: 200, body, changes }
}

/** Adyen received a modification and tells later what became of it: 201. */
export function received(body: JsonObject, changes: Partial<Changes>): Answer {
  return { status: 201, body: { ...body, status: 'received' }, changes }
}

function failure(status: number, errorCode: string, message: string, errorType: string): Answer {
  return { status, body: { status, errorCode, message, errorType } }
}

/** The request does not fit: 422 with the code of what is wrong. */
export function invalid(errorCode: string, message: string): Answer {
  return failure(422, errorCode, message, 'validation')
}

/** No key, or an unknown one: 401. */
export function unauthorized(): Answer {
  return failure(401, '000', 'HTTP Status Response - Unauthorized', 'security')
}

/** The key may not act for this merchant account: 403. */
export function forbidden(): Answer {
  return failure(403, '901', 'Invalid Merchant Account', 'security')
}

/** Adyen's own trouble: 500. Whether something happened is not said. */
export function internalError(): Answer {
  return failure(500, '0', 'Internal error (simulated)', 'internal')
}

/** No connection to the bank could be made: nothing happened. */
export function notConnected(): Answer {
  return { ...failure(500, '905', 'No connection available (simulated)', 'internal'), transient: true }
}
