import type { Ticket } from '@kippu/contract/reservations'
import { sql } from 'kysely'

import { inPlace, type Placed } from '../db/asked.ts'
import type { GroupedRead } from '../db/database.ts'
import { grouped } from '../db/grouped.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refusal.ts'
import type { TokenQuestion } from '../orders/bought/token-question.ts'
import { isTokenOf } from '../tokens.ts'
import { refuseToken, type UnknownToken } from './former-tokens.ts'
import { presentTickets } from './present-tickets.ts'
import { findPart } from './read-part.ts'
import { reservationsByToken } from './reservation-tables.ts'
import { TICKETS, type TicketRow } from './ticket-rows.ts'

/** The tickets of a reservation, or of the part of it that somebody was given (E-02, S-10.03). */
export async function readTickets(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  asked: TokenQuestion,
): Promise<Ticket[] | UnknownToken> {
  if (isTokenOf('shared', asked.token)) {
    const part = await findPart(db, asked)
    if (part === undefined) return refuse('record not found')
    return presentTickets(tokens, part, { kind: 'holder', shareId: part.share_id })
  }
  const reservation = await db.find(ticketsByToken, asked)
  if (reservation === undefined) return refuseToken(db, asked)
  return presentTickets(tokens, reservation, { kind: 'buyer' })
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
