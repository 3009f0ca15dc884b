import { issueTickets, readGuestOffer as readGuestOfferCall } from '@kippu/contract/console/guests'
import { jstIso } from '@kippu/domain/jst-date'
import type { FastifyInstance } from 'fastify'

import { guestAnswers } from '../../office/desk/guest-answers.ts'
import { readGuestOffer } from '../../office/desk/guest-offer.ts'
import { issueVisit } from '../../office/desk/issue-visit.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
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
    const { email, name, ...asked } = body
    const answers = guestAnswers({ email, name })
    if (answers === undefined)
      throw new ConsoleRefusal('invalid request', { fields: [{ field: 'email', rule: 'email' }] })
    const issued = await issueVisit(by, { ...asked, id, siteKey: params.site, channel: 'web', answers })
    if ('fault' in issued || isRefusal(issued))
      throw new ConsoleRefusal('refused', { why: 'that time is sold out, closed or not sold' })
    return { reservation_number: issued.reservationNumber }
  })
}
