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

/** As many as the mailer has connections: another one would only wait for one of them. */
const MOST_IN_FLIGHT = 5

/**
 * Nobody waits behind those whose mails are in flight: theirs goes out as soon as one of these is through. Where that takes longer than a
 * visitor would wait, as where there is no mail server, it is left to the queue.
 */
export function createFirstTry(deps: MailContentDeps): FirstTry & FirstTryOfTickets & FirstTryOfShares {
  const { smtpUrl } = deps.env
  if (smtpUrl === null) {
    const later = async (): Promise<'later'> => 'later'
    return { sendConfirmation: later, sendTickets: later, sendShare: later, close: () => undefined }
  }
  const mailer = createMailer(smtpUrl)
  const sending = { ...deps, mailer, houses: readHouses(deps.sites) }
  const waiting: Waiting[] = []
  let inFlight = 0
  const trySending = async (send: Send): Promise<'sent' | 'refused' | 'later'> => {
    inFlight += 1
    try {
      return await send()
    } catch {
      return 'later'
    } finally {
      inFlight -= 1
      const oldest = performance.now() - PATIENCE_MS
      let next = waiting.shift()
      while (next !== undefined && next.since < oldest) next = waiting.shift()
      if (next !== undefined) void trySending(next.send)
    }
  }
  const tryFirst = async (send: Send): Promise<'sent' | 'refused' | 'later'> => {
    // A try that runs out of patience is still in flight: it is not cancelled.
    if (inFlight < MOST_IN_FLIGHT) return withinPatience(trySending(send))
    waiting.push({ send, since: performance.now() })
    return 'later'
  }
  return {
    sendConfirmation: job => tryFirst(() => sendConfirmationMail(sending, job)),
    sendTickets: job => tryFirst(() => sendCorrectedTickets(sending, job)),
    sendShare: job => tryFirst(() => sendShareMail(sending, job)),
    close: () => {
      waiting.length = 0
      mailer.close()
    },
  }
}

type Send = () => Promise<'sent' | 'refused'>

interface Waiting {
  readonly send: Send
  readonly since: number
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
