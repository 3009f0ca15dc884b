import type { Answer } from '@kippu/contract/call'
import type { reportScans as reportScansCall, ReportedScan } from '@kippu/contract/gate'
import { epochMsOf } from '@kippu/domain/jst-date'
import { DEFAULT_LANGUAGE } from '@kippu/domain/language'

import type { ShowingDeps } from '../../tickets/showing.ts'
import { admit } from './admit.ts'
import { askedOf, findByCode } from './find-scanned.ts'
import type { Scan } from './scan.ts'
import { undoTold } from './undo-scan.ts'

export interface ReportScans {
  readonly siteKey: string
  readonly gateId: string
  readonly deviceId: string
  readonly scans: readonly ReportedScan[]
}

/**
 * Keeps what an offline gate did, each scan once, however often the gate reports it. The visitors it let in are inside,
 * rightly or not: the answer says what the store would have decided.
 */
export async function reportScans(
  deps: ShowingDeps,
  { scans, ...device }: ReportScans,
): Promise<Answer<typeof reportScansCall>> {
  const answers: Answer<typeof reportScansCall> = []
  // One after another: the second scan of a ticket is judged by the first one.
  for (const told of scans) {
    const { status, reason } = await admit(deps.db, await scanOf(deps, device, told))
    if (told.undone_reason !== null)
      await undoTold(deps, {
        siteKey: device.siteKey,
        gateId: device.gateId,
        deviceId: device.deviceId,
        scanId: told.scan_id,
        reason: told.undone_reason,
      })
    answers.push({ scan_id: told.scan_id, status, reason })
  }
  return answers
}

async function scanOf(
  deps: ShowingDeps,
  { siteKey, gateId, deviceId }: Omit<ReportScans, 'scans'>,
  told: ReportedScan,
): Promise<Scan> {
  const gate = await deps.gates.of(siteKey)
  // A scan of a clock that runs ahead counts as made now.
  const at = Math.min(epochMsOf(told.at), deps.clock.now())
  const found = await findByCode(deps, told.code, { siteKey, lang: DEFAULT_LANGUAGE, gate, at })
  return {
    id: told.scan_id,
    siteKey,
    gateId,
    deviceId,
    mode: 'staff',
    direction: told.direction,
    at,
    ...askedOf(found, gate),
    happened: {
      isAdmitted: told.status === 'success',
      refused: {
        status: told.status === 'success' ? 'invalid' : told.status,
        reason: told.reason ?? 'unknown',
      },
      undoneReason: told.undone_reason,
    },
  }
}
