import type { ApprovalAsked } from '@kippu/contract/console/refunds'

import type { AskedApproval } from '../platform/staff/approvals.ts'
import { moment } from './moment.ts'

/** The answer to somebody who has asked a second person. */
export function approvalAsked({ id, waitsUntil, expiresAt }: AskedApproval): ApprovalAsked {
  return { id, waits_until: moment(waitsUntil), expires_at: moment(expiresAt) }
}
