import type { JobHandlers } from '../platform/jobs/pg-boss-queue.ts'
import { readHouses } from './houses.ts'
import { sendCancellationMail } from './send-cancellation-mail.ts'
import { sendChangeMail } from './send-change-mail.ts'
import { sendCompletionMail, sendCorrectedTickets, sendTicketsAgain } from './send-completion-mail.ts'
import { sendRefundMail } from './send-refund-mail.ts'
import { sendReminderMail } from './send-reminder-mail.ts'
import { sendShareMail } from './send-share-mail.ts'
import { sendStaffMail } from './send-staff-mail.ts'
import { sendSummaryMail } from './send-summary-mail.ts'
import { sendThanksMail } from './send-thanks-mail.ts'
import { sendConfirmationMail } from './send-confirmation-mail.ts'
import type { MailContentDeps, MailDeps } from './send-letter.ts'
import { digestOfLetter } from './sent-letter.ts'
import { createMailer } from './mailer.ts'

export interface MailWorker {
  /** None without a mail server. */
  readonly handlers: Partial<JobHandlers>
  /** Call it once no job runs any more, so that a running mail is finished. */
  stop(): void
}

/** Sends the queued mails, in this process too. Without a mail server they wait in the queue. */
export function createMailWorker(deps: MailContentDeps): MailWorker {
  const { smtpUrl } = deps.env
  if (smtpUrl === null) {
    deps.log.warn('SMTP_URL is not set: mails wait in the queue')
    return { handlers: {}, stop: () => undefined }
  }
  const mailer = createMailer(smtpUrl)
  const sending = { ...deps, mailer, houses: readHouses(deps.sites) }
  const handlers: Omit<JobHandlers, 'push-apple-passes' | 'update-google-passes'> = {
    'send-confirmation-mail': job => sendConfirmationMail(sending, job),
    'send-completion-mail': noting(sending, sendCompletionMail),
    'send-change-mail': noting(sending, sendChangeMail),
    'send-tickets-again': noting(sending, sendTicketsAgain),
    'send-corrected-tickets': noting(sending, sendCorrectedTickets),
    'send-reminder-mail': noting(sending, sendReminderMail),
    'send-thanks-mail': noting(sending, sendThanksMail),
    'send-refund-mail': noting(sending, sendRefundMail),
    'send-summary-mail': job => sendSummaryMail(sending, job),
    'send-staff-mail': job => sendStaffMail(sending, job),
    'send-cancellation-mail': noting(sending, sendCancellationMail),
    'send-share-mail': job => sendShareMail(sending, job),
  }
  return { handlers, stop: () => mailer.close() }
}

/** Sends a letter, and leaves a digest of its words with the job: who reads it later knows whether it reads as it did. */
export function noting<Job>(
  deps: MailDeps,
  send: (deps: MailDeps, job: Job) => Promise<unknown>,
): (job: Job) => Promise<object> {
  return async job => {
    const note: { letter?: string } = {}
    const mailer: MailDeps['mailer'] = {
      ...deps.mailer,
      send(mail) {
        note.letter = digestOfLetter(mail.letter)
        return deps.mailer.send(mail)
      },
    }
    await send({ ...deps, mailer }, job)
    return note
  }
}
