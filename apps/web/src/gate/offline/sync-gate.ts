import { MOST_REPORTED, type OfflineGate, type ReportedScan } from '@kippu/contract/gate'
import type { CheckInStatus, RefusalReason } from '@kippu/domain/check-in/judge-entry'
import { jstDateOf, jstIso } from '@kippu/domain/jst-date'

import type { GateDatabase } from './gate-database.ts'
import type { KeptScan } from './kept.ts'
import { keepLists, readLists } from './kept-lists.ts'
import { keepTold, readWaiting, type ToldScan } from './kept-scans.ts'

/** The store's answer to a reported scan. */
export interface ReportAnswer {
  readonly scan_id: string
  readonly status: CheckInStatus
  readonly reason: RefusalReason | null
}

/** `refused`: the store has read it, and will never take it. Whatever else fails is thrown, and tried again later. */
export type Told<Answer> = Answer | 'refused'

/** The calls that a device makes by itself. */
export interface GateCalls {
  report(scans: readonly ReportedScan[]): Promise<Told<readonly ReportAnswer[]>>
  undo(scanId: string, reason: string): Promise<Told<'undone'>>
  lists(since: string | undefined, lang: string): Promise<OfflineGate>
}

interface SyncDeps {
  readonly database: GateDatabase
  readonly calls: GateCalls
  /** The clocks of the store and of the device, in ms since 1970. */
  readonly storeNow: () => number
  readonly deviceNow: () => number
}

/**
 * Tells the store what this device did, oldest first, and then reads what has changed. Nothing is forgotten before it is answered. Two tabs that do
 * this together tell the same scans, each of which the store keeps once.
 *
 * @throws whatever a call throws; what was answered until then is kept.
 */
export async function syncGate(
  deps: SyncDeps,
  { siteKey, lang }: { readonly siteKey: string; readonly lang: string },
): Promise<void> {
  await tellScans(deps, siteKey)
  const lists = await readLists(deps.database)
  // Lists of a former day are read anew as a whole, so that they do not grow for ever.
  const isCurrent =
    lists !== null &&
    lists.siteKey === siteKey &&
    lists.lang === lang &&
    lists.day === jstDateOf(deps.storeNow())
  const askedAt = deps.deviceNow()
  const answer = await deps.calls.lists(isCurrent ? lists.cursor : undefined, lang)
  await keepLists(deps.database, { answer, lang, isWhole: !isCurrent, askedAt })
}

async function tellScans(deps: SyncDeps, siteKey: string): Promise<void> {
  const { database } = deps
  for (;;) {
    const waiting = await readWaiting(database, siteKey)
    if (waiting.length === 0) return
    const scans = waiting.filter(({ answeredAt }) => answeredAt === null).slice(0, MOST_REPORTED)
    const told = scans.length > 0 ? await report(deps, scans) : await tellUndone(deps, waiting)
    // The store answers each scan; one that it leaves out is told the next time.
    if (told.length === 0) return
    await keepTold(database, told, deps.deviceNow())
  }
}

async function report(deps: SyncDeps, scans: readonly KeptScan[]): Promise<readonly ToldScan[]> {
  const answers = await deps.calls.report(scans.map(reportedOf))
  if (answers !== 'refused') {
    const byId = new Map(answers.map(answer => [answer.scan_id, answer]))
    return scans.flatMap(scan => {
      const answer = byId.get(scan.scanId)
      return answer === undefined ? [] : [{ scan, conflict: conflictOf(scan, answer) }]
    })
  }
  const [first] = scans
  if (first === undefined) return []
  // One that the store cannot read must not keep back the others.
  if (scans.length > 1) {
    const half = Math.ceil(scans.length / 2)
    const told = await report(deps, scans.slice(0, half))
    return [...told, ...(await report(deps, scans.slice(half)))]
  }
  return [{ scan: first, conflict: { kind: 'unread', storeStatus: 'invalid', storeReason: null } }]
}

function conflictOf(scan: KeptScan, { status, reason }: ReportAnswer): ToldScan['conflict'] {
  const isSame = (scan.status === 'success') === (status === 'success')
  if (isSame || scan.undone !== null) return null
  return { kind: 'decided', storeStatus: status, storeReason: reason }
}

/** Undone after the store had the scan. */
async function tellUndone({ calls }: SyncDeps, waiting: readonly KeptScan[]): Promise<readonly ToldScan[]> {
  const [scan] = waiting
  if (scan === undefined || scan.undone === null) return []
  const told = await calls.undo(scan.scanId, scan.undone)
  return [
    {
      scan,
      conflict:
        told === 'refused' ? { kind: 'not_undone', storeStatus: scan.status, storeReason: null } : null,
    },
  ]
}

function reportedOf(scan: KeptScan): ReportedScan {
  return {
    scan_id: scan.scanId,
    direction: scan.direction,
    at: jstIso(scan.at),
    code: scan.code,
    status: scan.status,
    reason: scan.reason,
    undone_reason: scan.undone,
  }
}
