import { readScannedText, type ScannedText } from '@kippu/domain/check-in/scanned-text'
import { isStale } from '@kippu/domain/check-in/signed-code'
import { normaliseReservationNumber } from '@kippu/domain/reservation-number'
import { hashStartOf } from '@kippu/domain/short-code'

import type { Language } from '@kippu/domain/language'
import type { Deps } from '../../platform/deps.ts'
import type { Tokens } from '../../platform/tokens.ts'
import { ticketCode } from '../../tickets/ticket-code.ts'
import { type ScannedName, type ScannedRow, scannedTickets } from './scanned-tickets.ts'
import { askedTicketOf, type ShownTicket } from './gate-ticket.ts'
import type { Refused, Scan } from './scan.ts'
import type { SiteGate } from '../../tickets/site-gates/site-gates.ts'

/** The tickets that a scan leads to. */
export interface Scanned {
  readonly tickets: readonly ScannedTicket[]
  /** The version of the code, where it says one. */
  readonly version?: number
}

/** A ticket with the names and the rules of its product. */
export interface ScannedTicket extends ScannedRow, ShownTicket {}

/** The question to the tickets that a scan leads to, or the answer where it leads to none. */
export function askedOf(found: Scanned | Refused, gate: SiteGate): Pick<Scan, 'tickets' | 'otherwise'> {
  if (!isFound(found)) return { tickets: [], otherwise: found }
  const tickets = found.tickets.map(ticket =>
    askedTicketOf({ id: ticket.reservation_id, status: ticket.status }, ticket, {
      gate,
      version: found.version,
    }),
  )
  return { tickets, otherwise: UNKNOWN }
}

export function isFound(found: Scanned | Refused): found is Scanned {
  return 'tickets' in found
}

export interface FindScanned {
  readonly siteKey: string
  /** The language of the names. */
  readonly lang: Language
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
  const rows = name === null ? [] : await find(deps, name, asked)
  const tickets = read.kind === 'party' ? partyOf(deps.tokens, rows, read) : ticketOf(deps.tokens, rows, read)
  if (tickets.length === 0) return UNKNOWN
  const named = await withNames(tickets, asked)
  return read.kind === 'signed' ? { tickets: named, version: read.code.claim.version } : { tickets: named }
}

/** Tickets of the door list. */
export async function findByNumber(
  deps: ScanDeps,
  { number, ids }: { readonly number: string; readonly ids: readonly number[] },
  asked: FindScanned,
): Promise<Scanned | Refused> {
  const name = { kind: 'number', number: normaliseReservationNumber(number) } as const
  const rows = await find(deps, name, asked)
  const tickets = rows.filter(({ id }) => ids.includes(id))
  return tickets.length === 0 ? UNKNOWN : { tickets: await withNames(tickets, asked) }
}

function find({ db }: ScanDeps, name: ScannedName, { siteKey }: FindScanned): Promise<readonly ScannedRow[]> {
  return db.find(scannedTickets, { siteKey, name })
}

async function withNames(
  rows: readonly ScannedRow[],
  { gate, lang }: FindScanned,
): Promise<readonly ScannedTicket[]> {
  const products = await gate.products(lang)
  return rows.flatMap(row => {
    const product = products.get(row.admits_to)
    if (product === undefined) return []
    const kind = row.option_value_id === null ? undefined : product.kinds.get(row.option_value_id)
    const { starts_at, ends_at } = row
    return [
      {
        ...row,
        option_name: kind?.name ?? null,
        product_name: product.name,
        needs_proof: kind?.needsProof ?? false,
        rules: product.rules,
        visit: { starts_at, ends_at },
      },
    ]
  })
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

function ticketOf(tokens: Tokens, rows: readonly ScannedRow[], read: ScannedText): readonly ScannedRow[] {
  return rows.filter(row => isNamed(tokens, row, read)).slice(0, 1)
}

function isNamed(tokens: Tokens, row: ScannedRow, read: ScannedText): boolean {
  switch (read.kind) {
    case 'signed':
      return row.uid === read.code.claim.uid
    case 'plain':
    case 'party':
      return codeOf(tokens, row) === read.code
    case 'short':
      return row.code_hash.startsWith(hashStartOf(read.letters) ?? 'none')
    case 'unknown':
      return false
  }
}

/**
 * Everybody whom the code of a party lets in: those who hold its first ticket. The holder of one ticket alone knows no
 * other one's code (`party-code.ts`).
 */
function partyOf(
  tokens: Tokens,
  rows: readonly ScannedRow[],
  read: Extract<ScannedText, { kind: 'party' }>,
): readonly ScannedRow[] {
  const gates = rows.filter(({ type }) => type === 'gate')
  const first = gates.find(row => isNamed(tokens, row, read))
  if (first === undefined) return []
  const held = gates.filter(({ share_id: shareId }) => shareId === first.share_id)
  return held.some(one => one !== first && codeOf(tokens, one).endsWith(read.proof)) ? held : []
}

function codeOf(tokens: Tokens, row: ScannedRow): string {
  const {
    reservation_id: reservationId,
    id: number,
    uid,
    code_version: codeVersion,
    code_hash: codeHash,
  } = row
  return ticketCode(tokens, { reservationId, number, uid, codeVersion }, codeHash)
}
