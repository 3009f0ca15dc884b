import type { OperationOutcome } from '../../port/port.ts'
import { errorOf, type GmoRefusal } from './gmo-errors.ts'

/** The outcome of a refused capture, cancellation or refund, where the trade's state does not explain the refusal. */
export function refusedOutcome(refusal: GmoRefusal): OperationOutcome {
  switch (refusal.kind) {
    case 'unclear':
      return { kind: 'unknown', reason: refusal.codes.join(' ') }
    case 'error':
      return { kind: 'failed', error: refusal.error }
    case 'ask':
    case 'duplicate':
      return { kind: 'failed', error: errorOf('other', refusal.codes) }
    case 'missing':
      return { kind: 'failed', error: errorOf('configuration', refusal.codes) }
  }
}
