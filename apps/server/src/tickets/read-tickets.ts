import type { Ticket } from '@kippu/contract/reservations'
import { jstIso } from '@kippu/domain/jst-date'
import { TICKET_TYPES } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import { inPlace, type Placed } from '../db/asked.ts'
import type { GroupedRead } from '../db/database.ts'
import { grouped } from '../db/grouped.ts'
import type { Deps } from '../deps.ts'
import type { TokenQuestion } from '../orders/bought/token-question.ts'
import { refuseToken, type UnknownToken } from './former-tokens.ts'
import { reservationsByToken } from './reservation-tables.ts'
import { ticketCode } from './ticket-code.ts'
import { TICKETS, type TicketRow } from './ticket-rows.ts'

const ticketType = v.picklist(TICKET_TYPES)

/**
 * The tickets of a reservation: one a person, and one a unit of a set product (E-02, S-8.04, R-3.143). Those of a
 * cancelled reservation, and those whose money went back, are `invalid`.
 */
export async function readTickets(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  asked: TokenQuestion,
): Promise<Ticket[] | UnknownToken> {
  const reservation = await db.find(ticketsByToken, asked)
  if (reservation === undefined) return refuseToken(db, asked)
  return reservation.tickets.map(ticket => ({
    id: ticket.id,
    type: v.parse(ticketType, ticket.type),
    status: statusOf(reservation.status, ticket),
    option_name: ticket.option_name ?? '',
    option_value_id: ticket.option_value_id,
    product_name: ticket.product_name ?? '',
    reservation_from: jstIso(ticket.visit.starts_at * 1000),
    reservation_to: jstIso(ticket.visit.ends_at * 1000),
    code: ticketCode(
      tokens,
      {
        reservationId: reservation.id,
        number: ticket.id,
        uid: ticket.uid,
        codeVersion: ticket.code_version,
      },
      ticket.code_hash,
    ),
    used_at: ticket.used_at === null ? null : jstIso(ticket.used_at * 1000),
  }))
}

function statusOf(
  reservationStatus: string,
  { used_at: usedAt, is_revoked: isRevoked }: Pick<TicketRow, 'used_at' | 'is_revoked'>,
): Ticket['status'] {
  if (reservationStatus !== 'active' || isRevoked) return 'invalid'
  return usedAt === null ? 'available' : 'used'
}

interface ReservationRow extends Placed {
  readonly id: string
  readonly status: string
  readonly tickets: readonly TicketRow[]
}

/** The tickets of the reservation of a site that a token opens. */
const ticketsByToken: GroupedRead<TokenQuestion, ReservationRow | undefined> = grouped(
  async (read, questions) => {
    const { rows } = await sql<ReservationRow>`
      select asked.place::integer as place, reservation.id, reservation.status, ${TICKETS} as tickets
        from ${reservationsByToken(questions)}`.execute(read)
    return inPlace(questions, rows)
  },
)
