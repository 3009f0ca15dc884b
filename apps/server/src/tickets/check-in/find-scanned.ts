import { readScannedText, type ScannedText } from '@kippu/domain/check-in/scanned-text'
import { isStale } from '@kippu/domain/check-in/signed-code'
import { normaliseReservationNumber } from '@kippu/domain/reservation-number'
import { hashStartOf } from '@kippu/domain/short-code'

import type { Deps } from '../../deps.ts'
import type { Tokens } from '../../tokens.ts'
import { ticketCode } from '../ticket-code.ts'
import type { TicketRow } from '../ticket-rows.ts'
import { type ScannedName, type ScannedReservation, scannedReservation } from './scanned-reservations.ts'
import type { Refused } from './scan.ts'
import type { SiteGate } from './site-gates.ts'

/** What a scan leads to. */
export interface Scanned {
  readonly reservation: ScannedReservation
  readonly tickets: readonly TicketRow[]
  /** Of the code, where it says one. */
  readonly version?: number
}

export interface FindScanned {
  readonly siteKey: string
  readonly lang: string | undefined
  readonly gate: SiteGate
  /** When it was scanned, in ms since 1970. */
  readonly at: number
}

type ScanDeps = Pick<Deps, 'db' | 'tokens'>

const UNKNOWN: Refused = { status: 'invalid', reason: 'unknown' }

/** The tickets that a code stands for, or why there are none. */
export async function findByCode(
  deps: ScanDeps,
  text: string,
  asked: FindScanned,
): Promise<Scanned | Refused> {
  const read = readScannedText(text)
  const fault = faultOf(read, asked)
  if (fault !== null) return fault
  const name = nameOf(read)
  const reservation = name === null ? undefined : await find(deps, name, asked)
  if (reservation === undefined) return UNKNOWN
  return read.kind === 'party'
    ? partyOf(deps.tokens, reservation, read)
    : ticketOf(deps.tokens, reservation, read)
}

/** Tickets of the door list. */
export async function findByNumber(
  deps: ScanDeps,
  { number, ids }: { readonly number: string; readonly ids: readonly number[] },
  asked: FindScanned,
): Promise<Scanned | Refused> {
  const name = { kind: 'number', number: normaliseReservationNumber(number) } as const
  const reservation = await find(deps, name, asked)
  const tickets = reservation?.tickets.filter(({ id }) => ids.includes(id)) ?? []
  return reservation === undefined || tickets.length === 0 ? UNKNOWN : { reservation, tickets }
}

function find(
  { db }: ScanDeps,
  name: ScannedName,
  { siteKey, lang }: FindScanned,
): Promise<ScannedReservation | undefined> {
  return db.find(scannedReservation, { siteKey, lang, name })
}

function faultOf(read: ScannedText, { gate, at }: FindScanned): Refused | null {
  if (read.kind === 'unknown') return UNKNOWN
  if (read.kind !== 'signed') return null
  if (!gate.isSigned(read.code)) return { status: 'invalid', reason: 'forged' }
  return isStale(read.code.claim, at) ? { status: 'invalid', reason: 'expired_code' } : null
}

function nameOf(read: ScannedText): ScannedName | null {
  switch (read.kind) {
    case 'signed':
      return { kind: 'uid', uid: read.code.claim.uid }
    case 'plain':
    case 'party':
      return { kind: 'code', code: read.code }
    case 'short': {
      const start = hashStartOf(read.letters)
      return start === null ? null : { kind: 'hash', start }
    }
    case 'unknown':
      return null
  }
}

function ticketOf(tokens: Tokens, reservation: ScannedReservation, read: ScannedText): Scanned | Refused {
  const ticket = reservation.tickets.find(one => isNamed(tokens, reservation, { ticket: one, read }))
  if (ticket === undefined) return UNKNOWN
  const tickets = [ticket]
  return read.kind === 'signed'
    ? { reservation, tickets, version: read.code.claim.version }
    : { reservation, tickets }
}

function isNamed(
  tokens: Tokens,
  reservation: ScannedReservation,
  { ticket, read }: { readonly ticket: TicketRow; readonly read: ScannedText },
): boolean {
  switch (read.kind) {
    case 'signed':
      return ticket.uid === read.code.claim.uid
    case 'plain':
    case 'party':
      return codeOf(tokens, reservation, ticket) === read.code
    case 'short':
      return ticket.code_hash.startsWith(hashStartOf(read.letters) ?? 'none')
    case 'unknown':
      return false
  }
}

/**
 * All whom the code of a party lets in: those who hold its first ticket. Whoever was given one ticket alone knows no other one's code
 * (`party-code.ts`).
 */
function partyOf(
  tokens: Tokens,
  reservation: ScannedReservation,
  read: Extract<ScannedText, { kind: 'party' }>,
): Scanned | Refused {
  const gates = reservation.tickets.filter(({ type }) => type === 'gate')
  const first = gates.find(one => isNamed(tokens, reservation, { ticket: one, read }))
  if (first === undefined) return UNKNOWN
  const held = gates.filter(({ share_id: shareId }) => shareId === first.share_id)
  const isProven = held.some(one => one !== first && codeOf(tokens, reservation, one).endsWith(read.proof))
  return isProven ? { reservation, tickets: held } : UNKNOWN
}

function codeOf(tokens: Tokens, { id: reservationId }: ScannedReservation, ticket: TicketRow): string {
  const { id: number, uid, code_version: codeVersion, code_hash: codeHash } = ticket
  return ticketCode(tokens, { reservationId, number, uid, codeVersion }, codeHash)
}
