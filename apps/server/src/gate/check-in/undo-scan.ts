import { UNDO_SECONDS } from '@kippu/contract/gate'
import { uuid } from '@kippu/contract/shapes'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Read, Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { restoreAdmissions } from '../../tickets/admissions.ts'
import { insertPassJobs } from '../../tickets/tell-passes.ts'
import { lockScanned } from './scan-queries.ts'

export interface UndoScan {
  readonly siteKey: string
  readonly scanId: string
  /** Which undoes it. */
  readonly deviceId: string
  readonly reason: string
}

/** Undoes a scan within a minute: its tickets are as they were before. The same undoing twice is one. */
export async function undoScan(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { siteKey, scanId, deviceId, reason }: UndoScan,
): Promise<{ undone: true } | Refusal<'record not found' | 'scan can no longer be undone'>> {
  // The database knows no such scan, and would not take the question.
  if (!v.is(uuid, scanId)) return refuse('record not found')
  return db.transaction(async tx => {
    const named = await findScan(tx, { siteKey, scanId })
    if (named.length === 0) return refuse('record not found')
    await lockScanned(tx, named)
    // Two devices of one gate may undo the same.
    const [scan] = await findScan(tx, { siteKey, scanId })
    if (scan?.undoneReason === reason) return { undone: true }
    const isLate = scan === undefined || clock.now() - scan.at.getTime() > UNDO_SECONDS * 1_000
    if (isLate || scan.undoneReason !== null) return refuse('scan can no longer be undone')
    await putBack(tx, { siteKey, scanId, deviceId, reason }, named)
    return { undone: true }
  })
}

/**
 * Undoes a scan that a device had told, and undid before it had the answer: it told it once more, as undone. At any time, and for the gate at which it was.
 */
export async function undoTold(
  { db }: Pick<Deps, 'db'>,
  { gateId, ...undo }: UndoScan & { readonly gateId: string },
): Promise<void> {
  await db.transaction(async tx => {
    const named = await findScan(tx, undo)
    if (named.length === 0) return
    await lockScanned(tx, named)
    const entries = await findScan(tx, undo)
    if (entries.every(entry => entry.gateId === gateId && entry.undoneReason === null))
      await putBack(tx, undo, entries)
  })
}

/** Its tickets are locked: they are as their other scans leave them. */
async function putBack(
  tx: Tx,
  { siteKey, scanId, deviceId, reason }: UndoScan,
  entries: readonly EntryOfScan[],
): Promise<void> {
  await tx
    .updateTable('check_ins')
    .set({ undone_at: sql<Date>`now()`, undone_reason: reason, undone_device_id: deviceId })
    .where('scan_id', '=', scanId)
    .where('site_key', '=', siteKey)
    .execute()
  await restoreAdmissions(tx, { siteKey, scanId })
  await insertPassJobs(entries.map(({ reservationId }) => reservationId)).execute(tx)
}

interface EntryOfScan {
  readonly reservationId: string
  readonly number: number
  readonly gateId: string | null
  readonly at: Date
  readonly undoneReason: string | null
}

async function findScan(
  read: Read,
  { siteKey, scanId }: Pick<UndoScan, 'siteKey' | 'scanId'>,
): Promise<readonly EntryOfScan[]> {
  return read
    .selectFrom('check_ins')
    .select(['reservation_id as reservationId', 'ticket_id as number', 'gate_id as gateId'])
    .select(['at', 'undone_reason as undoneReason'])
    .where('scan_id', '=', scanId)
    .where('site_key', '=', siteKey)
    .execute()
}
