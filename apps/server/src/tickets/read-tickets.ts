import type { Ticket } from '@kippu/contract/reservations'
import { jstIso } from '@kippu/domain/jst-date'
import { TICKET_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { Deps } from '../deps.ts'
import { refuse, type Refusal } from '../http/refusal.ts'
import { type ReservationQuestion, shownLanguage } from './shown-language.ts'
import { ticketCode } from './ticket-code.ts'
import { findTickets, type TicketRow } from './find-tickets.ts'
import { findReservationByToken } from './queries.ts'

const ticketType = v.picklist(TICKET_TYPES)

/**
 * The tickets of a reservation: one a person, and one a unit of a set product (E-02, S-8.04, R-3.143). Those of a
 * cancelled reservation, and those whose money went back, are `invalid`.
 */
export async function readTickets(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  { siteKey, token, lang }: ReservationQuestion,
): Promise<Ticket[] | Refusal<'record not found'>> {
  return db.read(async tx => {
    const reservation = await findReservationByToken(tx, { siteKey, token })
    if (reservation === undefined) return refuse('record not found')
    const shown = shownLanguage(lang, reservation.lang)
    const tickets = await findTickets(tx, reservation.id, shown)
    return tickets.map(ticket => ({
      id: ticket.id,
      type: v.parse(ticketType, ticket.type),
      status: statusOf(reservation.status, ticket),
      option_name: ticket.option_name ?? '',
      option_value_id: ticket.option_value_id,
      product_name: ticket.product_name ?? '',
      reservation_from: jstIso(ticket.starts_at.getTime()),
      reservation_to: jstIso(ticket.ends_at.getTime()),
      code: ticketCode(tokens, {
        reservationId: reservation.id,
        number: ticket.id,
        uid: ticket.uid,
        codeVersion: ticket.code_version,
      }),
      used_at: ticket.used_at && jstIso(ticket.used_at.getTime()),
    }))
  })
}

function statusOf(
  reservationStatus: string,
  { used_at: usedAt, revoked_at: revokedAt }: Pick<TicketRow, 'used_at' | 'revoked_at'>,
): Ticket['status'] {
  if (reservationStatus !== 'active' || revokedAt !== null) return 'invalid'
  return usedAt === null ? 'available' : 'used'
}
