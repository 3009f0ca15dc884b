import type { Deps } from '../platform/deps.ts'
import { runEvery } from '../platform/jobs/run-every.ts'
import { deleteOldTries } from './inquiry-tries.ts'

const INTERVAL_MS = 60_000

/** Deletes counts of inquiries whose time is over, so that no data of a visitor is kept longer than needed. Returns how many. */
export function sweepTries({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.transaction(deleteOldTries)
}

/** Runs {@link sweepTries} every minute until stopped; several servers may do so at once. */
export function startSweepingTries(deps: Pick<Deps, 'db' | 'log'>): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => sweepTries(deps),
    failed: 'counts of inquiries could not be swept',
  })
}
