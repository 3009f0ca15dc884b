import {
  askCancellationCall,
  cancelAgreedCall,
  type CancellationListed,
  type CancellationPlanned,
  listCancellationsCall,
  previewCancellationCall,
  readCancellationCall,
  retryCancellationCall,
} from '@kippu/contract/console/cancellations'
import { epochMsOf } from '@kippu/domain/jst-date'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import {
  askCancellation,
  askedCancellation,
  CANCEL,
  cancelVisits,
  type Offer,
  previewCancellation,
} from '../../office/visits/cancel-visits.ts'
import type { CancellationPlan } from '../../office/visits/plan-cancellation.ts'
import {
  type ListedCancellation,
  listCancellations,
  readProgress,
} from '../../office/visits/read-cancellation.ts'
import { retryCancellation } from '../../office/visits/retry-cancellation.ts'
import { listApprovals } from '../../office/desk/list-approvals.ts'
import { approvalAsked } from '../approval-asked.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, idIn, serveStaff, type StaffContext, type StaffParts } from '../serve-staff.ts'
import { chosenOf } from './chosen-times.ts'

/** Visits that do not take place: seen, agreed to by two, done, and followed. */
export function cancellationRoutes(app: FastifyInstance, parts: StaffParts): void {
  const { clock } = parts.deps
  serveStaff(app, parts, previewCancellationCall, async ({ params, body: { ids, ...days } }, { by }) =>
    plannedOf(await previewCancellation(by, chosenOf(params.site, days, ids))),
  )
  serveStaff(app, parts, askCancellationCall, async ({ params, body }, { by }) => {
    const { ids, moves_through: lastDay, digest, reason, ...days } = body
    const offer = offerOf(lastDay)
    if (offer.way === 'move' && offer.untilMs <= clock.now())
      throw new ConsoleRefusal('invalid request', { fields: [{ field: 'moves_through', rule: 'not over' }] })
    const asked = await askCancellation(by, { ...chosenOf(params.site, days, ids), offer, digest, reason })
    if (!('kind' in asked)) return approvalAsked(asked)
    throw asked.kind === 'changed'
      ? new ConsoleRefusal('changed meanwhile')
      : new ConsoleRefusal('refused', { why: 'nothing is chosen any more' })
  })
  serveStaff(app, parts, cancelAgreedCall, async ({ params }, { by }) => {
    const approval = await findOwn(by, params.site, idIn(params.approval))
    const asked = v.parse(askedCancellation, approval.asked)
    const { id, digest, reason } = approval
    const done = await cancelVisits(by, { ...asked, digest, reason: reason ?? id, approval: id })
    switch (done.kind) {
      case 'begun':
        return { id: done.id, visits: done.visits }
      case 'changed':
        throw new ConsoleRefusal('changed meanwhile')
      case 'nothing':
        throw new ConsoleRefusal('refused', { why: 'nothing is chosen any more' })
      case 'refused':
        throw done.why === 'a second person is needed'
          ? new ConsoleRefusal('second person needed')
          : new ConsoleRefusal('approval not valid', { why: done.why })
    }
  })
  serveStaff(app, parts, listCancellationsCall, async ({ params }, { by }) => ({
    cancellations: (await listCancellations(by, { siteKey: params.site })).map(listedOf),
  }))
  serveStaff(app, parts, readCancellationCall, async ({ params }, { by }) => {
    const { letters, items, ...found } = await findCancellation(by, params)
    return {
      ...listedOf(found),
      letters,
      items: items.map(({ reservationNumber, state, code, letter }) => ({
        reservation_number: reservationNumber,
        state,
        code,
        letter,
      })),
    }
  })
  serveStaff(app, parts, retryCancellationCall, async ({ params }, { by }) => {
    const { id, siteKey } = await findCancellation(by, params)
    const again = await retryCancellation(by, { id, siteKey })
    if (again === undefined) throw new ConsoleRefusal('not found')
    return { items: again.items, refunds: again.refunds }
  })
}

/** Until the end of that day, as the command line has it. */
function offerOf(lastDay: string | null): Offer {
  if (lastDay === null) return { way: 'refund' }
  return { way: 'move', untilMs: epochMsOf(`${lastDay}T23:59:00+09:00`) }
}

/** The matter that somebody was asked to agree to. The verb tells who may do it. */
async function findOwn(by: StaffContext['by'], siteKey: string, id: string) {
  const open = await listApprovals(by, { siteKey })
  const found = open.find(one => one.id === id && one.verb === CANCEL)
  if (found === undefined) throw new ConsoleRefusal('approval not valid', { why: 'no such approval' })
  return found
}

async function findCancellation(
  by: StaffContext['by'],
  { site, cancellation }: { readonly site: string; readonly cancellation: string },
) {
  if (!/^\d{1,9}$/.test(cancellation)) throw new ConsoleRefusal('not found')
  const found = await readProgress(by, { id: Number(cancellation) })
  if (found?.siteKey !== site) throw new ConsoleRefusal('not found')
  return found
}

function plannedOf(plan: CancellationPlan): CancellationPlanned {
  return {
    times: plan.spans,
    by_language: plan.byLanguage.map(line => ({ ...line })),
    by_method: plan.byMethod.map(line => ({ ...line })),
    visits: plan.visits.map(visit => ({
      reservation_number: visit.reservationNumber,
      lang: visit.lang,
      method: visit.method,
      tickets: visit.tickets.length,
      used: visit.used,
      yen: visit.yen,
      is_visit: visit.isVisit,
    })),
    used_up: plan.usedUp,
    being_paid: plan.beingPaid,
    unpaid: plan.unpaid,
    digest: plan.digest,
  }
}

function listedOf(one: ListedCancellation): CancellationListed {
  return {
    id: one.id,
    from: one.from,
    to: one.to,
    moves_until: moment(one.movesUntil),
    reason: one.reason,
    by: one.staff,
    at: moment(one.at),
    ended_at: moment(one.endedAt),
    counts: { ...one.counts },
  }
}
