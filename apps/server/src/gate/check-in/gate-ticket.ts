import type { GateTicket } from '@kippu/contract/gate'
import type { Judgement, TicketPast } from '@kippu/domain/check-in/judge-entry'
import { jstIso } from '@kippu/domain/jst-date'
import { BOOKING_TYPES, TICKET_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { rulesOf } from '../../tickets/site-gates/entry-rules.ts'
import type { TicketRow } from '../../tickets/ticket-rows.ts'
import type { AskedTicket } from './scan.ts'
import type { SiteGate } from '../../tickets/site-gates/site-gates.ts'

const ticketType = v.picklist(TICKET_TYPES)
const bookingType = v.picklist(BOOKING_TYPES)

/** The part of a ticket that the staff see. */
export type ShownTicket = Pick<
  TicketRow,
  'id' | 'type' | 'option_name' | 'product_name' | 'needs_proof' | 'rules' | 'visit'
>

/** A ticket as the staff see it. */
export function presentGateTicket(
  ticket: ShownTicket,
  judged: Judgement,
  { lastInAt, lastOutAt }: TicketPast,
): GateTicket {
  const { starts_at: from, ends_at: to } = ticket.visit
  return {
    id: ticket.id,
    type: v.parse(ticketType, ticket.type),
    status: judged.status,
    reason: judged.status === 'success' ? null : judged.reason,
    option_name: ticket.option_name ?? '',
    needs_proof: ticket.needs_proof ?? false,
    product_name: ticket.product_name ?? '',
    reservation_from: jstIso(from * 1000),
    reservation_to: jstIso(to * 1000),
    booking_type: v.parse(bookingType, ticket.rules.sale_type),
    last_in_at: lastInAt === null ? null : jstIso(lastInAt),
    last_out_at: lastOutAt === null ? null : jstIso(lastOutAt),
  }
}

interface Asking {
  readonly id: string
  readonly status: string
}

/** The question to a ticket that a code of `version` shows. */
export function askedTicketOf(
  reservation: Asking,
  ticket: Pick<TicketRow, 'id' | 'code_version' | 'span' | 'rules' | 'visit'>,
  { gate, version = ticket.code_version }: { readonly gate: SiteGate; readonly version?: number | undefined },
): AskedTicket {
  return {
    reservationId: reservation.id,
    number: ticket.id,
    version,
    isCancelled: reservation.status !== 'active',
    spanId: ticket.span,
    rules: rulesOf(ticket, gate.earlyMinutes),
  }
}
