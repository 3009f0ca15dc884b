import {
  readReservation as readReservationCall,
  readTickets as readTicketsCall,
} from '@kippu/contract/reservations'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../deps.ts'
import { serve } from '../http/route.ts'
import { readReservation } from './read-reservation.ts'
import { readTickets } from './read-tickets.ts'

/** What a buyer sees of a bought visit (E-01, E-02). */
export function ticketRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readReservationCall, ({ params, query }, { site }) =>
    readReservation(deps, { siteKey: site.key, token: params.reservation_token, lang: query.lang }),
  )
  serve(app, readTicketsCall, ({ params, query }, { site }) =>
    readTickets(deps, { siteKey: site.key, token: params.reservation_token, lang: query.lang }),
  )
}
