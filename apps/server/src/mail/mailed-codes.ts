import type { Ticket } from '@kippu/contract/reservations'
import { partyCodeOf, partyOf } from '@kippu/domain/party-code'
import { shortCodeInGroups } from '@kippu/domain/short-code'

import { presentTickets } from '../tickets/present-tickets.ts'
import { showingOf } from '../tickets/showing.ts'
import type { CompletedReservation } from './reservation-reads.ts'
import type { MailDeps } from './send-letter.ts'
import type { EntryCode, MailedCodes } from './templates/codes.ts'

/** As many codes as a reader finds their way through; a larger party enters by one. */
const MOST_CODES = 6

/**
 * The codes for the entrance in a mail to the buyer, as the page of the tickets shows them. Where the site has codes that change, a mail can have
 * none: one that stays would undo what they are for (decision 64).
 */
export async function mailedCodes(
  deps: Pick<MailDeps, 'tokens' | 'clock' | 'gates'>,
  {
    order,
    reservation,
    reservationNumber,
  }: Pick<CompletedReservation, 'order' | 'reservation' | 'reservationNumber'>,
): Promise<MailedCodes> {
  const tickets = presentTickets(await showingOf(deps, order.siteKey), reservation, { kind: 'buyer' })
  const admitting = tickets.filter(({ status, code }) => status === 'available' && code !== '')
  if (admitting.length === 0) return { kind: 'none' }
  if (admitting.some(({ rotates }) => rotates)) return { kind: 'changing' }
  const partyCode = partyCodeOf(tickets)
  if (admitting.length <= MOST_CODES || partyCode === null)
    return { kind: 'each', tickets: admitting.slice(0, MOST_CODES).map(entryCodeOf) }
  const party = partyOf(tickets)
  const names = new Set(party.map(nameOf))
  return {
    kind: 'party',
    count: party.length,
    code: { name: [...names].join(' / '), content: partyCode, readable: reservationNumber },
  }
}

function entryCodeOf(ticket: Ticket): EntryCode {
  const { code, signed_code: signed, short_code: readable } = ticket
  return {
    name: nameOf(ticket),
    content: signed === '' ? code : signed,
    readable: shortCodeInGroups(readable),
  }
}

function nameOf({ type, option_name: kind, product_name: product }: Ticket): string {
  return type === 'set' ? product : kind
}
