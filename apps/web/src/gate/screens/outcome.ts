import type { RefusalReason } from '@kippu/domain/check-in/judge-entry'

import type { GateResult } from '../device/scan-ticket.ts'
import type { Mark } from '../parts/outcome-mark.tsx'

/** Which shape, colour and sound an outcome has. */
export function markOf({ outcome }: Pick<GateResult, 'outcome'>): Mark {
  switch (outcome.kind) {
    case 'success':
      return 'go'
    case 'needs_store':
      return 'ask'
    case 'refused':
      return markOfReason(outcome.reason)
  }
}

/** Too early or too late is a matter of the clock; everything else stops. */
export function markOfReason(reason: RefusalReason): Mark {
  switch (reason) {
    case 'too_early':
    case 'too_late':
      return 'wait'
    case 'already_in':
    case 'older_code':
    case 'revoked':
    case 'unknown':
    case 'forged':
    case 'expired_code':
    case 'not_inside':
      return 'stop'
  }
}
