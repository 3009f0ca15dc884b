import type { TicketStatus, TicketType } from './states/ticket.ts'

/** The parts that a party's code is made of. */
interface PartyTicket {
  readonly type: TicketType
  readonly status: TicketStatus
  /** Empty on a ticket that was handed on. */
  readonly code: string
}

const PREFIX = 'party:'
/** Characters of the second ticket: 36 random bits, and the QR stays as coarse as that of one ticket. */
const PROOF_LENGTH = 6

/**
 * One code with which all people of a party enter together who have not entered yet; null for fewer than two. It is the
 * code of the first of these tickets, so it carries nothing personal, needs no storage, and dies with that code. The
 * end of the second one's code goes along: the holder of one ticket alone can't make the code of the party.
 */
export function partyCodeOf(tickets: readonly PartyTicket[]): string | null {
  const [first, second] = partyOf(tickets)
  if (first === undefined || second === undefined) return null
  return `${PREFIX}${first.code}.${second.code.slice(-PROOF_LENGTH)}`
}

/** The tickets of those who have not entered yet and whose tickets are still here. */
export function partyOf<T extends PartyTicket>(tickets: readonly T[]): readonly T[] {
  return tickets.filter(({ type, status, code }) => type === 'gate' && status === 'available' && code !== '')
}
