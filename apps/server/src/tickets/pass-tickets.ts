import type { Ticket } from '@kippu/contract/reservations'
import type { Language } from '@kippu/domain/language'
import { BOOKING_TYPES, type BookingType } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import { presentTickets, type Showing } from './present-tickets.ts'
import { reservationsById } from './reservation-tables.ts'
import { type ShowingDeps, showingOf } from './showing.ts'
import { TICKETS, type TicketRow } from './ticket-rows.ts'

/** A ticket as a pass in a wallet says it. */
export interface PassTicket extends Pick<
  Ticket,
  'type' | 'product_name' | 'option_name' | 'reservation_from' | 'reservation_to'
> {
  /** The product that it admits to. */
  readonly productId: number
  readonly bookingType: BookingType
  /** Null on a ticket that somebody was given: with the number, and an address, the buyer's tickets are found. */
  readonly reservationNumber: string | null
  /**
   * The content of its QR code; empty where the ticket lets nobody in any more, and where codes change: a pass shows
   * one for good.
   */
  readonly code: string
  /** It was given back, used up, or is in other hands. */
  readonly isVoid: boolean
  /** The buyer took it back: the person who had it must not learn when the buyer comes now. */
  readonly isTakenBack: boolean
}

interface AskedReservation {
  readonly siteKey: string
  readonly reservationId: string
  readonly lang: Language
}

/** A ticket of the reservation in certain hands: those of a share, or of the buyer, which is null. */
export type PassTickets = (ticketId: number, shareId: string | null) => PassTicket | undefined

interface Row {
  readonly id: string
  readonly number: string
  readonly status: string
  readonly tickets: readonly TicketRow[]
}

const bookingType = v.picklist(BOOKING_TYPES)

/** The present content of the passes of a reservation. */
export async function readPassTickets(
  deps: ShowingDeps,
  { siteKey, reservationId, lang }: AskedReservation,
): Promise<PassTickets> {
  const { rows } = await deps.db.read(read =>
    sql<Row>`
      select reservation.id, reservation.number, reservation.status, ${TICKETS} as tickets
        from ${reservationsById([{ reservationId, lang }])}`.execute(read),
  )
  const showing = await showingOf(deps, siteKey)
  const [reservation] = rows
  return (ticketId, shareId) => {
    const row = reservation?.tickets.find(({ id }) => id === ticketId)
    if (reservation === undefined || row === undefined) return undefined
    return passTicketOf(showing, { ...reservation, tickets: [row] }, { row, shareId })
  }
}

interface InHands {
  readonly row: TicketRow
  readonly shareId: string | null
}

function passTicketOf(showing: Showing, reservation: Row, { row, shareId }: InHands): PassTicket | undefined {
  const isInHands = row.share_id === shareId
  const reader =
    isInHands && shareId !== null ? { kind: 'holder' as const, shareId } : { kind: 'buyer' as const }
  const [ticket] = presentTickets(showing, reservation, reader)
  if (ticket === undefined) return undefined
  const isVoid = !isInHands || ticket.status === 'invalid' || isUsedUp(row)
  const code = ticket.signed_code === '' ? ticket.code : ticket.signed_code
  return {
    type: ticket.type,
    product_name: ticket.product_name,
    option_name: ticket.option_name,
    reservation_from: ticket.reservation_from,
    reservation_to: ticket.reservation_to,
    productId: row.admits_to,
    bookingType: v.parse(bookingType, row.rules.sale_type),
    reservationNumber: shareId === null ? reservation.number : null,
    code: isVoid || showing.gate.rotates ? '' : code,
    isVoid,
    isTakenBack: shareId !== null && !isInHands,
  }
}

/** Whether it never lets anybody in again: one that admits every day, or again after an exit, does. */
function isUsedUp({ used_at: usedAt, rules }: TicketRow): boolean {
  return usedAt !== null && rules.entry_policy === 'once' && rules.reentry_minutes === null
}
