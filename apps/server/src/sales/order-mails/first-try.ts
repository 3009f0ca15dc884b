import type { ConfirmationJob } from '../../platform/jobs/jobs.ts'

/** Sends a confirmation mail while its buyer still waits, so that an address that is refused at once is told. */
export interface FirstTry {
  /** `later`: not known yet, or the mail server is away; the queue has the mail and tries again. */
  sendConfirmation(job: ConfirmationJob): Promise<'sent' | 'refused' | 'later'>
  close(): void
}
