import type { Tx } from '../db/database.ts'
import type { Job } from './jobs.ts'

/** Queues jobs in the caller's transaction: the job exists exactly if the rows that it refers to do (S-6.04). */
export interface JobQueue {
  enqueue(tx: Tx, job: Job): Promise<void>
}
