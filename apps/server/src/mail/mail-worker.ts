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
import type { MailContentDeps } from './send-letter.ts'
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
    'send-confirmation-mail': async job => void (await sendConfirmationMail(sending, job)),
    'send-completion-mail': job => sendCompletionMail(sending, job),
    'send-change-mail': job => sendChangeMail(sending, job),
    'send-tickets-again': job => sendTicketsAgain(sending, job),
    'send-corrected-tickets': async job => void (await sendCorrectedTickets(sending, job)),
    'send-reminder-mail': job => sendReminderMail(sending, job),
    'send-thanks-mail': job => sendThanksMail(sending, job),
    'send-refund-mail': job => sendRefundMail(sending, job),
    'send-summary-mail': async job => void (await sendSummaryMail(sending, job)),
    'send-staff-mail': async job => void (await sendStaffMail(sending, job)),
    'send-cancellation-mail': job => sendCancellationMail(sending, job),
    'send-share-mail': async job => void (await sendShareMail(sending, job)),
  }
  return { handlers, stop: () => mailer.close() }
}
