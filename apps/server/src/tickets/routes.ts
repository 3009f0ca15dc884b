import { readPurchase as readPurchaseCall } from '@kippu/contract/purchases'
import {
  correctAddress as correctAddressCall,
  findReservation as findReservationCall,
  mailReservation as mailReservationCall,
  readReservation as readReservationCall,
  readTickets as readTicketsCall,
} from '@kippu/contract/reservations'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../platform/deps.ts'
import { serve } from '../platform/http/route.ts'
import { correctAddress, type CorrectionDeps } from './correct-address.ts'
import { inquire } from './inquire.ts'
import { mailAgain } from './mail-again.ts'
import { readPurchase } from './read-purchase.ts'
import { readReservation } from './read-reservation.ts'
import { readTickets } from './read-tickets.ts'
import type { ShowingDeps } from './showing.ts'

/**
 * The calls with which a buyer sees a bought visit, finds it again, and has it mailed again; and the facts that the tag
 * manager of a site counts.
 */
export function ticketRoutes(app: FastifyInstance, deps: Deps & ShowingDeps & CorrectionDeps): void {
  serve(
    app,
    findReservationCall,
    ({ query }, { site, request }) =>
      inquire(deps, {
        siteKey: site.key,
        email: query.email,
        number: query.reservation_number,
        address: request.ip,
      }),
    { perMinute: 'guessesPerMinute' },
  )
  serve(app, mailReservationCall, ({ params, body }, { site }) =>
    mailAgain(deps, { siteKey: site.key, token: params.reservation_token, lang: body.lang }),
  )
  serve(app, correctAddressCall, ({ params, body }, { site }) =>
    correctAddress(deps, {
      siteKey: site.key,
      token: params.reservation_token,
      email: body.email,
      changeToken: body.timechange_token,
    }),
  )
  serve(app, readReservationCall, ({ params, query }, { site }) =>
    readReservation(deps, { siteKey: site.key, token: params.reservation_token, lang: query.lang }),
  )
  serve(app, readPurchaseCall, ({ params }, { site }) =>
    readPurchase(deps, { siteKey: site.key, token: params.token }),
  )
  serve(app, readTicketsCall, ({ params, query }, { site }) =>
    readTickets(deps, { siteKey: site.key, token: params.reservation_token, lang: query.lang }),
  )
}
