import {
  askGuestsCall,
  type GuestsBody,
  issueTickets,
  readGuestOffer as readGuestOfferCall,
} from '@kippu/contract/console/guests'
import { jstIso } from '@kippu/domain/jst-date'
import type { FastifyInstance } from 'fastify'

import { guestAnswers } from '../../office/desk/guest-answers.ts'
import { readGuestOffer } from '../../office/desk/guest-offer.ts'
import type { AskedGuests } from '../../office/desk/guests-alone.ts'
import { askIssue, issueVisit } from '../../office/desk/issue-visit.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { isRefusedApproval } from '../../platform/staff/approvals.ts'
import { approvalAsked } from '../approval-asked.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'

/** Tickets for the press and for guests of the house. */
export function guestRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, readGuestOfferCall, async ({ params, query: { date } }, { by }) => ({
    products: (await readGuestOffer(by, { siteKey: params.site, date })).map(
      ({ uuid, names, kinds, times }) => ({
        uuid,
        names,
        kinds: [...kinds],
        times: times.map(({ startsAt, places }) => ({ starts_at: jstIso(startsAt), places })),
      }),
    ),
  }))
  serveStaff(app, parts, issueTickets, async ({ params, body }, { by, requestId: id }) => {
    const issued = await issueVisit(by, { ...askedOf(params.site, body), id })
    if ('fault' in issued) throw refusalOf(issued)
    if (isRefusal(issued)) throw NOT_SOLD()
    return { reservation_number: issued.reservationNumber }
  })
  serveStaff(app, parts, askGuestsCall, async ({ params, body }, { by }) => {
    const asked = await askIssue(by, askedOf(params.site, body))
    if ('fault' in asked) throw refusalOf(asked)
    return approvalAsked(asked)
  })
}

function askedOf(siteKey: string, { email, name, ...asked }: GuestsBody): AskedGuests {
  const answers = guestAnswers({ email, name })
  if (answers === undefined)
    throw new ConsoleRefusal('invalid request', { fields: [{ field: 'email', rule: 'email' }] })
  return { ...asked, siteKey, channel: 'web', answers }
}

const NOT_SOLD = () => new ConsoleRefusal('refused', { why: 'that time is sold out, closed or not sold' })

function refusalOf({ fault }: { readonly fault: string }): ConsoleRefusal {
  if (fault === 'a second person is needed') return new ConsoleRefusal('second person needed')
  return isRefusedApproval(fault) ? new ConsoleRefusal('approval not valid', { why: fault }) : NOT_SOLD()
}
