import type { StoredHash, Tokens } from '../tokens.ts'

/** The parts that the code of a ticket is made of. */
export interface CodeOrigin {
  readonly reservationId: string
  /** Number of the ticket inside its reservation, from 1. */
  readonly number: number
  /** Never changes, wherever the ticket goes; null on a ticket of version 0 that has none yet. */
  readonly uid: string | null
  /** Raised when the ticket is handed on, taken back or moved: every earlier copy is refused from then on. */
  readonly codeVersion: number
}

/**
 * The code in the QR of a new ticket: random to everybody without the secret, no personal data. Version 0 is what a
 * program of migration 8 makes too, so that a ticket shows one code whichever program answers.
 */
export function newTicketCode(tokens: Tokens, origin: CodeOrigin): string {
  return tokens.derive('ticket', originId(origin))
}

/** The code that a ticket was given, by the hash that is stored of it: the gate knows no other one. */
export function ticketCode(tokens: Tokens, origin: CodeOrigin, codeHash: StoredHash): string {
  return tokens.deriveStored('ticket', originId(origin), codeHash)
}

/** The id that the code of a ticket is derived from. */
export function originId({ reservationId, number, uid, codeVersion }: CodeOrigin): string {
  if (codeVersion === 0) return `${reservationId}/${number}`
  if (uid === null) throw new Error(`ticket ${number} of reservation ${reservationId} has no uid`)
  return `${uid}/${codeVersion}`
}
