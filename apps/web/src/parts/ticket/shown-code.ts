import type { Ticket } from '@kippu/contract/reservations'

import { isShownAtGate } from './ticket-state.ts'
import type { KnownTickets } from './use-tickets.ts'

/** The content of a ticket's QR code. */
export interface ShownCode {
  readonly code: string
  /** On paper nothing changes. */
  readonly onPaper: string
  /** `moving` changes every half minute; `online`: it should, and there is none at hand, so a gate has to ask the store. */
  readonly kind: 'still' | 'moving' | 'online'
}

/** The codes of this moment, by the numbers of the tickets that have one. */
export type PresentCodes = ReadonlyMap<number, string>

type CodedTicket = Pick<Ticket, 'id' | 'code' | 'signed_code' | 'rotates'>

/** The code that a ticket shows: the one of this moment where the site asks for that, else the signed one, else the one of old. */
export function codeToShow(
  { id, code, signed_code: signed, rotates }: CodedTicket,
  present: PresentCodes,
): ShownCode {
  const still = signed === '' ? code : signed
  const moving = rotates ? present.get(id) : undefined
  return {
    code: moving ?? still,
    onPaper: still,
    kind: rotates ? (moving === undefined ? 'online' : 'moving') : 'still',
  }
}

/** Whether codes of the next minutes are to be asked for: the copy for offline use has those that do not change (decision 51). */
export function hasMovingCodes({ tickets, keptAt }: KnownTickets): boolean {
  return keptAt === null && tickets.some(ticket => ticket.rotates && isShownAtGate(ticket))
}
