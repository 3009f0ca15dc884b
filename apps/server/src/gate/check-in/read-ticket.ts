import type { Answer } from '@kippu/contract/call'
import type { readTicket as readTicketCall } from '@kippu/contract/check-in'
import type { Ticket } from '@kippu/contract/reservations'
import { SCAN_MODES } from '@kippu/domain/check-in/judge-entry'
import { jstIso } from '@kippu/domain/jst-date'
import type { TicketType } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { TokenQuestion } from '../../orders/bought/token-question.ts'
import { judgeNow, windowOf } from '../../tickets/site-gates/entry-rules.ts'
import type { UnknownToken } from '../../tickets/former-tokens.ts'
import { findHeldTickets } from '../../tickets/held-tickets.ts'
import { presentTickets } from '../../tickets/present-tickets.ts'
import { type ShowingDeps, showingOf } from '../../tickets/showing.ts'
import type { TicketRow } from '../../tickets/ticket-rows.ts'
import type { SiteGate } from '../../tickets/site-gates/site-gates.ts'

const scanMode = v.picklist(SCAN_MODES)

export interface NamedTicket extends TokenQuestion {
  /** Inside the reservation, as it stands in the address. */
  readonly id: string
  readonly type: TicketType
}

/** A ticket at the gate, on its holder's phone. */
export async function readTicket(
  deps: ShowingDeps,
  { id, type, ...asked }: NamedTicket,
): Promise<Answer<typeof readTicketCall> | UnknownToken | Refusal<'ticket not found'>> {
  const held = await findHeldTickets(deps.db, asked)
  if (isRefusal(held)) return held
  const showing = await showingOf(deps, asked.siteKey)
  const rows = new Map(held.tickets.map(row => [row.id, row]))
  const shown = presentTickets(showing, held, held.reader).flatMap(ticket => {
    const row = rows.get(ticket.id)
    return row === undefined ? [] : [{ ticket: atThisMoment(ticket, row, showing), row }]
  })
  const named = shown.find(({ ticket }) => String(ticket.id) === id && ticket.type === type)
  if (named === undefined) return refuse('ticket not found')
  const { ticket, row } = named
  const window = windowOf(row, showing.gate.earlyMinutes)
  const others = shown.filter(
    other => other !== named && other.ticket.type === type && other.ticket.parent_id === ticket.parent_id,
  )
  return {
    ticket,
    scan_mode: v.parse(scanMode, row.rules.scan_mode),
    admits_from: jstIso(window.from),
    admits_until: jstIso(window.to),
    party: [named, ...others].flatMap(one => (one.ticket.status === 'available' ? [one.ticket] : [])),
  }
}

/** At the gate a ticket whose time has not come is not good yet. */
function atThisMoment(
  ticket: Ticket,
  row: TicketRow,
  { gate: { earlyMinutes }, now }: { readonly gate: SiteGate; readonly now: number },
): Ticket {
  if (ticket.status !== 'available') return ticket
  const { status } = judgeNow(row, { earlyMinutes, now })
  return status === 'success' ? ticket : { ...ticket, status }
}
