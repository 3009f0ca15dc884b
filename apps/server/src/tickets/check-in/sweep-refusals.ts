import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'
import { runEvery } from '../../jobs/run-every.ts'

const INTERVAL_MS = 3_600_000

/** Deletes scans that let nobody in once they are 90 days old: they are for the day itself. Returns how many. */
export function sweepRefusals({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.transaction(async tx => {
    const { numDeletedRows } = await tx
      .deleteFrom('gate_refusals')
      .where('recorded_at', '<', sql<Date>`now() - interval '90 days'`)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/** Runs {@link sweepRefusals} every hour until stopped; several servers may do so at once. */
export function startSweepingRefusals(deps: Pick<Deps, 'db' | 'log'>): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => sweepRefusals(deps),
    failed: 'old refusals of the gates could not be swept',
  })
}
