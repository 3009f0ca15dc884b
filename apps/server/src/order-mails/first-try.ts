import type { ConfirmationJob } from '../jobs/jobs.ts'

/** Sends a confirmation mail while its buyer still waits, so that an address that is refused at once is told (S-6.03). */
export interface FirstTry {
  /** `later`: not known yet, or the mail server is away; the queue has the mail and tries again (S-6.04). */
  sendConfirmation(job: ConfirmationJob): Promise<'sent' | 'refused' | 'later'>
  close(): void
}
