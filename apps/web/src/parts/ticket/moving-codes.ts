import type { Answer } from '@kippu/contract/call'
import type { readTicketCodes } from '@kippu/contract/check-in'
import type { Ticket } from '@kippu/contract/reservations'
import { ROTATION_MS } from '@kippu/domain/check-in/signed-code'

/** The next codes of tickets, as the server tells them, each list in the order of time. */
export type MovingCodes = Answer<typeof readTicketCodes>

/** What the QR code of a ticket has in it. */
export interface ShownCode {
  readonly code: string
  /** On paper nothing changes. */
  readonly onPaper: string
  /** `moving` changes every half minute; `online`: it should, and there is none at hand, so a gate has to ask the store. */
  readonly kind: 'still' | 'moving' | 'online'
}

/** A gate admits a code that is older than its half minute for a while: the last one is shown for so long, in ms, where no newer one came. */
const SHOWN_FOR = 2 * ROTATION_MS

/** The code that a ticket shows: the one of this moment where the site asks for that, else the signed one, else the one of old. */
export function codeToShow(
  { id, code, signed_code: signed, rotates }: Pick<Ticket, 'id' | 'code' | 'signed_code' | 'rotates'>,
  moving: MovingCodes,
  now: number,
): ShownCode {
  if (!rotates)
    return { code: signed === '' ? code : signed, onPaper: signed === '' ? code : signed, kind: 'still' }
  const present = presentCode(moving.find(ticket => ticket.id === id)?.codes ?? [], now)
  return present === null
    ? { code, onPaper: code, kind: 'online' }
    : { code: present, onPaper: code, kind: 'moving' }
}

function presentCode(codes: MovingCodes[number]['codes'], now: number): string | null {
  const last = codes.findLast(({ from }) => Date.parse(from) <= now)
  return last === undefined || now - Date.parse(last.from) >= SHOWN_FOR ? null : last.code
}

/** When what is shown changes next, in ms since 1970; null when it does not. */
export function nextChange(moving: MovingCodes, now: number): number | null {
  const times = moving.flatMap(({ codes }) => [
    ...codes.map(({ from }) => Date.parse(from)),
    ...codes.slice(-1).map(({ from }) => Date.parse(from) + SHOWN_FOR),
  ])
  const coming = times.filter(time => time > now)
  return coming.length === 0 ? null : Math.min(...coming)
}

/** Until when there are codes, in ms since 1970. */
export function endOf(moving: MovingCodes): number {
  const ends = moving.flatMap(({ codes }) =>
    codes.slice(-1).map(({ from }) => Date.parse(from) + ROTATION_MS),
  )
  return ends.length === 0 ? 0 : Math.min(...ends)
}
