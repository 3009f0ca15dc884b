import { randomUUID } from 'node:crypto'

import type { Answer } from '@kippu/contract/call'
import type { checkIn as checkInCall } from '@kippu/contract/check-in'
import type { ScanMode } from '@kippu/domain/check-in/judge-entry'
import { jstIso } from '@kippu/domain/jst-date'

import { findGateByCode } from '../devices/find-gate.ts'
import { isPresenceCode } from '../devices/presence-code.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { UnknownToken } from '../../tickets/former-tokens.ts'
import { findHeldTickets, type HeldTickets } from '../../tickets/held-tickets.ts'
import type { ShowingDeps } from '../../tickets/showing.ts'
import type { TicketRow } from '../../tickets/ticket-rows.ts'
import { admit } from './admit.ts'
import { askedTicketOf } from './gate-ticket.ts'
import type { NamedTicket } from './read-ticket.ts'
import type { ScanResult } from './scan.ts'

export interface CheckIn extends Omit<NamedTicket, 'lang'> {
  readonly mode: ScanMode
  /** The code of the gate, as it was read there. */
  readonly gateCode: string | undefined
  /** The code of the day, as the house shows it. */
  readonly presenceCode: string | undefined
  /** The tickets of the party; without them the named ticket alone. */
  readonly ids: readonly number[] | undefined
  readonly scanId: string | undefined
}

type Refused = UnknownToken | Refusal<'ticket not found' | 'invalid_request'>

/** A visitor checks in by themselves. */
export async function checkIn(
  deps: ShowingDeps,
  { id, type, mode, gateCode, presenceCode, ids, scanId, ...named }: CheckIn,
): Promise<Answer<typeof checkInCall> | Refused> {
  const held = await findHeldTickets(deps.db, { ...named, lang: undefined })
  if (isRefusal(held)) return held
  const numbers = new Set([Number(id), ...(ids ?? [])])
  const tickets = visibleTo(held).filter(ticket => ticket.type === type && numbers.has(ticket.id))
  const ticket = tickets.find(one => String(one.id) === id)
  if (ticket === undefined || tickets.length !== numbers.size) return refuse('ticket not found')
  const place = await placeOf(deps, { siteKey: named.siteKey, mode, gateCode, presenceCode, tickets })
  if (isRefusal(place)) return place
  const gate = await deps.gates.of(named.siteKey)
  // A buyer who handed a ticket on has it no more.
  const isGone = (row: TicketRow): boolean => held.reader.kind === 'buyer' && row.share_id !== null
  const result = await admit(deps.db, {
    id: scanId ?? randomUUID(),
    siteKey: named.siteKey,
    gateId: place.gateId,
    deviceId: null,
    mode,
    direction: 'in',
    at: deps.clock.now(),
    tickets: tickets.map(row =>
      askedTicketOf(held, row, { gate, version: isGone(row) ? NO_VERSION : undefined }),
    ),
    otherwise: { status: 'invalid', reason: 'unknown' },
  })
  return {
    status: result.status,
    checked_in_at: checkedInAt(result),
    tickets: result.tickets.map(({ number, judged }) => ({ id: number, status: judged.status })),
  }
}

/** No ticket has it. */
const NO_VERSION = -1

/** A buyer names their own and those that they handed on; the holder of a part, only that. */
function visibleTo({ tickets, reader }: HeldTickets): readonly TicketRow[] {
  return reader.kind === 'buyer' ? tickets : tickets.filter(({ share_id: id }) => id === reader.shareId)
}

interface Place {
  readonly siteKey: string
  readonly mode: ScanMode
  readonly gateCode: string | undefined
  readonly presenceCode: string | undefined
  /** All that check in: each says by what. */
  readonly tickets: readonly TicketRow[]
}

/** The proof that the visitor stands in the house. */
async function placeOf(
  deps: ShowingDeps,
  { siteKey, mode, gateCode, presenceCode, tickets }: Place,
): Promise<{ readonly gateId: string | null } | Refusal<'invalid_request'>> {
  if (mode === 'read_qr') {
    const gate =
      gateCode === undefined ? undefined : await deps.db.read(read => findGateByCode(read, siteKey, gateCode))
    return gate === undefined ? refuseField('gate_code') : { gateId: gate.id }
  }
  if (tickets.some(({ rules }) => rules.scan_mode !== 'tap_ticket')) return refuseField('mode')
  const isThere = presenceCode !== undefined && isPresenceCode(deps, siteKey, presenceCode, deps.clock.now())
  return isThere ? { gateId: null } : refuseField('presence_code')
}

function refuseField(field: string): Refusal<'invalid_request'> {
  return refuse('invalid_request', { fields: [{ field, rule: 'unknown' }] })
}

/** The moment of this check-in, or of the one that used the ticket. */
function checkedInAt({ status, at, tickets }: ScanResult): string | null {
  if (status === 'success') return jstIso(at)
  const before = tickets[0]?.past.lastInAt ?? null
  return status === 'used' && before !== null ? jstIso(before) : null
}
