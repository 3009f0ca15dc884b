import { entryOf } from '@kippu/domain/known'
import type { Ticket } from '@kippu/contract/reservations'
import { LARGEST_VERSION, type TicketClaim } from '@kippu/domain/check-in/signed-code'
import { jstIso } from '@kippu/domain/jst-date'
import { shortCodeOf } from '@kippu/domain/short-code'
import { TICKET_TYPES } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import type { Tokens } from '../platform/tokens.ts'
import type { SiteGate } from './site-gates/site-gates.ts'
import { judgeNow } from './site-gates/entry-rules.ts'
import { parentsOf } from './party.ts'
import { ticketCode } from './ticket-code.ts'
import type { TicketRow } from './ticket-rows.ts'

const ticketType = v.picklist(TICKET_TYPES)

/**
 * The reader of tickets: their buyer, who has not those that are in other hands; or the holder of a share, or of its
 * link alone.
 */
export type TicketReader =
  | { readonly kind: 'buyer' }
  | { readonly kind: 'holder' | 'link'; readonly shareId: string }

/** The facts that tickets are shown with. */
export interface Showing {
  readonly tokens: Tokens
  readonly gate: SiteGate
  /** In ms since 1970. */
  readonly now: number
}

interface TicketsOf {
  readonly id: string
  readonly status: string
  readonly tickets: readonly TicketRow[]
}

/**
 * The tickets that a reader sees, by their number. A code is shown only to the person who has the ticket. Tickets of a
 * cancelled reservation, those whose money went back, and those that are in other hands are `invalid`; one whose time
 * is over is `invalid_time`, and one whose time has not come yet `available`.
 */
export function presentTickets(
  { tokens, gate, now }: Showing,
  { id: reservationId, status, tickets }: TicketsOf,
  reader: TicketReader,
): Ticket[] {
  const parents = parentsOf(tickets)
  const shown =
    reader.kind === 'buyer' ? tickets : tickets.filter(({ share_id: shareId }) => shareId === reader.shareId)
  return shown.map(ticket => {
    const isShared = reader.kind === 'buyer' && ticket.share_id !== null
    const { id, uid, code_version: codeVersion, code_hash: codeHash, used_at: usedAt } = ticket
    const hasCode = reader.kind !== 'link' && !isShared
    const isSigned = hasCode && codeVersion <= LARGEST_VERSION && !gate.rotates
    return {
      id,
      parent_id: entryOf(parents, id),
      type: v.parse(ticketType, ticket.type),
      status: isShared || status !== 'active' ? 'invalid' : statusOf(ticket, { gate, now }),
      option_name: ticket.option_name ?? '',
      option_value_id: ticket.option_value_id,
      ...(ticket.only_with !== null && { only_with: ticket.only_with }),
      product_name: ticket.product_name ?? '',
      reservation_from: jstIso(ticket.visit.starts_at * 1000),
      reservation_to: jstIso(ticket.visit.ends_at * 1000),
      code: hasCode ? ticketCode(tokens, { reservationId, number: id, uid, codeVersion }, codeHash) : '',
      signed_code: isSigned ? gate.signedCode({ ...claimOf(ticket), uid, issuedAt: null }) : '',
      rotates: gate.rotates,
      short_code: hasCode ? shortCodeOf(codeHash) : '',
      used_at: usedAt === null ? null : jstIso(usedAt * 1000),
      shared: isShared,
      refunded: ticket.is_revoked,
    }
  })
}

/** The claim of a signed code about a ticket, all but its uid and when it was issued. */
export function claimOf(ticket: TicketRow): Omit<TicketClaim, 'keyNumber' | 'uid' | 'issuedAt'> {
  const { type, code_version: version, admits_to: productId, option_value_id: optionValueId, visit } = ticket
  return {
    type: v.parse(ticketType, type),
    version,
    productId,
    optionValueId,
    from: visit.starts_at * 1000,
    to: visit.ends_at * 1000,
  }
}

function statusOf(ticket: TicketRow, { gate, now }: Pick<Showing, 'gate' | 'now'>): Ticket['status'] {
  if (ticket.is_revoked) return 'invalid'
  const judged = judgeNow(ticket, { earlyMinutes: gate.earlyMinutes, now })
  if (judged.status === 'success' || judged.reason === 'too_early') return 'available'
  return judged.status
}
