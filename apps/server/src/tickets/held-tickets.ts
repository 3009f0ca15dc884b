import { sql } from 'kysely'

import { inPlace, type Placed } from '../platform/db/asked.ts'
import type { Database, GroupedRead } from '../platform/db/database.ts'
import { grouped } from '../platform/db/grouped.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { TokenQuestion } from '../orders/bought/token-question.ts'
import { isTokenOf } from '../platform/tokens.ts'
import { refuseToken, type UnknownToken } from './former-tokens.ts'
import type { TicketReader } from './present-tickets.ts'
import { findPart } from './read-part.ts'
import { reservationsByToken } from './reservation-tables.ts'
import { TICKETS, type TicketRow } from './ticket-rows.ts'

/** The tickets of a reservation, and who reads them. */
export interface HeldTickets {
  /** The id of the reservation. */
  readonly id: string
  readonly status: string
  /** All of the reservation. */
  readonly tickets: readonly TicketRow[]
  readonly reader: TicketReader
}

/** The tickets that the token of a buyer opens, or that of a part that was handed on. */
export async function findHeldTickets(
  db: Pick<Database, 'find' | 'read'>,
  asked: TokenQuestion,
): Promise<HeldTickets | UnknownToken> {
  if (isTokenOf('shared', asked.token)) {
    const part = await findPart(db, asked)
    if (part === undefined) return refuse('record not found')
    const { id, status, tickets, share_id: shareId } = part
    return { id, status, tickets, reader: { kind: 'holder', shareId } }
  }
  const reservation = await db.find(ticketsByToken, asked)
  if (reservation === undefined) return refuseToken(db, asked)
  const { id, status, tickets } = reservation
  return { id, status, tickets, reader: { kind: 'buyer' } }
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
