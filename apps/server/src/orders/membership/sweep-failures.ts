import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import { deleteOldFailures } from './failure-queries.ts'
import { SPAN_MINUTES } from './login-failures.ts'

const INTERVAL_MS = 60_000

/**
 * Deletes expired counts of failed logins, so that no data of a visitor is kept longer than needed. Returns how many.
 */
export function sweepFailures({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.transaction(tx => deleteOldFailures(tx, SPAN_MINUTES))
}

/** Runs {@link sweepFailures} every minute until stopped; several servers may do so at once. */
export function startSweepingFailures(deps: Pick<Deps, 'db' | 'log'>): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => sweepFailures(deps),
    failed: 'failed logins could not be swept',
  })
}
