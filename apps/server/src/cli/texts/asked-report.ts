import { jstIso } from '@kippu/domain/jst-date'

import type { AskedApproval } from '../../platform/staff/approvals.ts'
import type { Report } from '../command.ts'

/** A second person was asked. */
export function askedReport({ id, waitsUntil, expiresAt }: AskedApproval): Report {
  const when =
    waitsUntil === null
      ? 'A second person agrees in the console'
      : `Nobody else may agree: wait until ${jstIso(waitsUntil.getTime())}`
  return {
    text: `Asked. ${when}; then the same with --approval ${id}, until ${jstIso(expiresAt.getTime())}.`,
    json: { approval: id, waits_until: waitsUntil, expires_at: expiresAt },
  }
}
