import type { StoredHash, Tokens } from '../platform/tokens.ts'

/** The parts that the code of a ticket is made of. */
export interface CodeOrigin {
  readonly reservationId: string
  /** Number of the ticket inside its reservation, from 1. */
  readonly number: number
  /** Never changes, wherever the ticket goes. */
  readonly uid: string
  /** Raised when the ticket is handed on, taken back or moved: every earlier copy is refused from then on. */
  readonly codeVersion: number
}

/** The code in the QR of a new ticket: random to everybody without the secret, no personal data. */
export function newTicketCode(tokens: Tokens, origin: CodeOrigin): string {
  return tokens.derive('ticket', originId(origin))
}

/** The code that a ticket was given, by the hash that is stored of it: the gate knows no other one. */
export function ticketCode(tokens: Tokens, origin: CodeOrigin, codeHash: StoredHash): string {
  return tokens.deriveStored('ticket', originId(origin), codeHash)
}

/** The id that the code of a ticket is derived from. */
export function originId({ reservationId, number, uid, codeVersion }: CodeOrigin): string {
  return codeVersion === 0 ? `${reservationId}/${number}` : `${uid}/${codeVersion}`
}
