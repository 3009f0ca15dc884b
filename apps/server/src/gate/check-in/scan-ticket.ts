import type { ScanAnswer } from '@kippu/contract/gate'
import type { Direction } from '@kippu/domain/check-in/judge-entry'
import { jstIso } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'

import type { ShowingDeps } from '../../tickets/showing.ts'
import { admit } from './admit.ts'
import { askedOf, findByCode, findByNumber, isFound, type Scanned } from './find-scanned.ts'
import { presentGateTicket } from './gate-ticket.ts'
import type { ScanResult } from './scan.ts'

export interface ScanTicket {
  readonly siteKey: string
  readonly gateId: string
  readonly deviceId: string
  readonly scanId: string
  readonly direction: Direction
  readonly lang: Language
  readonly shown: { readonly code: string } | { readonly number: string; readonly ids: readonly number[] }
}

/** The staff scan a code, or admit by hand. */
export async function scanTicket(
  deps: ShowingDeps,
  { siteKey, gateId, deviceId, scanId, direction, lang, shown }: ScanTicket,
): Promise<ScanAnswer> {
  const at = deps.clock.now()
  const gate = await deps.gates.of(siteKey)
  const asked = { siteKey, lang, gate, at }
  const found = await ('code' in shown
    ? findByCode(deps, shown.code, asked)
    : findByNumber(deps, shown, asked))
  const scan = {
    id: scanId,
    siteKey,
    gateId,
    deviceId,
    mode: 'staff',
    direction,
    at,
    ...askedOf(found, gate),
  } as const
  const result = await admit(deps.db, scan)
  return {
    scan_id: scanId,
    status: result.status,
    reason: result.reason,
    at: jstIso(result.at),
    tickets: isFound(found) ? presented(found, result) : [],
  }
}

function presented({ tickets }: Scanned, result: ScanResult): ScanAnswer['tickets'] {
  return result.tickets.flatMap(({ number, judged, past }) => {
    const ticket = tickets.find(({ id }) => id === number)
    return ticket === undefined ? [] : [presentGateTicket(ticket, judged, past)]
  })
}
