import type { Database } from '../db/database.ts'
import { runEvery } from '../jobs/run-every.ts'
import { deleteOldKeys } from './key-queries.ts'

const BATCH = 1_000
const INTERVAL_MS = 600_000

/** Forgets keys, and with them the answers, a day after they came. Returns how many. */
export async function sweepKeys(db: Pick<Database, 'transaction'>): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await db.transaction(tx => deleteOldKeys(tx, { most: BATCH }))
    total += deleted
    if (deleted < BATCH) return total
  }
}

/** Runs {@link sweepKeys} every ten minutes until stopped; several servers may do so at once. */
export function startSweepingKeys({
  db,
  log,
}: {
  readonly db: Database
  readonly log: Parameters<typeof runEvery>[0]
}): { stop(): Promise<void> } {
  return runEvery(log, {
    intervalMs: INTERVAL_MS,
    work: () => sweepKeys(db),
    failed: 'old idempotency keys could not be deleted',
  })
}
