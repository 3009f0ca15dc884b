import type { OperationOutcome } from '../../port/port.ts'
import type { SpsResult } from './sps-client.ts'
import { readCode, typeOf } from './sps-errors.ts'

/**
 * Reads the answer to an operation on money; undefined when only the inquiry can tell, because an earlier operation
 * prevented it.
 */
export function readOperation(result: SpsResult): OperationOutcome | undefined {
  switch (result.kind) {
    case 'ok':
      return { kind: 'done' }
    case 'accepted':
      return { kind: 'accepted' }
    case 'refused': {
      const { meaning, error } = readCode(result.code)
      if (meaning === 'repeated') return undefined
      return meaning === 'unsure' ? { kind: 'unknown', reason: result.code } : { kind: 'failed', error }
    }
    case 'not_sent':
    case 'lost':
      return { kind: 'unknown', reason: result.reason }
  }
}

/**
 * Refunded, cancelled. The other types of a repeated request say that something happened, not that the money was
 * refunded.
 */
const GIVEN_BACK = ['46', '52']

/** Whether the refusal of a refund says that the whole amount was already refunded. */
export function isGivenBack(result: SpsResult): boolean {
  return result.kind === 'refused' && GIVEN_BACK.includes(typeOf(result.code))
}

/** Why an answer is not the expected one; for staff. */
export function reasonOf(result: Exclude<SpsResult, { readonly kind: 'ok' }>): string {
  switch (result.kind) {
    case 'accepted':
      return 'accepted, without a result'
    case 'refused':
      return `refused: ${result.code}`
    case 'not_sent':
    case 'lost':
      return result.reason
  }
}

export const REFUNDED: OperationOutcome = { kind: 'already', state: 'refunded' }
export const CAPTURED: OperationOutcome = { kind: 'already', state: 'captured' }
export const VOIDED: OperationOutcome = { kind: 'already', state: 'voided' }

/** Its page cannot be closed. */
export const STILL_OPEN: OperationOutcome = {
  kind: 'unknown',
  reason: 'the visitor may still pay',
  isOpen: true,
}

export function unknown(reason: string): Extract<OperationOutcome, { readonly kind: 'unknown' }> {
  return { kind: 'unknown', reason }
}
