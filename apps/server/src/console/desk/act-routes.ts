import {
  correctAddress,
  moveOrder,
  noteOrderCall,
  readMoveDays as readMoveDaysCall,
  resendTickets,
  takeUpPayment,
} from '@kippu/contract/console/desk-acts'
import { isDeskRefusal } from '@kippu/contract/console/desk-refusals'
import { normaliseReservationNumber } from '@kippu/domain/reservation-number'
import type { FastifyInstance } from 'fastify'

import { readMoveDays } from '../../office/desk/move-days.ts'
import { moveVisit } from '../../office/desk/move-visit.ts'
import { noteOrder } from '../../office/desk/note-order.ts'
import { bookReturned, checkAttempt } from '../../payments/refunds/take-up-attempt.ts'
import { correctAddressForStaff, mailTicketsForStaff, type StaffMail } from '../../tickets/mail-for-staff.ts'
import { ConsoleRefusal, idIn, serveStaff, type StaffParts } from '../serve-staff.ts'

interface Named {
  readonly site: string
  readonly order: string
}

export function visitOf({ site, order }: Named): {
  readonly siteKey: string
  readonly reservationNumber: string
} {
  return { siteKey: site, reservationNumber: normaliseReservationNumber(order) }
}

/** The acts for one visitor, but for money that goes back. */
export function actRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, resendTickets, async ({ params, body: { lang } }, { by }) => {
    const asked = { ...visitOf(params), lang: lang ?? undefined, reason: undefined }
    return mailed(await mailTicketsForStaff(by, asked))
  })
  serveStaff(app, parts, correctAddress, async ({ params, body: { email, reason } }, { by }) => {
    const answer = await correctAddressForStaff(by, { ...visitOf(params), typed: email, reason })
    if (typeof answer === 'string') return mailed(answer)
    throw new ConsoleRefusal('invalid request', { fields: [{ field: 'email', rule: answer.fault }] })
  })
  serveStaff(app, parts, noteOrderCall, async ({ params, body: { words } }, { by }) => {
    const isKept = await noteOrder(by, { siteKey: params.site, typed: params.order, reason: words })
    if (!isKept) throw new ConsoleRefusal('not found')
    return {}
  })
  serveStaff(app, parts, readMoveDaysCall, async ({ params, query }, { by }) => {
    const found = await readMoveDays(by, { ...visitOf(params), ...query })
    if (found.kind === 'refused') throw refusedBy(found.why)
    const { current, required_tickets: tickets, refund, days } = found.days
    return {
      current: current.reservation_from,
      tickets,
      gives_back: refund,
      days: days
        .filter(({ refusal }) => refusal === null)
        .map(({ date, difference, time_spans: spans }) => ({
          date,
          difference,
          times: spans.map(({ from, remaining_stock: places }) => ({ starts_at: from, places })),
        })),
    }
  })
  serveStaff(app, parts, moveOrder, async ({ params, body }, { by }) => {
    const { date, time, refund: seen, reason } = body
    const moved = await moveVisit(by, { ...visitOf(params), date, time, seen, reason })
    if (moved.kind === 'moved') return { refund: moved.refund }
    throw refusedBy(moved.kind === 'refused' ? moved.why : 'it costs more, which its buyer pays')
  })
  serveStaff(app, parts, takeUpPayment, async ({ params, body: { found, reason } }, { by }) => {
    const asked = { attemptId: idIn(params.attempt), reason }
    const answer =
      found === 'checked'
        ? await checkAttempt(by, asked)
        : await bookReturned(by, { ...asked, isPaidOtherwise: found === 'paid otherwise' })
    if (answer.kind === 'taken up') return { amount: answer.amount, is_asked: answer.isAsked }
    if (answer.why === 'no such payment') throw new ConsoleRefusal('not found')
    throw refusedBy(
      answer.keptYen === undefined ? 'its refund has not failed' : 'its provider keeps some of it',
    )
  })
}

function mailed(answer: StaffMail): Record<string, never> {
  if (answer === 'queued') return {}
  throw refusedBy(answer)
}

function refusedBy(why: string): ConsoleRefusal {
  if (why === 'no such reservation') return new ConsoleRefusal('not found')
  if (why === 'it has changed since it was seen') return new ConsoleRefusal('changed meanwhile')
  return new ConsoleRefusal('refused', { why: isDeskRefusal(why) ? why : 'it cannot be moved' })
}
