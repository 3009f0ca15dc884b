import type { Deps } from '../deps.ts'
import { runEvery } from '../jobs/run-every.ts'

/** So long an import can be taken back, and so long what it changed of members is kept beside them. */
export const UNDO_DAYS = 14
const DAY_MS = 86_400_000
const INTERVAL_MS = 3_600_000

/** Forgets what imports changed that nobody takes back any longer. Returns how many. */
export async function forgetImports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const { numUpdatedRows } = await db.transaction(tx =>
    tx
      .updateTable('catalogue_imports')
      .set({ changes: null })
      .where('changes', 'is not', null)
      .where('at', '<=', new Date(clock.now() - UNDO_DAYS * DAY_MS))
      .executeTakeFirst(),
  )
  return Number(numUpdatedRows)
}

/** Runs {@link forgetImports} at once and then every hour until stopped; several servers may do so at once. */
export function startForgettingImports(deps: Pick<Deps, 'db' | 'clock' | 'log'>): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    atOnce: true,
    work: () => forgetImports(deps),
    failed: 'what old imports changed could not be forgotten',
  })
}
