import { createHmac } from 'node:crypto'

import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import { listed } from '../db/list.ts'
import type { Deps } from '../deps.ts'
import type { Delta, MinuteCounts } from '../http/minute-counts.ts'
import { runEvery } from '../jobs/run-every.ts'

type SharingDeps = Pick<Deps, 'db' | 'env' | 'log'>

/** How long another process may not know of a request, in ms. */
const INTERVAL_MS = 1_000
/** Counts of earlier minutes are kept this long: the clocks of processes may differ. */
const KEPT_MINUTES = 2

/**
 * Adds what this process has counted to the counts of all, and learns these: one statement, whatever the number of subjects, and none
 * while nobody asks often. No request waits for it.
 */
export async function shareCounts(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  counts: MinuteCounts,
): Promise<void> {
  const { minute, deltas } = counts.takeDeltas()
  if (deltas.length === 0) return
  try {
    const totals = await db.transaction(tx => addCounts(tx, { minute, deltas, secretKey: env.secretKey }))
    counts.learn(minute, totals)
  } catch (error) {
    counts.giveBack(minute, deltas)
    throw error
  }
}

interface Added {
  readonly minute: number
  readonly deltas: readonly Delta[]
  readonly secretKey: string
}

/** The counts of all processes by key. */
async function addCounts(tx: Tx, { minute, deltas, secretKey }: Added): Promise<ReadonlyMap<string, number>> {
  // An address is personal. Sorted, so that two processes never wait for each other in a circle.
  const subjects = deltas
    .map(({ key, requests }) => ({ key, requests, hash: hashOf(secretKey, key) }))
    .toSorted((a, b) => Buffer.compare(a.hash, b.hash))
  await sql`delete from request_counts where minute < ${minute - KEPT_MINUTES}`.execute(tx)
  const { rows } = await sql<{ subject: Buffer; requests: number }>`
    insert into request_counts as c (minute, subject, requests)
    select ${minute}, a.subject, a.requests from ${listed('a', {
      subject: ['bytea', subjects.map(({ hash }) => hash)],
      requests: ['int', subjects.map(({ requests }) => requests)],
    })}
    on conflict (minute, subject) do update set requests = c.requests + excluded.requests
    returning subject, requests`.execute(tx)
  const totals = new Map(rows.map(({ subject, requests }) => [subject.toString('hex'), requests]))
  return new Map(subjects.map(({ key, hash }) => [key, totals.get(hash.toString('hex')) ?? 0]))
}

function hashOf(secretKey: string, key: string): Buffer {
  return createHmac('sha256', secretKey).update(`requests:${key}`).digest().subarray(0, 16)
}

/** Runs {@link shareCounts} each second until stopped. */
export function startSharingCounts(deps: SharingDeps, counts: MinuteCounts): { stop(): Promise<void> } {
  const sharing = runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => shareCounts(deps, counts),
    failed: 'counts of requests could not be shared',
  })
  return {
    async stop() {
      await sharing.stop()
      // Counts that are still untold are told now, so that a restart forgets nothing.
      await shareCounts(deps, counts).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'the last counts of requests could not be shared'),
      )
    },
  }
}
