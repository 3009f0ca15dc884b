import { sql } from 'kysely'

import type { Deps } from '../../platform/deps.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import { countOlderPrograms } from './older-programs.ts'

/** Rows that a program of an earlier release wrote, and how they get what this one reads. */
export interface Filling {
  /** The rows that are filled, as an operator reads them. */
  readonly rows: string
  readonly count: (read: Read) => Promise<number>
  /** Fills as many of them; answers how many it filled. */
  readonly fill: (tx: Tx, limit: number) => Promise<number>
}

/** The rows that the release before leaves open for this one. */
export const FILLINGS: readonly Filling[] = []

/** Rows of one transaction: few enough that no buyer waits for it. */
const BATCH = 500
/** A program of the release before may still sell; what it writes is filled this soon. */
const INTERVAL_MS = 600_000

/** Fills all there is, a batch a transaction: whatever is ended in between goes on where it was. Answers how many rows. */
export async function fillOldRows(
  { db }: Pick<Deps, 'db'>,
  fillings: readonly Filling[],
  batch = BATCH,
): Promise<number> {
  let total = 0
  for (const { fill } of fillings) {
    for (;;) {
      const filled = await db.transaction(tx => fill(tx, batch))
      total += filled
      // Not at a batch that is short: another server may be filling the rest of it.
      if (filled === 0) break
    }
  }
  return total
}

/**
 * Fills at once and then every ten minutes until stopped, while the upgrade is not ended; several servers may do so at
 * once.
 */
export function startFilling(
  deps: Pick<Deps, 'db' | 'log'>,
  fillings: readonly Filling[],
): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    atOnce: true,
    work: createFilling(deps, fillings),
    failed: 'rows of an earlier release could not be filled',
  })
}

/**
 * One pass of filling: answers how many rows it filled. It reads whole tables, so after the first pass it does so only
 * if a program of another release runs, or ran at the pass before: no other program leaves such rows.
 */
export function createFilling(deps: Pick<Deps, 'db'>, fillings: readonly Filling[]): () => Promise<number> {
  let mayBeLeft = true
  return async () => {
    if (fillings.length === 0) return 0
    const others = await countOlderPrograms(deps)
    const isNeeded = (mayBeLeft || others > 0) && !(await isContracted(deps))
    const filled = isNeeded ? await fillOldRows(deps, fillings) : 0
    mayBeLeft = others > 0
    return filled
  }
}

/** Whether the upgrade is ended: no earlier release may run on the database. */
async function isContracted({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { rows } = await db.read(read =>
    sql`select from schema_migrations where beside is not null limit 1`.execute(read),
  )
  return rows.length === 0
}

/** The rows left to be filled, by what they are. */
export async function countOldRows(
  { db }: Pick<Deps, 'db'>,
  fillings: readonly Filling[],
): Promise<ReadonlyArray<{ readonly rows: string; readonly left: number }>> {
  const counts: Array<{ readonly rows: string; readonly left: number }> = []
  for (const { rows, count } of fillings) counts.push({ rows, left: await db.read(count) })
  return counts
}
