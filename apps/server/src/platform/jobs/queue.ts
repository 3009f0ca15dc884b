import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import { insertJobs } from './insert-jobs.ts'
import { type Job, type JobRow, JOBS, type QueueSettings } from './jobs.ts'

/** Queues jobs: a job exists exactly if the rows that it refers to do. */
export interface JobQueue {
  /** The row of a job, for {@link insertJobs} in the statement that writes what it is about. The same for the same job. */
  rowOf(job: Job): JobRow
  /** Queues a job in the caller's transaction. */
  enqueue(tx: Tx, job: Job): Promise<void>
}

/** Writes to the queue that a server has opened on the same database; nothing is connected for it. */
export function createJobWriter({ confirmationDelaySeconds = 10 }: Partial<QueueSettings> = {}): JobQueue {
  const rowOf = (job: Job): JobRow => JOBS[job.name].rowOf(job, { confirmationDelaySeconds })
  return {
    rowOf,
    async enqueue(tx, job) {
      const row = rowOf(job)
      await insertJobs([{ key: row.id, row }], sql`select ${row.id}::text`).execute(tx)
    },
  }
}
