import type { FirstTry } from '../sales/order-mails/first-try.ts'
import type { FirstTryOfShares } from '../tickets/shares/mail-share.ts'
import type { FirstTryOfTickets } from '../tickets/correct-address.ts'
import { readHouses } from './houses.ts'
import { sendCorrectedTickets } from './send-completion-mail.ts'
import { sendConfirmationMail } from './send-confirmation-mail.ts'
import { sendShareMail } from './send-share-mail.ts'
import type { MailContentDeps } from './send-letter.ts'
import { createMailer } from './mailer.ts'

/** A visitor waits at most this long for the mail server. The queue starts later than that. */
const PATIENCE_MS = 5_000

/**
 * As many as the mailer has connections: another one would only wait for a connection, and the queue would send it as
 * well.
 */
const MOST_IN_FLIGHT = 5

/** Without a mail server, or while it is too slow to accept more mails, every mail is left to the queue. */
export function createFirstTry(deps: MailContentDeps): FirstTry & FirstTryOfTickets & FirstTryOfShares {
  const { smtpUrl } = deps.env
  if (smtpUrl === null) {
    const later = async (): Promise<'later'> => 'later'
    return { sendConfirmation: later, sendTickets: later, sendShare: later, close: () => undefined }
  }
  const mailer = createMailer(smtpUrl)
  const sending = { ...deps, mailer, houses: readHouses(deps.sites) }
  let inFlight = 0
  const trySending = async (
    send: () => Promise<'sent' | 'refused'>,
  ): Promise<'sent' | 'refused' | 'later'> => {
    inFlight += 1
    try {
      return await send()
    } catch {
      return 'later'
    } finally {
      inFlight -= 1
    }
  }
  const tryFirst = async (send: () => Promise<'sent' | 'refused'>): Promise<'sent' | 'refused' | 'later'> =>
    // A try that runs out of patience is still in flight: it is not cancelled.
    inFlight >= MOST_IN_FLIGHT ? 'later' : withinPatience(trySending(send))
  return {
    sendConfirmation: job => tryFirst(() => sendConfirmationMail(sending, job)),
    sendTickets: job => tryFirst(() => sendCorrectedTickets(sending, job)),
    sendShare: job => tryFirst(() => sendShareMail(sending, job)),
    close: () => mailer.close(),
  }
}

async function withinPatience<T>(sending: Promise<T>): Promise<T | 'later'> {
  const { promise, resolve } = Promise.withResolvers<'later'>()
  const timer = setTimeout(resolve, PATIENCE_MS, 'later')
  try {
    return await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
  }
}
