import type { Tx } from '../db/database.ts'

/** Work to be done after a commit. Ids only: the queue holds no personal data and no tokens. */
export type Job =
  | { readonly name: 'send-confirmation-mail'; readonly orderId: string; readonly generation: number }
  | { readonly name: 'send-completion-mail'; readonly reservationId: string }
  /** Queued once all parts of a refund are done. */
  | { readonly name: 'send-refund-mail'; readonly requestId: string }

export type RefundMailJob = Extract<Job, { name: 'send-refund-mail' }>

/** Queues jobs in the caller's transaction: the job exists exactly if the rows that it refers to do (S-6.04). */
export interface JobQueue {
  enqueue(tx: Tx, job: Job): Promise<void>
}

/** The confirmation mail of one generation: each time the buyer form is sent, the generation increases (S-1.02). */
export type ConfirmationJob = Extract<Job, { name: 'send-confirmation-mail' }>
