import type { ErrorCode } from '@kippu/contract/errors'
import type { ChangeFault } from '@kippu/domain/time-change'

/**
 * An expected refusal of the catalogue, as a value: a verb returns it, and only the HTTP layer turns it into an answer.
 */
export class Refusal<Code extends ErrorCode = ErrorCode> {
  readonly code: Code
  readonly details: RefusalDetails

  constructor(code: Code, details: RefusalDetails) {
    this.code = code
    this.details = details
  }
}

/** Details that a refusal may carry besides its code. */
export interface RefusalDetails {
  readonly fields?: ReadonlyArray<{ readonly field: string; readonly rule: string }>
  readonly canRetry?: boolean
  readonly orderToken?: string
  /** The token of a change of time that can be paid again, and of its reservation. */
  readonly timeChangeToken?: string
  readonly reservationToken?: string
  /** Seconds until the same request may be answered otherwise. */
  readonly retryAfter?: number
  /** Why a visit stays where it is, for the staff; not part of the answer. */
  readonly stays?: ChangeFault | 'same_time' | 'not_sold'
  /** The bound whose mails of this hour are used up, for the metrics; not part of the answer. */
  readonly boundedBy?: 'recipient' | 'domain' | 'network'
}

/** `return refuse('out of stock')` ends a verb; a code that its call does not list does not compile. */
export function refuse<const Code extends ErrorCode>(
  code: Code,
  details: RefusalDetails = {},
): Refusal<Code> {
  return new Refusal(code, details)
}

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal
}
