import { randomUUID } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import type { Tx } from '../platform/db/database.ts'
import { list } from '../platform/db/list.ts'
import { insertJobs } from '../platform/jobs/insert-jobs.ts'
import { createJobWriter } from '../platform/jobs/queue.ts'

const writer = createJobWriter()

/** The job that brings a change to each wallet. */
const JOB_OF = { apple: 'push-apple-passes', google: 'update-google-passes' } as const

/**
 * Part of a statement: queues that wallets with tickets of these reservations hear of a change. It belongs into the transaction that
 * changes the tickets, so that a pass follows exactly what was committed.
 * @param changed the condition on their passes, where it is not known before which of them change.
 */
export function insertPassJobs(
  reservationIds: readonly string[],
  changed: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const ids = [...new Set(reservationIds)]
  const jobs = ids.flatMap(reservationId =>
    Object.entries(JOB_OF).map(([wallet, name]) => ({
      key: `${wallet} ${reservationId}`,
      row: writer.rowOf({ name, reservationId, change: randomUUID() }),
    })),
  )
  return insertJobs(
    jobs,
    sql`select wallet || ' ' || reservation_id from wallet_passes where reservation_id = any(${list('uuid', ids)}::uuid[]) and ${changed}`,
  )
}

/** As {@link insertPassJobs}, in a transaction. */
export async function tellPasses(tx: Tx, reservationId: string): Promise<void> {
  await insertPassJobs([reservationId]).execute(tx)
}
