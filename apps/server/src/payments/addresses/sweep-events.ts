import type { Deps } from '../../deps.ts'
import { runEvery } from '../../jobs/run-every.ts'
import { deleteOldEvents } from './event-queries.ts'

/** Longer than a buyer's bank takes to dispute a payment, and longer than any provider allows refunds of one. */
const KEPT_DAYS = 400
/** Small enough that no other query waits for it. */
const BATCH = 1_000
const INTERVAL_MS = 3_600_000

/**
 * Deletes webhook events that are no longer needed; the result of each payment stays in its attempt, its refunds and
 * the ledger. An event that is delivered again after that time only causes one more query. Returns how many were
 * deleted.
 */
export async function sweepEvents({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await db.transaction(tx => deleteOldEvents(tx, { days: KEPT_DAYS, most: BATCH }))
    total += deleted
    if (deleted < BATCH) break
  }
  if (total > 0) log.info({ deleted: total }, 'old news of providers deleted')
  return total
}

/** Runs {@link sweepEvents} every hour until stopped; several servers may do so at once. */
export function startSweepingEvents(deps: Pick<Deps, 'db' | 'log'>): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => sweepEvents(deps),
    failed: 'old news of providers could not be deleted',
  })
}
