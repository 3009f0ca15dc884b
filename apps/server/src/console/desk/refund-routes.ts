import {
  APPROVED_VERBS,
  type ApprovalShown,
  askApprovalCall,
  decideApprovalCall,
  type GoesBack,
  listApprovalsCall,
  previewRefundCall,
  type RefundDone,
  refundOrder,
  type RefundPreviewed,
} from '@kippu/contract/console/refunds'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { guestsAsked } from '../../office/desk/guests-alone.ts'
import { listApprovals, type ShownApproval } from '../../office/desk/list-approvals.ts'
import type { WhatGoesBack } from '../../payments/refunds/plan-refund.ts'
import { previewRefund, type RefundPreview } from '../../payments/refunds/preview-refund.ts'
import { differenceForStaff } from '../../payments/refunds/request-difference.ts'
import { refundForStaff } from '../../payments/refunds/request-refund.ts'
import { askedRefund, askSecondPerson } from '../../payments/refunds/second-person.ts'
import type { Refused } from '../../payments/refunds/sold-visit.ts'
import type { RequestedRefund } from '../../payments/refunds/written-refund.ts'
import { readRefundState } from '../../payments/watched/queries.ts'
import { decideApproval, isRefusedApproval } from '../../platform/staff/approvals.ts'
import { approvedChanges, PUT_HOUSE } from '../../sites/house/change-house.ts'
import { approvalAsked } from '../approval-asked.ts'
import { moment } from '../moment.ts'
import { visitOf } from './act-routes.ts'
import { ConsoleRefusal, idIn, serveStaff, type StaffContext, type StaffParts } from '../serve-staff.ts'

/** Money that goes back, and the second person who agrees to much of it. */
export function refundRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, previewRefundCall, async ({ params, body }, { by }) => {
    const found = await previewRefund(by, { ...visitOf(params), what: whatOf(body.what) })
    if (found.kind === 'refused') throw refusalOf(found)
    return previewed(found)
  })
  serveStaff(app, parts, refundOrder, async ({ params, body }, { by }) => {
    const { even_disputed: evenDisputed, reason, seen, approval } = body
    const what = whatOf(body.what)
    const asked = { ...visitOf(params), evenDisputed, reason, seen, approval }
    const answer =
      'difference' in what
        ? await differenceForStaff(by, { ...asked, difference: what.difference })
        : await refundForStaff(by, { ...asked, ...what })
    if (answer.kind === 'refused') throw refusalOf(answer)
    return { amount: answer.amount, tickets: [...answer.tickets], state: await stateOf(by, answer) }
  })
  serveStaff(app, parts, askApprovalCall, async ({ params, body }, { by }) => {
    const { even_disputed: evenDisputed, reason, seen } = body
    const what = whatOf(body.what)
    const answer = await askSecondPerson(by, { ...visitOf(params), what, evenDisputed, reason, seen })
    if (answer.kind === 'refused') throw refusalOf(answer)
    return approvalAsked(answer)
  })
  serveStaff(app, parts, listApprovalsCall, async ({ params }, { by, lang }) => ({
    approvals: (await listApprovals(by, { siteKey: params.site, lang })).map(shownOf),
  }))
  serveStaff(app, parts, decideApprovalCall, async ({ params, body }, { by }) => {
    const decided = await decideApproval(by, {
      siteKey: params.site,
      id: idIn(params.approval),
      isGiven: body.agrees,
    })
    if (decided === 'done') return {}
    throw decided === 'no such approval'
      ? new ConsoleRefusal('not found')
      : new ConsoleRefusal('approval not valid', { why: decided })
  })
}

function whatOf(what: GoesBack): WhatGoesBack {
  return 'difference' in what ? what : { tickets: what.tickets, evenAccepted: what.even_accepted }
}

/** Another site's visit answers as one that does not exist. */
function refusalOf({ why }: Refused): ConsoleRefusal {
  if (why === 'no such reservation') return new ConsoleRefusal('not found')
  if (why === 'it has changed since it was seen') return new ConsoleRefusal('changed meanwhile')
  if (why === 'a second person is needed') return new ConsoleRefusal('second person needed')
  return new ConsoleRefusal(isRefusedApproval(why) ? 'approval not valid' : 'refused', { why })
}

function previewed(found: RefundPreview): RefundPreviewed {
  return {
    tickets: found.tickets.map(({ number, yen }) => ({ number, yen })),
    amount: found.amount,
    stays: { ...found.stays },
    payments: found.payments.map(({ method, amount, elsewhere, told }) => ({
      method,
      amount,
      elsewhere,
      is_known: told.kind === 'left' || told.kind === 'less',
    })),
    dispute: found.dispute,
    seen: found.seen,
    needs_second_person: found.needsSecondPerson,
  }
}

/** The state of all its parts: the worst of them. */
async function stateOf(by: StaffContext['by'], { refundIds }: RequestedRefund): Promise<RefundDone['state']> {
  const states = await Promise.all(refundIds.map(refundId => readRefundState(by, { refundId })))
  if (states.some(({ state }) => state === 'failed')) return 'failed'
  return states.every(({ state }) => state === 'done') ? 'done' : 'open'
}

function shownOf(row: ShownApproval): ApprovalShown {
  return {
    id: row.id,
    verb: v.parse(v.picklist(APPROVED_VERBS), row.verb),
    subject: row.subject,
    product: row.product,
    may_be_one: row.maybeOne,
    shown: v.parse(v.record(v.string(), v.unknown()), row.shown),
    refund: row.verb === 'refund' ? refundIn(row) : null,
    guests: row.verb === 'issue' ? v.parse(guestsAsked, row.asked) : null,
    house: row.verb === PUT_HOUSE ? v.parse(approvedChanges, row.asked) : null,
    reason: row.reason,
    asked_by: row.askedBy,
    asked_at: moment(row.askedAt),
    expires_at: moment(row.expiresAt),
    waits_until: moment(row.waitsUntil),
    decided_by: row.decidedBy,
  }
}

/** As it is sent to be done: 'all' is every ticket of what was shown. */
function refundIn({ asked, digest: seen }: ShownApproval): ApprovalShown['refund'] {
  const { evenDisputed, ...what } = v.parse(askedRefund, asked)
  return {
    what: 'difference' in what ? what : { tickets: what.tickets, even_accepted: what.evenAccepted },
    even_disputed: evenDisputed,
    seen,
  }
}
